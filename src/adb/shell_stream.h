// A command that runs on a device, with its standard streams: for a long
// running program that speaks a protocol of its own over them.
//
//   ASSIGN_OR_RETURN(ShellStream agent, device.Start("/data/local/tmp/agent"));
//   RETURN_IF_ERROR(agent.Write(request));
//   ASSIGN_OR_RETURN(ShellOutput got, agent.Read(seconds(5)));
//
// Writing reads meanwhile and keeps what came, so that two sides that both
// write do not wait for each other. Destroying it hangs up: the command's
// processes are ended by the device.
//
// Threads: one at a time.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

#include "adb/connection.h"
#include "adb/shell_protocol.h"
#include "base/result.h"

namespace reprise::adb {

// What came since the last Read().
struct ShellOutput {
  std::string out;
  std::string err;
  // Set once, with or after the last output.
  std::optional<int> exit_code;

  bool Empty() const { return out.empty() && err.empty() && !exit_code; }
};

class ShellStream {
 public:
  // Most that is kept of what came while nobody read.
  static constexpr size_t kMaxUnread = size_t{64} << 20;

  // `connection` is at the beginning of a shell,v2 stream.
  explicit ShellStream(Connection connection)
      : connection_(std::move(connection)) {}

  // What there is, or else waits for some at most `patience`: then it is
  // Empty(). After the exit code it is Empty() at once. kDevice when the
  // device is gone before the command's end.
  Result<ShellOutput> Read(std::chrono::milliseconds patience);

  // To its standard input. After the command's end what is written is lost
  // without an error: its exit code tells.
  Status Write(std::string_view bytes);
  Status CloseInput();

  bool ended() const { return exit_code_.has_value(); }
  // Once it has ended.
  std::optional<int> exit_code() const { return exit_code_; }

  // Becomes readable when Read() has something; but first call Read(), which
  // may already hold some. Do not read from it.
  int fd() const { return connection_.fd(); }

 private:
  Status Send(std::string_view packets);
  // Takes what has come without waiting; true when there was some.
  Result<bool> Receive();
  ShellOutput Take();

  Connection connection_;
  ShellPackets packets_;
  ShellOutput unread_;
  std::optional<int> exit_code_;
};

}  // namespace reprise::adb
