package reprise.bed;

/** Holds the device; set once, before the program starts. */
final class DeviceHolder {
  static volatile Device device;

  private DeviceHolder() {}
}
