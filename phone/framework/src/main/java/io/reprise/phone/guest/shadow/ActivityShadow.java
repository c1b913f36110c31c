package io.reprise.phone.guest.shadow;

import org.robolectric.annotation.Implements;
import org.robolectric.shadows.ShadowContextThemeWrapper;

/** Takes Robolectric's away: every method of Activity is the framework's own. */
@Implements(className = "android.app.Activity")
public class ActivityShadow extends ShadowContextThemeWrapper {}
