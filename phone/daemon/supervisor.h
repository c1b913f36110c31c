// Supervisor: one running phone with everything that listens for it: adb, the
// console, the control socket.
//
// Threads: the loop's.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "adb/daemon.h"
#include "adb/file_tree.h"
#include "adb/loop.h"
#include "phone/daemon/console.h"
#include "phone/daemon/control.h"
#include "phone/daemon/options.h"
#include "phone/daemon/phone_folder.h"
#include "phone/daemon/store.h"
#include "phone/daemon/virtual_phone.h"
#include "phone/shell/shell_program.h"

namespace reprise::phone {

class Supervisor {
 public:
  static Result<std::unique_ptr<Supervisor>> Start(
      adb::Loop& loop, const SupervisorOptions& options);
  ~Supervisor();

  // One line of JSON: name, serial, port, folder, process, clock, ...
  std::string StatusLine();
  // Installs them in the background; `done` is called in the loop's thread.
  void InstallThen(std::vector<std::string> apks,
                   std::function<void(const Status&)> done);
  // Ends the loop.
  void Stop();

 private:
  Supervisor(adb::Loop& loop, PhoneFolder folder, std::string name)
      : loop_(loop), folder_(std::move(folder)), name_(std::move(name)) {}
  Status ListenForAdb(uint16_t port);
  Result<std::unique_ptr<adb::Daemon>> StartDaemon(uint16_t port);
  std::string Serial() const;
  // An adb server that runs looks for emulators only when it begins.
  void TellAdbServer();

  adb::Loop& loop_;
  PhoneFolder folder_;
  const std::string name_;
  bool worker_ = false;
  std::unique_ptr<Store> store_;
  std::unique_ptr<VirtualPhone> phone_;
  std::unique_ptr<ShellHost> shells_;
  std::shared_ptr<adb::FileTree> files_;
  std::unique_ptr<Console> console_;
  std::unique_ptr<adb::Daemon> daemon_;
  std::unique_ptr<Control> control_;
  std::unique_ptr<Worker> installs_;
  Fd server_;  // the adb server, while it is told
};

}  // namespace reprise::phone
