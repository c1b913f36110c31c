package io.reprise.phone.guest.shadow;

import org.robolectric.annotation.Implements;

/** Takes Robolectric's away: the framework's own works. */
@Implements(className = "android.content.BroadcastReceiver")
public class BroadcastReceiverShadow {}
