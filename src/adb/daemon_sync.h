// The service sync: over any FileTree, both versions of the protocol.
//
// A file that is refused is refused at once; what the host still sends of it
// is passed over, and the stream stays usable.
//
// Threads: the loop's.
#pragma once

#include <memory>

#include "adb/daemon_service.h"
#include "adb/file_tree.h"

namespace reprise::adb {

void AddSync(ServiceTable& table, std::shared_ptr<FileTree> files);

}  // namespace reprise::adb
