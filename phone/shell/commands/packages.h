// What several commands ask about installed packages.
//
// Threads: any.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "phone/shell/process.h"

namespace reprise::phone {

constexpr uint32_t kFlagSystem = 1;  // ApplicationInfo.FLAG_SYSTEM

// Sorted by name.
std::vector<PhonePackage> SortedPackages(const Process& process);
std::optional<PhonePackage> FindPackage(const Process& process,
                                        const std::string& name);
// Where the phone has a file of the host.
std::string PhonePath(const Process& process, const PhonePackage& package);

struct Match {
  const PhonePackage* package;
  const PhoneComponent* component;
  int priority;
};
// The components of a kind that an intent can mean, the best first.
std::vector<Match> Resolve(const std::vector<PhonePackage>& packages,
                           const PhoneIntent& intent,
                           PhoneComponent::Kind kind);

// `dumpsys package NAME`.
void DumpPackage(Process& process, const PhonePackage& package);

// pm install and its sessions: pm_install.cc.
int Install(Process& process);
int InstallCreate(Process& process);
int InstallWrite(Process& process);
int InstallCommit(Process& process);
int InstallAbandon(Process& process);
// pm list, path, resolve-activity ...: pm_list.cc.
int ListThings(Process& process);
int ResolveActivity(Process& process);
bool HasFeature(std::string_view name);

}  // namespace reprise::phone
