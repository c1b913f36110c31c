#include "cli/table.h"

#include <algorithm>

#include "base/check.h"

namespace reprise::cli {
namespace {

size_t Width(std::string_view text) {
  return static_cast<size_t>(std::ranges::count_if(text, [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0) != 0x80;
  }));
}

}  // namespace

Table::Table(std::vector<Column> columns) : columns_(std::move(columns)) {}

void Table::Add(std::vector<std::string> row) {
  CHECK_EQ(row.size(), columns_.size());
  rows_.push_back(std::move(row));
}

std::string Table::Render(const Console& console) const {
  std::vector<size_t> widths;
  widths.reserve(columns_.size());
  for (const Column& column : columns_) widths.push_back(Width(column.title));
  for (const auto& row : rows_) {
    for (size_t i = 0; i < row.size(); ++i) {
      widths[i] = std::max(widths[i], Width(row[i]));
    }
  }
  const auto line = [&](const auto& cell_of) {
    std::string text;
    for (size_t i = 0; i < columns_.size(); ++i) {
      const std::string& cell = cell_of(i);
      const std::string padding(widths[i] - Width(cell), ' ');
      const bool right = columns_[i].align == Align::kRight;
      text += "  " + (right ? padding + cell : cell + padding);
    }
    text.erase(text.find_last_not_of(' ') + 1);
    return text;
  };
  std::string out = console.Dim(line([&](size_t i) -> const std::string& {
    return columns_[i].title;
  })) + "\n";
  for (const auto& row : rows_) {
    out += line([&](size_t i) -> const std::string& { return row[i]; }) + "\n";
  }
  return out;
}

}  // namespace reprise::cli
