// The list of the phone's commands: each file of this folder adds its own.
//
// Threads: called once, by Commands.
#pragma once

#include "phone/shell/commands.h"

namespace reprise::phone {

void AddAll(Commands& commands);

// The language's own.
void AddShellCommands(Commands& commands);  // sh echo printf sleep env ...
void AddTest(Commands& commands);           // test [ [[
// What every Unix has.
void AddText(Commands& commands);      // cat head tail wc tee cut tr seq ...
void AddGrep(Commands& commands);      // grep
void AddSort(Commands& commands);      // sort uniq
void AddSed(Commands& commands);       // sed
void AddFiles(Commands& commands);     // cp mv rm mkdir touch chmod ln ...
void AddLs(Commands& commands);        // ls stat
void AddFind(Commands& commands);      // find xargs
void AddStreams(Commands& commands);   // dd du df
void AddDigests(Commands& commands);   // md5sum sha1sum sha256sum base64
void AddTar(Commands& commands);       // tar
void AddArchives(Commands& commands);  // gzip gunzip zcat unzip
void AddBytes(Commands& commands);     // xxd od cmp
void AddDiff(Commands& commands);      // diff
void AddAwk(Commands& commands);       // awk
void AddMachine(Commands& commands);   // free mount ip service toybox ...
void AddSystem(Commands& commands);    // id whoami uname date uptime ...
void AddPrograms(Commands& commands);  // ps kill pidof top run-as
// What only a phone has.
void AddAm(Commands& commands);
void AddPm(Commands& commands);
void AddCmd(Commands& commands);  // cmd and the services behind it
void AddInput(Commands& commands);
void AddMonkey(Commands& commands);
void AddWm(Commands& commands);
void AddSettings(Commands& commands);    // settings content
void AddProperties(Commands& commands);  // getprop setprop
void AddDumpsys(Commands& commands);
void AddUiautomator(Commands& commands);
void AddScreencap(Commands& commands);
void AddLogcat(Commands& commands);    // logcat log
void AddGetevent(Commands& commands);  // getevent sendevent

}  // namespace reprise::phone
