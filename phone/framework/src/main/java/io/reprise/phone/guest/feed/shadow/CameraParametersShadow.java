package io.reprise.phone.guest.feed.shadow;

import org.robolectric.annotation.Implements;

/** Takes Robolectric's away. */
@Implements(className = "android.hardware.Camera$Parameters")
public class CameraParametersShadow {}
