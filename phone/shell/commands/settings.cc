// settings, and what people ask of settings by `content`.
#include <algorithm>

#include "phone/shell/commands/all.h"
#include "phone/shell/options.h"

namespace reprise::phone {
namespace {

bool IsTable(const std::string& text) {
  return text == "system" || text == "secure" || text == "global";
}

std::vector<PhoneSetting> Table(Process& process, const std::string& table) {
  std::vector<PhoneSetting> rows = process.phone().Settings();
  std::erase_if(rows, [&](const PhoneSetting& row) {
    return row.table() != table || !row.has_value();
  });
  std::sort(rows.begin(), rows.end(),
            [](const PhoneSetting& a, const PhoneSetting& b) {
              return a.name() < b.name();
            });
  return rows;
}

PhoneSetting Row(const std::string& table, const std::string& name,
                 const std::optional<std::string>& value) {
  PhoneSetting row;
  row.set_table(table);
  row.set_name(name);
  if (value) row.set_value(*value);
  return row;
}

int Settings(Process& process) {
  std::vector<std::string> words;
  for (size_t i = 1; i < process.args.size(); ++i) {
    if (process.args[i] == "--user" || process.args[i] == "--lineage") {
      ++i;
    } else {
      words.push_back(process.args[i]);
    }
  }
  const auto bad = [&](std::string_view why) {
    process.Err(std::string(why) + "\n" +
                process.world->commands.UsageOf("settings") + "\n");
    return 255;
  };
  if (words.empty()) return bad("No command specified");
  const std::string verb = words[0];
  const size_t wanted = verb == "put"                       ? 4
                        : verb == "list" || verb == "reset" ? 2
                                                            : 3;
  if (verb != "get" && verb != "put" && verb != "delete" && verb != "list" &&
      verb != "reset") {
    return bad("Invalid command: " + verb);
  }
  if (words.size() < wanted) return bad("Not enough arguments");
  if (!IsTable(words[1])) return bad("Invalid namespace '" + words[1] + "'");
  const std::string& table = words[1];
  const auto rows = Table(process, table);
  if (verb == "list") {
    for (const PhoneSetting& row : rows)
      process.Print("{}={}\n", row.name(), row.value());
    return 0;
  }
  if (verb == "reset") return 0;
  const auto found = std::find_if(
      rows.begin(), rows.end(),
      [&](const PhoneSetting& row) { return row.name() == words[2]; });
  if (verb == "get") {
    process.Out((found == rows.end() ? "null" : found->value()) + "\n");
    return 0;
  }
  if (verb == "delete") {
    process.Print("Deleted {} rows\n", found == rows.end() ? 0 : 1);
    if (found == rows.end()) return 0;
    return process.Report(
        process.phone().ChangeSetting(Row(table, words[2], std::nullopt)));
  }
  return process.Report(
      process.phone().ChangeSetting(Row(table, words[2], words[3])));
}

// content query|insert|delete --uri content://settings/TABLE ...
int Content(Process& process) {
  std::string uri, where, name;
  std::optional<std::string> value;
  for (size_t i = 2; i + 1 < process.args.size(); ++i) {
    const std::string& word = process.args[i];
    const std::string& next = process.args[i + 1];
    if (word == "--uri") uri = next;
    if (word == "--where") where = next;
    if (word == "--bind" && next.starts_with("name:s:")) name = next.substr(7);
    if (word == "--bind" && next.starts_with("value:"))
      value = next.substr(std::min<size_t>(8, next.size()));
  }
  const std::string verb = process.args.size() > 1 ? process.args[1] : "";
  constexpr std::string_view kPrefix = "content://settings/";
  if (uri.empty() || !uri.starts_with(kPrefix)) {
    process.Err(
        "[ERROR] Could not find provider: " + uri +
        "; this phone's content command knows content://settings/...\n");
    return 1;
  }
  const std::string table = uri.substr(
      kPrefix.size(), uri.find('/', kPrefix.size()) - kPrefix.size());
  if (!IsTable(table)) {
    process.Err("[ERROR] Unknown settings table " + table + "\n");
    return 1;
  }
  if (where.starts_with("name=")) {
    where.erase(0, 5);
    std::erase(where, '\'');
    std::erase(where, '"');
  }
  if (verb == "insert" || verb == "update" || verb == "delete") {
    if (name.empty()) name = where;
    if (name.empty()) return process.Fail("needs a name");
    if (verb == "delete") value.reset();
    return process.Report(
        process.phone().ChangeSetting(Row(table, name, value)));
  }
  if (verb != "query") {
    process.Err("[ERROR] Unsupported operation: " + verb + "\n");
    return 1;
  }
  int index = 0;
  for (const PhoneSetting& row : Table(process, table)) {
    if (!where.empty() && row.name() != where) continue;
    process.Print("Row: {0} _id={1}, name={2}, value={3}\n", index, index + 1,
                  row.name(), row.value());
    ++index;
  }
  if (index == 0) process.Out("No result found.\n");
  return 0;
}

}  // namespace

void AddSettings(Commands& commands) {
  commands.Add("settings",
               "usage: settings get TABLE NAME\n"
               "       settings put TABLE NAME VALUE\n"
               "       settings delete TABLE NAME\n"
               "       settings list TABLE\n"
               "TABLE is system, secure or global.",
               Settings);
  commands.Add(
      "content",
      "usage: content query|insert|delete --uri content://settings/TABLE "
      "[--where \"name='NAME'\"] [--bind name:s:NAME --bind value:s:VALUE]",
      Content);
}

}  // namespace reprise::phone
