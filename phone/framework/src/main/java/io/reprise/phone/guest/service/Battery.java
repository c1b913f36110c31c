package io.reprise.phone.guest.service;

import android.content.Intent;
import android.os.BatteryManager;
import android.os.BatteryProperty;
import android.os.IBatteryPropertiesRegistrar;
import android.os.IInterface;
import com.android.internal.app.IBatteryStats;
import io.reprise.phone.guest.Binders;
import io.reprise.phone.guest.app.Broadcasts;
import java.lang.reflect.Method;
import reprise.PhoneSystem.PhoneBattery;

/** The battery, as the supervisor says it is. Any thread. */
public final class Battery {
  /** config_lowBatteryWarningLevel, and from where it is no longer low. */
  private static final int LOW = 15;
  private static final int OKAY = 20;
  private static final long FULL_UAH = 4_000_000;
  private static final IBatteryPropertiesRegistrar PROPERTIES =
      Binders.make(IBatteryPropertiesRegistrar.class, (p, m, a) -> properties(m, a));
  private static final IBatteryStats STATS = Binders.make(IBatteryStats.class, (p, m, a) -> stats(m));
  private static volatile PhoneBattery now = PhoneBattery.getDefaultInstance();
  private static volatile boolean low;

  private Battery() {}

  /** In percent. */
  public static int level() {
    return now.getStatus() == 0 ? 100 : now.getLevel();
  }

  /** True while it is charged and not full. */
  public static boolean filling() {
    return now.getStatus() == BatteryManager.BATTERY_STATUS_CHARGING;
  }

  static IInterface properties() {
    return PROPERTIES;
  }

  static IInterface stats() {
    return STATS;
  }

  /** A phone that says nothing of it has a full one. */
  static void begin(PhoneBattery battery) {
    now = battery.getStatus() != 0 ? battery : PhoneBattery.newBuilder().setLevel(100)
        .setStatus(BatteryManager.BATTERY_STATUS_FULL).setPlugged(BatteryManager.BATTERY_PLUGGED_AC)
        .setTemperature(250).setVoltage(5000).build();
    low = now.getPlugged() == 0 && now.getLevel() <= LOW;
    Broadcasts.get().stick(intent());
  }

  /** It changed: those who listen are told as on a phone. On main. */
  public static void update(PhoneBattery battery) {
    PhoneBattery before = now;
    now = battery;
    Broadcasts.get().tell(intent(), true);
    if (before.getPlugged() == 0 != (battery.getPlugged() == 0)) {
      Broadcasts.get().tell(new Intent(battery.getPlugged() == 0 ? Intent.ACTION_POWER_DISCONNECTED
          : Intent.ACTION_POWER_CONNECTED), false);
    }
    boolean isLow = low ? battery.getLevel() < OKAY : battery.getLevel() <= LOW;
    if (battery.getPlugged() != 0) isLow = false;
    if (isLow != low) {
      low = isLow;
      Broadcasts.get().tell(new Intent(isLow ? Intent.ACTION_BATTERY_LOW : Intent.ACTION_BATTERY_OKAY), false);
    }
    Jobs.get().reconsider();
  }

  static boolean charging() {
    return now.getPlugged() != 0;
  }

  static boolean low() {
    return now.getPlugged() == 0 && now.getLevel() <= LOW;
  }

  private static Intent intent() {
    return new Intent(Intent.ACTION_BATTERY_CHANGED).addFlags(Intent.FLAG_RECEIVER_REGISTERED_ONLY)
        .putExtra(BatteryManager.EXTRA_LEVEL, now.getLevel()).putExtra(BatteryManager.EXTRA_SCALE, 100)
        .putExtra(BatteryManager.EXTRA_PRESENT, !now.getAbsent()).putExtra(BatteryManager.EXTRA_STATUS, now.getStatus())
        .putExtra(BatteryManager.EXTRA_HEALTH,
            now.getHealth() == 0 ? BatteryManager.BATTERY_HEALTH_GOOD : now.getHealth())
        .putExtra(BatteryManager.EXTRA_PLUGGED, now.getPlugged())
        .putExtra(BatteryManager.EXTRA_VOLTAGE, now.getVoltage())
        .putExtra(BatteryManager.EXTRA_TEMPERATURE, now.getTemperature())
        .putExtra(BatteryManager.EXTRA_BATTERY_LOW, low()).putExtra(BatteryManager.EXTRA_TECHNOLOGY, "Li-ion");
  }

  private static Object properties(Method m, Object[] a) {
    if (!m.getName().equals("getProperty")) return Binders.nothing(m.getReturnType());
    int id = (int) a[0];
    BatteryProperty to = (BatteryProperty) a[1];
    if (id == BatteryManager.BATTERY_PROPERTY_CAPACITY) to.setLong(now.getLevel());
    else if (id == BatteryManager.BATTERY_PROPERTY_STATUS) to.setLong(now.getStatus());
    else if (id == BatteryManager.BATTERY_PROPERTY_CHARGE_COUNTER) to.setLong(FULL_UAH * now.getLevel() / 100);
    else return -1;
    return 0;
  }

  private static Object stats(Method m) {
    return switch (m.getName()) {
      case "isCharging" -> charging();
      case "computeBatteryTimeRemaining", "computeChargeTimeRemaining" -> -1L;
      default -> Binders.nothing(m.getReturnType());
    };
  }
}
