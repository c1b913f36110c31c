// Film: pictures of the screen as frames of a tape. Only what changed since the
// picture before is kept, as a patch; now and then, and when most of it
// changed, the whole picture, so that nobody has to begin at the start.
//
// Threads: one at a time.
#pragma once

#include <cstdint>
#include <optional>

#include "phone/shell/phone.h"
#include "reprise/rect.pb.h"
#include "reprise/screen.pb.h"

namespace reprise::phone {

class Film {
 public:
  // A picture is whole after so many patches.
  static constexpr int kMaxPatches = 32;

  // The frame for the tape, with its pictures in Blob.data and no id; none if
  // the picture is the one before. Written() follows when it was written.
  std::optional<ScreenFrame> Take(Picture picture);
  void Written(uint64_t id) { last_id_ = id; }
  uint64_t last_id() const { return last_id_; }

 private:
  Picture last_;
  uint64_t last_id_ = 0;
  int patches_ = 0;
};

// The smallest rectangle that holds all that differs; empty if nothing does.
// Both must have the same size.
Rect Difference(const Picture& one, const Picture& other);

}  // namespace reprise::phone
