package io.reprise.phone.guest.shadow;

import android.net.NetworkInfo;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.annotation.RealObject;
import org.robolectric.shadow.api.Shadow;
import org.robolectric.shadows.ShadowNetworkInfo;
import org.robolectric.util.ReflectionHelpers;

/**
 * Says what the object itself holds. Robolectric's cannot be taken away: its
 * shadow of ConnectivityManager, which is reset though nobody uses it, makes some.
 */
@Implements(className = "android.net.NetworkInfo", isInAndroidSdk = false)
public class NetworkInfoShadow extends ShadowNetworkInfo {
  @RealObject private NetworkInfo real;

  @Implementation
  protected static void __staticInitializer__() {
    Shadow.directInitialize(NetworkInfo.class);
  }

  private <T> T field(String name) {
    return ReflectionHelpers.getField(real, name);
  }

  @Override
  @Implementation
  protected NetworkInfo.DetailedState getDetailedState() {
    return field("mDetailedState");
  }

  @Override
  @Implementation
  protected NetworkInfo.State getState() {
    return field("mState");
  }

  @Override
  @Implementation
  protected boolean isAvailable() {
    return this.<Boolean>field("mIsAvailable");
  }

  @Override
  @Implementation
  protected boolean isConnected() {
    return getState() == NetworkInfo.State.CONNECTED;
  }

  @Override
  @Implementation
  protected boolean isConnectedOrConnecting() {
    return isConnected() || getState() == NetworkInfo.State.CONNECTING;
  }

  @Override
  @Implementation
  protected int getType() {
    return this.<Integer>field("mNetworkType");
  }

  @Override
  @Implementation
  protected int getSubtype() {
    return this.<Integer>field("mSubtype");
  }
}
