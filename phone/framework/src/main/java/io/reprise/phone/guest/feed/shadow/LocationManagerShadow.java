package io.reprise.phone.guest.feed.shadow;

import org.robolectric.annotation.Implements;

/** Takes Robolectric's away: Android's own speaks to our service. */
@Implements(className = "android.location.LocationManager")
public class LocationManagerShadow {}
