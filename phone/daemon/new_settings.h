// The rows of Android's settings that a new phone has. Its processes know the
// same (SettingsTable.java), so that a store keeps only what differs;
// tests/phone/test_adb.py compares the two.
//
// Threads: constants.
#pragma once

namespace reprise::phone {

struct NewSetting {
  const char* table;
  const char* name;
  const char* value;
};

inline constexpr NewSetting kNewSettings[] = {
    {"secure", "default_input_method",
     "com.android.inputmethod.latin/.LatinIME"},
    {"secure", "enabled_input_methods",
     "com.android.inputmethod.latin/.LatinIME"},
    {"secure", "android_id", "9774d56d682e549c"},
    {"secure", "location_mode", "3"},
    {"secure", "location_providers_allowed", "gps,network"},
    {"secure", "user_setup_complete", "1"},
    {"secure", "voice_recognition_service", "io.reprise.phone/.Voice"},
    {"secure", "accessibility_enabled", "0"},
    {"secure", "long_press_timeout", "400"},
    {"system", "screen_brightness", "128"},
    {"system", "screen_brightness_mode", "0"},
    {"system", "screen_off_timeout", "60000"},
    {"system", "accelerometer_rotation", "0"},
    {"system", "user_rotation", "0"},
    {"system", "font_scale", "1.0"},
    {"system", "haptic_feedback_enabled", "1"},
    {"system", "sound_effects_enabled", "1"},
    {"system", "volume_music", "5"},
    {"system", "volume_ring", "5"},
    {"global", "airplane_mode_on", "0"},
    {"global", "adb_enabled", "1"},
    {"global", "auto_time", "1"},
    {"global", "auto_time_zone", "1"},
    {"global", "bluetooth_on", "0"},
    {"global", "wifi_on", "1"},
    {"global", "data_roaming", "0"},
    {"global", "device_provisioned", "1"},
    {"global", "development_settings_enabled", "1"},
    {"global", "mode_ringer", "2"},
    {"global", "stay_on_while_plugged_in", "0"},
    {"global", "animator_duration_scale", "1.0"},
    {"global", "transition_animation_scale", "1.0"},
    {"global", "window_animation_scale", "1.0"},
};

}  // namespace reprise::phone
