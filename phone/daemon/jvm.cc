#include "phone/daemon/jvm.h"

#include <poll.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <sstream>
#include <utility>

#include "adb/send_queued.h"
#include "base/log.h"

namespace reprise::phone {
namespace {

constinit LogModule g_log("phone");

constexpr size_t kReadSize = 256 * 1024;
// Requests that a process does not take: it hangs or is stopped.
constexpr size_t kMaxQueued = size_t{64} << 20;
// Of /proc/net/tcp.
constexpr size_t kStateColumn = 3;
constexpr size_t kInodeColumn = 9;

tl::unexpected<Error> NoSocket(const std::string& path) {
  return Fail(ErrorKind::kIo, "cannot listen on {}: {}", path,
              std::strerror(errno));
}

}  // namespace

std::shared_ptr<Jvm> Jvm::Make(adb::Loop& loop, Events events) {
  // Whoever lets go of it last, it goes in the loop's thread.
  return {new Jvm(loop, std::move(events)), [&loop](Jvm* going) {
            loop.Post([owned = std::shared_ptr<void>(going, [](void* process) {
                         delete static_cast<Jvm*>(process);
                       })] {});
          }};
}

Result<std::shared_ptr<Jvm>> Jvm::Start(adb::Loop& loop,
                                        const JvmOptions& options,
                                        Events events) {
  std::shared_ptr<Jvm> process = Make(loop, std::move(events));
  RETURN_IF_ERROR(process->Listen(options.socket_folder));
  adb::Child::Options child = {.argv = options.command,
                               .environment = options.environment,
                               .working_directory = options.socket_folder};
  child.argv.push_back(process->socket_path_);
  // Also one that is stopped must not outlive us.
  child.orphan_signal = SIGKILL;
  ASSIGN_OR_RETURN(process->child_, adb::Child::Start(child));
  process->child_->input.Close();
  process->pid_ = process->child_->pid();
  // The process is held by its owner; watches go with it.
  Jvm* const self = process.get();
  loop.Watch(self->listening_.get(), POLLIN, [self](short) { self->Accept(); });
  self->WatchChild();
  self->hello_timer_ = loop.After(kHelloPatience, [self] {
    self->End(
        fmt::format("it said nothing within {} s", kHelloPatience.count()));
  });
  return process;
}

void Jvm::WatchChild() {
  loop_.Watch(child_->ended_fd(), POLLIN, [this](short) { OnChildEnd(); });
  if (child_->output.valid()) {
    loop_.Watch(child_->output.get(), POLLIN, [this](short) { ReadOutput(); });
  }
}

std::shared_ptr<Jvm> Jvm::BeginAnew(const std::string& reason) {
  std::shared_ptr<Jvm> other = Make(loop_, events_);
  other->child_ = std::move(child_);
  other->socket_ = std::move(socket_);
  other->reader_ = std::exchange(reader_, {});
  other->greeted_ = greeted_;
  {
    const std::lock_guard lock(mutex_);
    other->output_ = std::move(output_);
    // Answers to what this one was asked are known, and waited for by nobody.
    other->last_serial_ = last_serial_;
    other->pid_ = pid_;
  }
  other->WatchChild();
  other->Update();
  loop_.Post([weak = other->weak_from_this()] {
    if (const auto self = weak.lock())
      self->TakeAll();  // what was read already
  });
  End(reason);
  return other;
}

Status Jvm::Listen(const std::string& folder) {
  static std::atomic<uint64_t> number = 0;
  socket_path_ = fmt::format("{}/{}", folder, ++number);
  sockaddr_un address = {};
  address.sun_family = AF_UNIX;
  if (socket_path_.size() >= sizeof(address.sun_path)) {
    return Fail(ErrorKind::kInvalidArgument,
                "the path {} is too long for a socket; set XDG_RUNTIME_DIR to "
                "a folder with a shorter one",
                socket_path_);
  }
  std::memcpy(address.sun_path, socket_path_.data(), socket_path_.size());
  listening_ =
      Fd(socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
  if (!listening_.valid() ||
      bind(listening_.get(), reinterpret_cast<sockaddr*>(&address),
           sizeof(address)) != 0 ||
      listen(listening_.get(), 1) != 0) {
    return NoSocket(socket_path_);
  }
  return {};
}

Jvm::~Jvm() { End("it is not needed any more"); }

void Jvm::Accept() {
  socket_ = Fd(accept4(listening_.get(), nullptr, nullptr,
                       SOCK_CLOEXEC | SOCK_NONBLOCK));
  if (!socket_.valid()) return;
  loop_.Unwatch(listening_.get());
  listening_.Close();
  unlink(socket_path_.c_str());
  Flush();
}

void Jvm::Update() {
  if (!socket_.valid()) return;
  bool more = false;
  {
    const std::lock_guard lock(mutex_);
    more = !output_.empty();
  }
  loop_.Watch(socket_.get(),
              static_cast<short>(more ? POLLIN | POLLOUT : POLLIN),
              [this](short ready) { OnReady(ready); });
}

void Jvm::OnReady(short ready) {
  const auto self = shared_from_this();  // an event may let go of it
  if ((ready & POLLOUT) != 0) Flush();
  if ((ready & POLLIN) != 0 && socket_.valid() && !Receive()) {
    End("it closed its connection");
  }
}

bool Jvm::Receive() {
  static thread_local std::string buffer(kReadSize, '\0');
  const ssize_t n = recv(socket_.get(), buffer.data(), buffer.size(), 0);
  if (n < 0) return errno == EAGAIN || errno == EINTR;
  if (n == 0) return false;
  reader_.Push({buffer.data(), static_cast<size_t>(n)});
  TakeAll();
  return true;
}

void Jvm::TakeAll() {
  while (socket_.valid()) {
    auto message = reader_.Next();
    if (!message) {
      End(message.error().message);
    } else if (!*message) {
      break;
    } else if (!Take(**message)) {
      End("it said what no process may say");
    }
  }
}

bool Jvm::Take(std::string_view bytes) {
  PhoneReply reply;
  if (!reply.ParseFromArray(bytes.data(), static_cast<int>(bytes.size()))) {
    return false;
  }
  if (!greeted_) {
    if (!reply.has_hello()) return false;
    if (reply.hello().protocol() != PHONE_PROTOCOL_VERSION) {
      End(fmt::format(
          "it speaks version {} of the protocol, and we speak {}; "
          "build both from the same source",
          reply.hello().protocol(), static_cast<int>(PHONE_PROTOCOL_VERSION)));
      return true;
    }
    greeted_ = true;
    loop_.Cancel(hello_timer_);
    return true;
  }
  if (reply.serial() == 0) {
    events_.on_news(*this, reply);
    return true;
  }
  std::shared_ptr<Answer> answer;
  {
    const std::lock_guard lock(mutex_);
    if (reply.serial() > last_serial_) return false;
    const auto found = answers_.find(reply.serial());
    if (found == answers_.end()) return true;  // nobody waits for it
    answer = std::move(found->second);
    answers_.erase(found);
  }
  answer->set_value(std::move(reply));
  return true;
}

void Jvm::Flush() {
  if (!socket_.valid()) return;
  {
    const std::lock_guard lock(mutex_);
    // Of one that is gone the end will be read.
    if (!adb::SendQueued(socket_.get(), &output_)) output_.clear();
  }
  Update();
}

void Jvm::ReadOutput() {
  char buffer[4096];
  const ssize_t n = read(child_->output.get(), buffer, sizeof(buffer));
  if (n < 0 && (errno == EAGAIN || errno == EINTR)) return;
  if (n <= 0) {
    loop_.Unwatch(child_->output.get());
    child_->output.Close();
    return;
  }
  if (events_.on_output) {
    events_.on_output(*this, {buffer, static_cast<size_t>(n)});
  }
}

void Jvm::OnChildEnd() {
  const auto self = shared_from_this();
  const auto code = child_->Poll();
  if (!code) return;
  loop_.Unwatch(child_->ended_fd());
  // Its last words: news of a death are among them.
  while (socket_.valid()) {
    pollfd more = {.fd = socket_.get(), .events = POLLIN, .revents = 0};
    if (poll(&more, 1, 0) <= 0 || !Receive()) break;
  }
  while (child_ && child_->output.valid()) {
    pollfd more = {.fd = child_->output.get(), .events = POLLIN, .revents = 0};
    if (poll(&more, 1, 0) <= 0) break;
    ReadOutput();
  }
  End(fmt::format("it ended with exit code {}", *code));
}

void Jvm::End(const std::string& reason) {
  std::map<uint64_t, std::shared_ptr<Answer>> answers;
  {
    const std::lock_guard lock(mutex_);
    if (ended_) return;
    ended_ = true;
    why_ended_ = reason;
    pid_ = 0;
    answers.swap(answers_);
  }
  LOG(g_log, kInfo, "a process ended: {}", reason);
  loop_.Cancel(hello_timer_);
  for (Fd* fd : {&listening_, &socket_}) {
    if (fd->valid()) loop_.Unwatch(fd->get());
    fd->Close();
  }
  if (child_) {
    if (child_->output.valid()) loop_.Unwatch(child_->output.get());
    loop_.Unwatch(child_->ended_fd());
    // It is killed and waited for; neither takes long.
    child_.reset();
  }
  if (!socket_path_.empty()) unlink(socket_path_.c_str());
  for (const auto& [serial, answer] : answers) {
    answer->set_value(
        Fail(ErrorKind::kDevice, "the process ended: {}", reason));
  }
  if (events_.on_end && !weak_from_this().expired()) {
    events_.on_end(*this, reason);
  }
}

uint64_t Jvm::Queue(PhoneRequest* request, std::shared_ptr<Answer> answer) {
  const std::lock_guard lock(mutex_);
  if (ended_ || output_.size() > kMaxQueued) return 0;
  request->set_serial(++last_serial_);
  AppendFramed(request->SerializeAsString(), &output_);
  if (answer) answers_[last_serial_] = std::move(answer);
  return last_serial_;
}

Result<PhoneReply> Jvm::Ask(PhoneRequest request,
                            PhoneReply::ReplyCase expected,
                            std::chrono::milliseconds patience) {
  const auto answer = std::make_shared<Answer>();
  auto future = answer->get_future();
  const uint64_t serial = Queue(&request, answer);
  if (serial == 0) {
    const std::lock_guard lock(mutex_);
    return Fail(ErrorKind::kDevice, "the process ended: {}",
                ended_ ? why_ended_ : "it takes no requests");
  }
  loop_.Post([weak = weak_from_this()] {
    if (const auto self = weak.lock()) self->Flush();
  });
  std::future_status ready = std::future_status::timeout;
  do {
    ready = future.wait_for(patience);
  } while (ready != std::future_status::ready && debugged_);
  if (ready != std::future_status::ready) {
    const std::lock_guard lock(mutex_);
    // It may have come just now.
    if (answers_.erase(serial) != 0) {
      return Fail(ErrorKind::kDevice,
                  "the app does not answer: nothing came within {} s",
                  std::chrono::ceil<std::chrono::seconds>(patience).count());
    }
  }
  ASSIGN_OR_RETURN(PhoneReply reply, future.get());
  if (reply.has_failed()) {
    return Fail(ErrorKind::kUnsupported, "{}", reply.failed().sentence());
  }
  if (reply.reply_case() != expected) {
    Kill();
    return Fail(ErrorKind::kDevice,
                "the process answered something else than it was asked");
  }
  return reply;
}

void Jvm::Tell(PhoneRequest request) {
  if (Queue(&request, nullptr) == 0) return;
  loop_.Post([weak = weak_from_this()] {
    if (const auto self = weak.lock()) self->Flush();
  });
}

void Jvm::Kill() {
  loop_.Post([weak = weak_from_this()] {
    if (const auto self = weak.lock()) self->End("it was killed");
  });
}

void Jvm::Freeze() {
  loop_.Post([weak = weak_from_this()] {
    const auto self = weak.lock();
    if (self && self->child_) self->child_->Signal(SIGSTOP);
  });
}

void Jvm::Thaw() {
  loop_.Post([weak = weak_from_this()] {
    const auto self = weak.lock();
    if (self && self->child_) self->child_->Signal(SIGCONT);
  });
}

void Jvm::SetDebugged(bool debugged) {
  if (debugged) was_debugged_ = true;
  debugged_ = debugged;
}

bool Jvm::ended() const {
  const std::lock_guard lock(mutex_);
  return ended_;
}

size_t Jvm::waiting() const {
  const std::lock_guard lock(mutex_);
  return answers_.size();
}

int32_t Jvm::host_pid() const {
  const std::lock_guard lock(mutex_);
  return pid_;
}

int64_t Jvm::ResidentKib() const {
  std::ifstream status(fmt::format("/proc/{}/status", host_pid()));
  std::string line;
  while (std::getline(status, line)) {
    if (line.starts_with("VmRSS:")) return std::atoll(line.c_str() + 6);
  }
  return 0;
}

bool Jvm::Listens() const {
  const std::string folder = fmt::format("/proc/{}", host_pid());
  // As the links of its descriptors name them.
  std::set<std::string> listening;
  for (const char* const table : {"tcp", "tcp6"}) {
    std::ifstream rows(fmt::format("{}/net/{}", folder, table));
    std::string row;
    while (std::getline(rows, row)) {
      std::istringstream words(row);
      const std::vector<std::string> columns{
          std::istream_iterator<std::string>(words), {}};
      if (columns.size() <= kInodeColumn || columns[kStateColumn] != "0A") {
        continue;
      }
      listening.insert(fmt::format("socket:[{}]", columns[kInodeColumn]));
    }
  }
  std::error_code gone;
  for (std::filesystem::directory_iterator file(folder + "/fd", gone), end;
       !gone && file != end; file.increment(gone)) {
    std::error_code closed;
    if (listening.contains(std::filesystem::read_symlink(*file, closed))) {
      return true;
    }
  }
  return false;
}

}  // namespace reprise::phone
