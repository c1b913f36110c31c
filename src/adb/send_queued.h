// Sends as much of a queue as a non-blocking socket takes now: what both ends
// with a queue of bytes do when the loop says that there is room.
//
// Threads: one at a time for a queue.
#pragma once

#include <sys/socket.h>

#include <cerrno>
#include <string>

namespace reprise::adb {

// Takes what was sent off `queue`; false when the other end is gone.
inline bool SendQueued(int socket, std::string* queue) {
  size_t done = 0;
  bool there = true;
  while (there && done < queue->size()) {
    const ssize_t n =
        send(socket, queue->data() + done, queue->size() - done, MSG_NOSIGNAL);
    if (n >= 0) {
      done += static_cast<size_t>(n);
    } else if (errno == EAGAIN) {
      break;
    } else if (errno != EINTR) {
      there = false;
    }
  }
  queue->erase(0, done);
  return there;
}

}  // namespace reprise::adb
