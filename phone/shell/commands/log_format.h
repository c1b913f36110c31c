// Lines of the log as logcat prints them.
//
// Threads: plain values.
#pragma once

#include <string>
#include <string_view>

#include "phone/shell/log_buffer.h"

namespace reprise::phone {

struct LogFormat {
  std::string kind = "threadtime";
  std::string zone;  // the phone's
  bool color = false, usec = false, nsec = false, year = false,
       show_zone = false, utc = false, epoch = false, monotonic = false,
       uid = false;

  // A word of -v: a kind or a modifier; false if there is no such.
  bool Apply(std::string_view word);
};

std::string FormatLine(const LogFormat& format, const LogLine& line);
char PriorityLetter(int priority);
// 'V' ... 'F', 'S' (silent, 8), '*' (verbose), digits; 0 if it is none.
int PriorityFrom(std::string_view text);

}  // namespace reprise::phone
