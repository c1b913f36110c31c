#include "phone/shell/commands/all.h"

namespace reprise::phone {

void AddAll(Commands& commands) {
  for (const auto add : {
           AddShellCommands, AddTest,       AddText,     AddGrep,
           AddSort,          AddSed,        AddFiles,    AddLs,
           AddFind,          AddStreams,    AddDigests,  AddTar,
           AddSystem,        AddPrograms,   AddAm,       AddPm,
           AddCmd,           AddInput,      AddMonkey,   AddWm,
           AddSettings,      AddProperties, AddDumpsys,  AddUiautomator,
           AddScreencap,     AddLogcat,     AddGetevent, AddArchives,
           AddBytes,         AddDiff,       AddAwk,      AddMachine,
       }) {
    add(commands);
  }
}

}  // namespace reprise::phone
