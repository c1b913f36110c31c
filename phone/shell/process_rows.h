// The programs that the phone seems to run: its own, the apps' and those of the
// shells. ps, pidof and /proc tell of the same ones.
//
// Threads: plain functions.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "phone/shell/session.h"

namespace reprise::phone {

struct ProcessRow {
  int pid = 0, parent = 1, uid = 0;
  int64_t resident_kib = 0;
  std::string name;
  std::string arguments;
  char state = 'S';
  int oom_score_adj = -1000;
};

// By pid.
std::vector<ProcessRow> ProcessRows(World& world);

}  // namespace reprise::phone
