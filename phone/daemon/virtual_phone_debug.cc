// The part of VirtualPhone that is for those who look into an app: debuggers,
// and which of its methods ran.
#include "phone/daemon/virtual_phone.h"

namespace reprise::phone {
namespace {

constexpr std::chrono::seconds kPatience{60};
constexpr int kWarn = 5;

}  // namespace

void VirtualPhone::OnAttach(const App& app, PhoneRequest::Attach* attach) {
  debuggers_.Changed();
  {
    const std::lock_guard lock(mutex_);
    attach->set_methods(!app.package.empty() && app.package == noted_);
  }
  if (!debuggers_.Begins(app)) return;
  attach->set_wait_for_debugger(true);
  Say("ActivityThread", kWarn,
      fmt::format("Application {} is waiting for the debugger on port 8100...",
                  app.package),
      &app);
}

Status VirtualPhone::SetDebugApp(const std::string& package, bool wait,
                                 bool once) {
  if (!package.empty() && !store_.Package(package)) {
    return Fail(ErrorKind::kNotFound, "Unknown package: {}", package);
  }
  if (!package.empty()) {
    const auto lock = LockToStop(package);
    StopByForce(package, "set debug app");
  }
  debuggers_.SetApp(package, wait, once);
  return {};
}

void VirtualPhone::DoGo(const App& app) {
  settled_ = false;
  PhoneRequest request;
  request.mutable_debug()->set_what(PhoneRequest::Debug::WHAT_GO);
  // How it died, if it did, is in the log.
  (void)app.process->Ask(std::move(request), PhoneReply::kDone, kPatience);
}

void VirtualPhone::NoteMethods(const std::string& package) {
  const std::lock_guard lock(mutex_);
  noted_ = package;
}

Result<PhoneReply::MethodsRan> VirtualPhone::MethodsHeld(
    const std::string& package, int32_t* pid) {
  const auto app = apps_.Find(package);
  if (!app) return Fail(ErrorKind::kNotFound, "{} does not run", package);
  *pid = app->pid;
  PhoneRequest request;
  request.mutable_ask_methods()->set_begin(true);
  ASSIGN_OR_RETURN(const PhoneReply reply,
                   app->process->Ask(std::move(request),
                                     PhoneReply::kMethodsRan, kPatience));
  return reply.methods_ran();
}

}  // namespace reprise::phone
