// Columns that stand under each other, for eyes.
//
// Cells are text that is safe for a terminal; their width is counted in code
// points, not bytes.
//
// Threads: plain values.
#pragma once

#include <string>
#include <vector>

#include "cli/console.h"

namespace reprise::cli {

enum class Align { kLeft, kRight };

class Table {
 public:
  struct Column {
    std::string title;
    Align align = Align::kLeft;
  };

  explicit Table(std::vector<Column> columns);

  // One cell per column.
  void Add(std::vector<std::string> row);

  // Each line indented by two spaces, no spaces at the ends.
  std::string Render(const Console& console) const;

 private:
  const std::vector<Column> columns_;
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace reprise::cli
