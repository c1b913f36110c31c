// Frames as Android sees them, and the way back.
//
// Upwards: Android's input reader turns the frames of a touch device into
// motion events and those of keys into key events; we follow its rules, so that
// a recording can be shown, edited and written to formats that know only
// pointers. Each event names the frames it was made of (frame_refs), so going
// down again is looking them up, and gives them byte for byte.
//
// Downwards: a recording that has no frames (a Monkey script) gets frames of a
// touchscreen and a keyboard that are made up for it (FrameSource::
// kSynthesised), because a kernel replay needs some.
//
// Threads: plain functions.
#pragma once

#include <cstdint>
#include <vector>

#include "base/result.h"
#include "input/recording.h"

namespace reprise::input {

// Fills recording->motions and recording->keys from its frames, replacing what
// was made of frames before; events that have no frames (injected above the
// kernel) stay. Ids must have been assigned; new ones continue after them.
// Positions are in pixels of recording->display; if that is not known, one unit
// of the device is one pixel. device_id is the index of the device plus 1,
// because Android's own number is not known. Mice have no motions here: where
// their cursor is, nothing on the tape tells.
void DerivePointerEvents(Recording* recording);

// Which of the texts that an input method committed are typed on a keyboard
// instead; the others stay what they are.
enum class Typing { kAll, kOnlyWhole, kNone };

// Makes frames for motions, keys and texts that have none, with a touchscreen
// of the display's size (protocol B) and a keyboard, and links them: frame_refs
// of motions and keys, the first frame as the cause of a text. What a kernel
// device cannot say (text beyond the keyboard's letters) is in `losses`;
// Typing::kOnlyWhole leaves such a text as it is. Texts are typed only where
// no frames may have made them.
void SynthesiseFrames(Recording* recording, Losses* losses,
                      Typing typing = Typing::kAll);

// A text that came of no event of this recording.
bool IsCommitted(const TextEvent& text);

// The touchscreen and keyboard that SynthesiseFrames() uses.
EvdevDevice VirtualTouchscreen(DisplaySize display);
EvdevDevice VirtualKeyboard();

// Android's KeyEvent.KEYCODE_* for a kernel key code by Android's generic
// layout, and back; 0 if it has none.
int32_t AndroidKeyOf(uint32_t kernel_code);
uint32_t KernelKeyOf(int32_t android_key);
// "KEYCODE_BACK" and back; any of "KEYCODE_BACK", "BACK" and "4" is accepted.
// Empty or 0 if it is not known.
std::string_view AndroidKeyName(int32_t android_key);
int32_t AndroidKeyByName(std::string_view name);

}  // namespace reprise::input
