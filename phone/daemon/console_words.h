// What the emulator's console can do with the device, in the emulator's own
// words: geo, sensor, power, rotate, finger.
//
// Threads: Do() waits for the phone; any but the loop's.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "phone/daemon/virtual_phone.h"

namespace reprise::phone {

class ConsoleWords {
 public:
  explicit ConsoleWords(VirtualPhone& phone) : phone_(phone) {}

  // True for a line that begins with one of them.
  static bool Knows(const std::string& line);
  // Lines to print before OK; an error is what stands after KO.
  Result<std::string> Do(const std::string& line);

 private:
  using Words = std::vector<std::string>;

  Result<std::string> Geo(const Words& words);
  Result<std::string> Sensor(const Words& words);
  Result<std::string> Finger(const Words& words);
  Result<std::string> Power(const Words& words);
  Result<std::string> Rotate();

  VirtualPhone& phone_;
};

}  // namespace reprise::phone
