package io.reprise.phone.guest.feed.shadow;

import org.robolectric.annotation.Implements;

/** Takes Robolectric's stand-ins away: Android's own classes speak to our services. */
public final class PersonPlain {
  private PersonPlain() {}

  @Implements(className = "android.hardware.biometrics.BiometricManager", isInAndroidSdk = false)
  public static class Biometrics {}

  @Implements(className = "android.speech.SpeechRecognizer", isInAndroidSdk = false)
  public static class Recognizer {}
}
