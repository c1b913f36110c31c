package io.reprise.phone.guest.feed.shadow;

import org.robolectric.annotation.Implements;

/** Takes Robolectric's away: Android's own sends events where its listeners want them. */
@Implements(className = "android.hardware.SensorManager")
public class SensorManagerShadow {}
