#include "phone/daemon/supervisor.h"

#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "adb/device_list.h"
#include "adb/server.h"
#include "adb/server_protocol.h"
#include "adb/socket_address.h"
#include "base/file.h"
#include "base/log.h"
#include "phone/daemon/adb_services.h"
#include "phone/daemon/agent.h"
#include "phone/daemon/console_words.h"
#include "phone/daemon/properties.h"

namespace reprise::phone {
namespace {

constinit LogModule g_log("phone");

// Where adb looks for emulators: pairs of console and adb.
constexpr uint16_t kFirstPort = 5555;
constexpr uint16_t kLastPort = 5585;
constexpr const char* kUsualProfile = "pixel-7";

Result<std::unique_ptr<Store>> OpenStore(const PhoneFolder& folder,
                                         const std::string& profile) {
  ASSIGN_OR_RETURN(const PhoneProfile wanted,
                   ParseProfile(profile.empty() ? kUsualProfile : profile));
  ASSIGN_OR_RETURN(auto store,
                   Store::Open(RealFileSystem(), folder.state(), wanted));
  const PhoneProfile now = store->Get().natural_profile();
  const bool differs = wanted.width_px() != now.width_px() ||
                       wanted.height_px() != now.height_px() ||
                       wanted.density_dpi() != now.density_dpi();
  if (!profile.empty() && differs) {
    RETURN_IF_ERROR(store->Change([&](PhoneStore& changed) {
      *changed.mutable_natural_profile() = wanted;
      *changed.mutable_profile() = wanted;
    }));
  }
  return store;
}

}  // namespace

Result<std::unique_ptr<Supervisor>> Supervisor::Start(
    adb::Loop& loop, const SupervisorOptions& options) {
  ASSIGN_OR_RETURN(PhoneFolder folder, PhoneFolder::Open(options.folder));
  std::unique_ptr<Supervisor> self(
      new Supervisor(loop, std::move(folder), options.name));
  self->worker_ = options.worker;
  ASSIGN_OR_RETURN(self->store_, OpenStore(self->folder_, options.profile));
  ASSIGN_OR_RETURN(PhoneOptions phone, ChooseOptions(options, *self->store_));
  ASSIGN_OR_RETURN(phone.framework, FindFramework());
  ASSIGN_OR_RETURN(self->phone_, VirtualPhone::Make(loop, self->folder_,
                                                    *self->store_, phone));
  Commands commands;
  AddAgent(commands, *self->phone_);
  self->shells_ =
      std::make_unique<ShellHost>(*self->phone_, std::move(commands));
  ASSIGN_OR_RETURN(self->files_, adb::RealFileTree::At(self->folder_.files()));
  self->installs_ = std::make_unique<Worker>();
  RETURN_IF_ERROR(self->ListenForAdb(options.port));
  Supervisor* const me = self.get();
  ASSIGN_OR_RETURN(self->control_,
                   Control::Start(loop, *self->phone_, *self->shells_,
                                  {.path = self->folder_.control(),
                                   .status = [me] { return me->StatusLine(); },
                                   .stop = [me] { me->Stop(); }}));
  RETURN_IF_ERROR(WriteWholeFile(RealFileSystem(), self->folder_.running(),
                                 self->StatusLine()));
  self->phone_->Warm();
  self->phone_->Boot();
  self->TellAdbServer();
  return self;
}

Supervisor::~Supervisor() {
  // Everybody who waits for the phone is woken first, then asked to go.
  if (phone_) phone_->OnShutdown();
  if (server_.valid()) loop_.Unwatch(server_.get());
  control_.reset();
  daemon_.reset();
  console_.reset();
  installs_.reset();
  shells_.reset();
}

Result<std::unique_ptr<adb::Daemon>> Supervisor::StartDaemon(uint16_t port) {
  adb::DaemonOptions options;
  options.listen.port = port;
  options.banner.product =
      worker_ ? std::string(adb::kWorkerProduct) : "reprise_phone";
  options.banner.model = kModel;
  options.banner.device = "phone";
  options.banner.features = PhoneFeatures();
  return adb::Daemon::Start(
      loop_, std::move(options),
      [this](adb::ServiceTable& table, adb::HostLink& host) {
        AddPhoneServices(table, loop_, host, *phone_, *shells_, files_);
      });
}

Status Supervisor::ListenForAdb(uint16_t port) {
  if (port != 0) {
    ASSIGN_OR_RETURN(daemon_, StartDaemon(port));
    return {};
  }
  for (port = kFirstPort; port <= kLastPort; port += 2) {
    auto console =
        Console::Start(loop_, {.port = static_cast<uint16_t>(port - 1),
                               .name = name_,
                               .stop = [this] { Stop(); },
                               .device =
                                   [this](const std::string& line) {
                                     return ConsoleWords(*phone_).Do(line);
                                   }});
    if (!console) continue;
    auto daemon = StartDaemon(port);
    if (!daemon) continue;
    console_ = *std::move(console);
    daemon_ = *std::move(daemon);
    return {};
  }
  // All are taken: it takes an `adb connect` to see this one.
  ASSIGN_OR_RETURN(daemon_, StartDaemon(0));
  return {};
}

void Supervisor::TellAdbServer() {
  if (!console_) return;
  const auto address = adb::ServerAddressFromEnvironment();
  if (!address) return;
  auto socket = adb::StartConnecting(*address);
  if (!socket) return;  // none runs; the next one finds us
  server_ = *std::move(socket);
  loop_.Watch(server_.get(), POLLOUT, [this](short) {
    const std::string request =
        adb::EncodeText(fmt::format("host:emulator:{}", daemon_->port()));
    (void)!send(server_.get(), request.data(), request.size(), MSG_NOSIGNAL);
    loop_.Unwatch(server_.get());
    server_.Close();
  });
}

std::string Supervisor::Serial() const {
  return console_ ? fmt::format("emulator-{}", daemon_->port() - 1)
                  : fmt::format("127.0.0.1:{}", daemon_->port());
}

std::string Supervisor::StatusLine() {
  const PhoneProfile profile = phone_->Profile();
  nlohmann::ordered_json status = {
      {"name", name_},
      {"serial", Serial()},
      {"port", daemon_->port()},
      {"pid", getpid()},
      {"folder", folder_.path()},
      {"clock", phone_->clock().is_virtual() ? "virtual" : "real"},
      {"uptime_ns", phone_->clock().UptimeNs()},
      {"display", fmt::format("{}x{}@{}", profile.width_px(),
                              profile.height_px(), profile.density_dpi())},
      {"front", phone_->FrontPackage()},
  };
  const PhoneClock clock = phone_->clock().Message();
  if (clock.vary()) status["seed"] = clock.seed();
  const std::string net = store_->Get().net();
  status["net"] = net.empty() ? "on" : net;
  status["packages"] = nlohmann::ordered_json::array();
  for (const PhonePackage& package : phone_->Packages()) {
    status["packages"].push_back(package.manifest().package_name());
  }
  status["unsupported"] = nlohmann::ordered_json::object();
  for (const auto& [what, sentence] : phone_->Unsupported()) {
    status["unsupported"][what] = sentence;
  }
  return status.dump(-1, ' ', false,
                     nlohmann::ordered_json::error_handler_t::replace) +
         "\n";
}

void Supervisor::InstallThen(std::vector<std::string> apks,
                             std::function<void(const Status&)> done) {
  installs_->Post([this, apks = std::move(apks), done = std::move(done)] {
    Status status;
    for (const std::string& apk : apks) {
      const auto installed = phone_->Install({apk}, {.allow_test_only = true});
      if (!installed) {
        status = Fail(installed.error().kind, "cannot install {}: {}", apk,
                      installed.error().message);
        break;
      }
    }
    loop_.Post([status, done] { done(status); });
  });
}

void Supervisor::Stop() {
  LOG(g_log, kInfo, "the phone is switched off");
  // Who waits for the phone in another thread gets on.
  phone_->OnShutdown();
  loop_.Stop();
}

}  // namespace reprise::phone
