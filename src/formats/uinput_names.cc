#include "formats/uinput_names.h"

#include <linux/input.h>

#include <algorithm>
#include <cctype>

namespace reprise::formats {
namespace {

struct Control {
  uint32_t number;
  uint32_t type;  // 0: for none
  std::string_view name;
};
constexpr Control kControls[] = {
    {kSetTypes, 0, "UI_SET_EVBIT"}, {101, EV_KEY, "UI_SET_KEYBIT"},
    {102, EV_REL, "UI_SET_RELBIT"}, {103, EV_ABS, "UI_SET_ABSBIT"},
    {104, EV_MSC, "UI_SET_MSCBIT"}, {105, EV_LED, "UI_SET_LEDBIT"},
    {106, EV_SND, "UI_SET_SNDBIT"}, {107, EV_FF, "UI_SET_FFBIT"},
    {109, EV_SW, "UI_SET_SWBIT"},   {kSetProperties, 0, "UI_SET_PROPBIT"},
};

struct Bus {
  uint32_t number;
  std::string_view name;
};
constexpr Bus kBuses[] = {
    {BUS_PCI, "pci"},
    {BUS_ISAPNP, "isapnp"},
    {BUS_USB, "usb"},
    {BUS_HIL, "hil"},
    {BUS_BLUETOOTH, "bluetooth"},
    {BUS_VIRTUAL, "virtual"},
    {BUS_ISA, "isa"},
    {BUS_I8042, "i8042"},
    {BUS_XTKBD, "xtkbd"},
    {BUS_RS232, "rs232"},
    {BUS_GAMEPORT, "gameport"},
    {BUS_PARPORT, "parport"},
    {BUS_AMIGA, "amiga"},
    {BUS_ADB, "adb"},
    {BUS_I2C, "i2c"},
    {BUS_HOST, "host"},
    {BUS_GSC, "gsc"},
    {BUS_ATARI, "atari"},
    {BUS_SPI, "spi"},
    {BUS_RMI, "rmi"},
    {BUS_CEC, "cec"},
    {BUS_INTEL_ISHTP, "intel_ishtp"},
};

}  // namespace

std::optional<uint32_t> UinputControlByName(std::string_view name) {
  for (const Control& control : kControls) {
    if (control.name == name) return control.number;
  }
  return std::nullopt;
}

std::string_view UinputControlName(uint32_t number) {
  for (const Control& control : kControls) {
    if (control.number == number) return control.name;
  }
  return {};
}

uint32_t TypeOfControl(uint32_t number) {
  for (const Control& control : kControls) {
    if (control.number == number) return control.type;
  }
  return 0;
}

uint32_t ControlOfType(uint32_t type) {
  for (const Control& control : kControls) {
    if (type != 0 && control.type == type) return control.number;
  }
  return 0;
}

std::optional<uint32_t> UinputBusByName(std::string_view name) {
  for (const Bus& bus : kBuses) {
    if (std::ranges::equal(name, bus.name, [](char a, char b) {
          return std::tolower(static_cast<unsigned char>(a)) == b;
        })) {
      return bus.number;
    }
  }
  return std::nullopt;
}

std::string_view UinputBusName(uint32_t number) {
  for (const Bus& bus : kBuses) {
    if (bus.number == number) return bus.name;
  }
  return {};
}

}  // namespace reprise::formats
