package android.app;

/**
 * Only so that org.robolectric.annotation.Config can be initialised in the
 * host's loader. Inside the framework's loader the real one is seen.
 */
public class Application {}
