// What everything that starts programs shares (subprocess.h,
// piped_process.h): descriptors, pipes, and the start itself. For those two
// only; others use them.
//
// Threads: any.
#pragma once

#include <sys/types.h>

#include <string_view>

#include "base/fd.h"
#include "base/result.h"
#include "base/subprocess.h"

namespace reprise::spawn {

// What a standard file of the child is connected to, instead of a descriptor.
inline constexpr int kNothing = -1;  // as an unset Fd is
inline constexpr int kOurs = -2;

struct Pipe {
  Fd read;
  Fd write;
};

tl::unexpected<Error> SystemFailure(std::string_view program,
                                    std::string_view what, int code);

Status MakePipe(std::string_view program, Pipe* pipe);

// Our end only: the child's end is another description and stays blocking.
void MakeNonBlocking(const Fd& fd);

// Refuses a command that is empty, and a NUL, which would silently cut what
// the program gets.
Status CheckOptions(const SubprocessOptions& options);

// Starts options.argv as the leader of its own process group.
Result<pid_t> Spawn(SubprocessOptions& options, int in, int out, int err);

// A handle of a child that can be polled for its end; kills it when there is
// none to be had.
Result<Fd> OpenPidfd(std::string_view program, pid_t pid);

}  // namespace reprise::spawn
