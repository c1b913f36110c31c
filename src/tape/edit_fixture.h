// The fixture of the tests of edits: tapes in memory, and plans run on them.
#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

#include "base/memory_file_system.h"
#include "tape/edit.h"
#include "tape/edit_testing.h"

namespace reprise::tape {

class EditTest : public ::testing::Test {
 protected:
  EditReport Edited(EditPlan plan) {
    if (plan.inputs.empty()) plan.inputs = {"a.mcap"};
    auto report = Edit(files_, plan, "out.mcap");
    EXPECT_TRUE(report) << report.error().message;
    return report ? *report : EditReport();
  }
  std::string ErrorOf(EditPlan plan) {
    if (plan.inputs.empty()) plan.inputs = {"a.mcap"};
    auto report = Edit(files_, plan, "out.mcap");
    if (report) return "(no error)";
    EXPECT_EQ(report.error().kind, ErrorKind::kInvalidArgument);
    EXPECT_FALSE(files_.Get("out.mcap"));
    EXPECT_FALSE(files_.Get("out.mcap.part"));
    return report.error().message;
  }
  std::vector<std::string> Result() { return Lines(files_, "out.mcap"); }

  void PutTape(const std::string& path, const std::vector<Entry>& entries,
               const std::function<void(TapeWriter&)>& more = {}) {
    WriteTape(files_, path, entries, more);
  }

  // Ten seconds, in which a touch follows an evdev frame every second.
  void PutLongTape() {
    std::vector<Entry> entries = {
        {"/reprise/anchor", 1000, AnchorData(1, 1000)}};
    for (uint64_t i = 1; i <= 9; i++) {
      const uint64_t id = i * 10;
      entries.push_back({"/input/evdev/event0", 1000 + i * 100, EvdevData(id),
                         0, uint32_t(i)});
      entries.push_back({"/input/touch", 1001 + i * 100,
                         TouchData(id + 1, id, {id, id - 10}), 0, uint32_t(i)});
      if (i % 3 == 0) {
        entries.push_back({"/reprise/anchor", 1050 + i * 100,
                           AnchorData(id + 2, int64_t(1050 + i * 100))});
      }
    }
    PutTape("a.mcap", entries);
  }

  MemoryFileSystem files_;
};

}  // namespace reprise::tape
