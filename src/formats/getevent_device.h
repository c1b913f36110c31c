// The part of getevent's text that describes a device: what follows an
// `add device` line, with -p or -i all that the device can do.
//
// Threads: used by one thread.
#pragma once

#include <string>
#include <string_view>

#include "input/recording.h"

namespace reprise::formats {

// Takes the indented lines after an `add device` line, one by one. Lines that
// it does not know (a HID descriptor, what a newer getevent adds) are passed
// over; names of codes that are not known are in `losses`.
class GeteventListing {
 public:
  GeteventListing(EvdevDevice* device, input::Losses* losses)
      : device_(device), losses_(losses) {}

  void Take(std::string_view line);

 private:
  enum class Section { kNone, kEvents, kProperties };

  bool TakeField(std::string_view text);
  void TakeCodes(std::string_view text);
  void TakeAxis(std::string_view name, std::string_view values);
  void AddCodeNamed(std::string_view name);

  EvdevDevice* const device_;
  input::Losses* const losses_;
  Section section_ = Section::kNone;
  uint32_t type_ = 0;  // of the list in which we are; 0: none
};

// `add device NUMBER` and its listing, with names or with hex.
void WriteGeteventListing(const EvdevDevice& device, size_t number, bool names,
                          std::string* out);

// A code by its name or in hex. getevent cuts names to 20 characters.
bool ParseGeteventCode(std::string_view word, uint32_t type, uint32_t* code);

}  // namespace reprise::formats
