package io.reprise.phone.guest;

import org.robolectric.shadows.ShadowBuild;

/** What android.os.Build says of the phone: the same as phone/daemon/properties.cc. */
final class Identity {
  private static final String[] ABIS = {"x86_64"};

  private Identity() {}

  static void set() {
    ShadowBuild.setBoard("phone");
    ShadowBuild.setBrand("reprise");
    ShadowBuild.setDevice("phone");
    ShadowBuild.setFingerprint("reprise/phone/phone:14/UQ1A.240105.004/1:userdebug/test-keys");
    ShadowBuild.setHardware("reprise");
    ShadowBuild.setId("UQ1A.240105.004");
    ShadowBuild.setManufacturer("Reprise");
    ShadowBuild.setModel("Reprise phone");
    ShadowBuild.setProduct("reprise_phone");
    ShadowBuild.setTags("test-keys");
    ShadowBuild.setType("userdebug");
    ShadowBuild.setVersionIncremental("1");
    ShadowBuild.setVersionSecurityPatch("2024-01-05");
    ShadowBuild.setSupportedAbis(ABIS);
    ShadowBuild.setSupported32BitAbis(new String[0]);
    ShadowBuild.setSupported64BitAbis(ABIS);
  }
}
