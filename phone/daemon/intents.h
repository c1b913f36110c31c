// Which package an intent is for, as far as the manifests tell. The process of
// the package finds the component by itself.
//
// Threads: plain functions.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "reprise/phone.pb.h"
#include "reprise/phone_store.pb.h"

namespace reprise::phone {

// By its component or package, else the first whose activities take it; empty:
// none is installed.
std::string PackageFor(const PhoneIntent& intent, const PhoneStore& store);

// The package that its component or itself names; empty: none.
std::string NamedPackage(const PhoneIntent& intent);

// True if others may use the component that it names, which is of this kind.
bool MayName(const PhonePackage& package, PhoneComponent::Kind kind,
             const PhoneIntent& intent);

// True if a component of this kind takes it.
bool Takes(const PhonePackage& package, PhoneComponent::Kind kind,
           const PhoneIntent& intent);

// Priorities of the filters of its receivers that take it.
std::set<int> TakenAt(const PhonePackage& package, const PhoneIntent& intent);

// As Android's log shows it: "act=android.intent.action.MAIN cmp=com.a/.Main".
std::string ShowIntent(const PhoneIntent& intent);

}  // namespace reprise::phone
