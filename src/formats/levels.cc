#include "formats/levels.h"

#include "input/pointer_events.h"

namespace reprise::formats {

void ToKernelLevel(input::Recording* recording, input::Losses* losses) {
  if (!recording->frames.empty() || recording->empty()) return;
  input::AssignIds(recording);
  input::SynthesiseFrames(recording, losses);
}

void ToPointerLevel(input::Recording* recording) {
  if (recording->frames.empty() || !recording->motions.empty() ||
      !recording->keys.empty()) {
    return;
  }
  input::AssignIds(recording);
  input::DerivePointerEvents(recording);
}

}  // namespace reprise::formats
