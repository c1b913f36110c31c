// The part of VirtualPhone that does what apps want of each other.
#include <algorithm>
#include <set>
#include <tuple>

#include "phone/daemon/intents.h"
#include "phone/daemon/virtual_phone.h"

namespace reprise::phone {
namespace {

constexpr int kWarn = 5;
// An app that hangs is left out.
constexpr std::chrono::seconds kAskPatience{5};
constexpr size_t kMaxSticky = 1000;
// Apps for versions before Android 8 are woken by broadcasts that name nobody.
constexpr int kLimitedSince = 26;
// Intent.FLAG_*
constexpr uint32_t kIncludeStopped = 0x20;
constexpr uint32_t kRegisteredOnly = 0x40000000;

PhoneCaller CallerOf(const App& app, const PhoneReply::StartOther& start) {
  PhoneCaller caller;
  caller.set_package_name(app.package);
  caller.set_uid(app.uid);
  caller.set_pid(app.pid);
  *caller.mutable_permissions() = start.held();
  return caller;
}

// May what an app sends start another one that does not run?
bool Wakes(const PhonePackage& package, const PhoneIntent& intent) {
  if ((intent.flags() & kRegisteredOnly) != 0) return false;
  if (!intent.component().empty()) {
    return MayName(package, PhoneComponent::KIND_RECEIVER, intent);
  }
  if (package.stopped() && (intent.flags() & kIncludeStopped) == 0) {
    return false;
  }
  const bool named = !intent.package_name().empty();
  return (named || package.manifest().target_sdk() < kLimitedSince) &&
         Takes(package, PhoneComponent::KIND_RECEIVER, intent);
}

PhoneRequest SendOf(const App& from, const PhoneReply::StartOther& start) {
  PhoneRequest request;
  auto* const send = request.mutable_send();
  send->set_kind(start.kind());
  *send->mutable_intent() = start.intent();
  *send->mutable_from() = CallerOf(from, start);
  *send->mutable_needs() = start.needs();
  if (start.has_order()) *send->mutable_order() = start.order();
  if (start.has_sticky()) send->set_sticky(start.sticky());
  return request;
}

// Priorities of receivers of the manifest that take it.
PhoneReceivers ReceiversOf(const PhonePackage& package,
                           const PhoneIntent& intent) {
  PhoneReceivers receivers;
  receivers.set_package_name(package.manifest().package_name());
  std::set<int> priorities = TakenAt(package, intent);
  if (!intent.component().empty()) priorities = {0};
  receivers.mutable_priorities()->Assign(priorities.begin(), priorities.end());
  return receivers;
}

bool SameFilter(const PhoneIntent& a, const PhoneIntent& b) {
  const auto key = [](const PhoneIntent& one) {
    std::set<std::string> categories(one.categories().begin(),
                                     one.categories().end());
    return std::tuple(one.action(), one.data(), one.mime_type(),
                      one.component(), one.package_name(), categories);
  };
  return key(a) == key(b);
}

}  // namespace

void VirtualPhone::DoAskOrder(const App& from,
                              const PhoneReply::StartOther& start) {
  const PhoneIntent& intent = start.intent();
  const PhoneRequest request = SendOf(from, start);
  PhoneRequest answer;
  answer.mutable_order()->set_token(start.order().token());
  const std::string named = NamedPackage(intent);
  for (const PhonePackage& package : Packages()) {
    const std::string& name = package.manifest().package_name();
    if (name == from.package || (!named.empty() && name != named)) continue;
    if (!IsEnabled(name)) continue;
    if (const auto app = apps_.Find(name)) {
      const auto reply =
          app->process->Ask(request, PhoneReply::kOrder, kAskPatience);
      if (!reply) continue;
      answer.mutable_order()->mutable_receivers()->MergeFrom(
          reply->order().receivers());
    } else if (Wakes(package, intent)) {
      *answer.mutable_order()->add_receivers() = ReceiversOf(package, intent);
    }
  }
  from.process->Tell(std::move(answer));
}

void VirtualPhone::DoGiveOrder(const App& from,
                               const PhoneReply::StartOther& start) {
  const std::string& to = start.order().to();
  const uint64_t token = ++last_token_;
  Ordered& ordered = orders_[token];
  ordered.wanted = {from.package, start.order().token(), to};
  ordered.order = start.order();
  ordered.order.set_token(token);
  PhoneRequest request = SendOf(from, start);
  request.mutable_send()->mutable_order()->set_token(token);
  const auto app = store_.Package(to)
                       ? RunBehind(to, start.intent())
                       : Result<App>(Fail(ErrorKind::kNotFound, "gone"));
  if (app) {
    app->process->Tell(std::move(request));
  } else {
    GiveOrder(PhoneOrder(ordered.order));
  }
}

void VirtualPhone::GiveOrder(const PhoneOrder& done) {
  const auto found = orders_.find(done.token());
  if (found == orders_.end()) return;
  const Wanted wanted = found->second.wanted;
  orders_.erase(found);
  const auto app = apps_.Find(wanted.by);
  if (!app) return;
  PhoneRequest request;
  *request.mutable_order() = done;
  request.mutable_order()->set_token(wanted.token);
  request.mutable_order()->set_to(wanted.from);
  app->process->Tell(std::move(request));
}

void VirtualPhone::DoSendOther(const App& from,
                               const PhoneReply::StartOther& start) {
  const PhoneIntent& intent = start.intent();
  settled_ = false;
  if (start.has_sticky()) {
    std::erase_if(sticky_, [&](const PhoneIntent& one) {
      return SameFilter(one, intent);
    });
    if (start.sticky() && sticky_.size() < kMaxSticky) {
      sticky_.push_back(intent);
    }
  }
  const PhoneRequest request = SendOf(from, start);
  const std::string named = NamedPackage(intent);
  const bool broadcast = start.kind() == PhoneRequest::Send::KIND_BROADCAST;
  const bool stop = start.kind() == PhoneRequest::Send::KIND_STOP_SERVICE;
  for (const PhonePackage& package : Packages()) {
    const std::string& name = package.manifest().package_name();
    if (name == from.package || (!named.empty() && name != named)) continue;
    if (!IsEnabled(name)) continue;
    if (const auto app = apps_.Find(name)) {
      app->process->Tell(request);
    } else if (!stop && (!broadcast || Wakes(package, intent))) {
      const auto woken = RunBehind(name, intent);
      if (woken) woken->process->Tell(request);
    }
  }
}

void VirtualPhone::DoStartOther(const App& from,
                                const PhoneReply::StartOther& start) {
  if (start.kind() != PhoneRequest::Send::KIND_UNSPECIFIED) {
    if (!start.has_order()) return DoSendOther(from, start);
    return start.order().to().empty() ? DoAskOrder(from, start)
                                      : DoGiveOrder(from, start);
  }
  const PhoneIntent& intent = start.intent();
  const std::string package = PackageFor(intent, store_.Get());
  uint64_t token = 0;
  if (start.result_token() != 0) {
    token = ++last_token_;
    results_[token] = {from.package, start.result_token(), package};
  }
  const auto started = package.empty() || package == from.package
                           ? Result<PhoneReply::Started>(
                                 Fail(ErrorKind::kNotFound, "nothing takes it"))
                           : StartIn(package, intent, {}, token);
  if (started && started->code() >= 0) return;
  Say("ActivityTaskManager", kWarn,
      fmt::format("cannot start {{{}}} for {}: {}", ShowIntent(intent),
                  from.package,
                  started ? "it was refused" : started.error().message));
  PhoneReply::OtherResult cancelled;
  cancelled.set_result_token(token);
  GiveResult(cancelled);
}

void VirtualPhone::GiveResult(const PhoneReply::OtherResult& result) {
  const auto found = results_.find(result.result_token());
  if (found == results_.end()) return;
  const Wanted wanted = found->second;
  results_.erase(found);
  const auto app = apps_.Find(wanted.by);
  if (!app) return;
  PhoneRequest request;
  request.mutable_result()->set_result_token(wanted.token);
  request.mutable_result()->set_code(result.code());
  if (result.has_data()) {
    *request.mutable_result()->mutable_data() = result.data();
  }
  apps_.BringToFront(*app);
  app->process->Tell(std::move(request));
}

}  // namespace reprise::phone
