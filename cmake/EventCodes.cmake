# Writes event_codes.inc: NAME(KEY_A) for every name of linux/input-event-codes.h
# and the FF_ ones of linux/input.h, in their order, those that only mark a
# range (KEY_MAX, BTN_GAMEPAD) as RANGE(...).
set(reprise_ranges
  BTN_MISC BTN_MOUSE BTN_JOYSTICK BTN_GAMEPAD BTN_DIGI BTN_WHEEL
  BTN_TRIGGER_HAPPY KEY_MIN_INTERESTING ABS_RESERVED REL_RESERVED
  FF_EFFECT_MIN FF_EFFECT_MAX FF_WAVEFORM_MIN FF_WAVEFORM_MAX FF_MAX_EFFECTS)

find_path(REPRISE_LINUX_HEADERS linux/input-event-codes.h REQUIRED)
set(reprise_names "")
foreach(header input-event-codes.h input.h)
  file(STRINGS ${REPRISE_LINUX_HEADERS}/linux/${header} lines
    REGEX "^#define[ \t]+(INPUT_PROP|EV|SYN|KEY|BTN|REL|ABS|SW|MSC|LED|REP|SND|FF)_[A-Z0-9_]+[ \t]")
  foreach(line ${lines})
    string(REGEX REPLACE "^#define[ \t]+([A-Z0-9_]+).*" "\\1" name "${line}")
    if(name STREQUAL "EV_VERSION" OR name MATCHES "^FF_STATUS_")
      continue()
    endif()
    if(name IN_LIST reprise_ranges OR name MATCHES "_(MAX|CNT)$")
      string(APPEND reprise_names "RANGE(${name})\n")
    else()
      string(APPEND reprise_names "NAME(${name})\n")
    endif()
  endforeach()
endforeach()
file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/generated/event_codes.inc
  CONTENT "${reprise_names}")
