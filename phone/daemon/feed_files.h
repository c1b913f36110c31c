// Reads the files that people feed into the phone. Whatever is wrong with one
// is an error that names the line or the part, and what is accepted.
//
//   CSV   SECONDS,SENSOR,VALUE[,VALUE...]: 0.02,acceleration,0,9.8,0.1
//   GPX   the points of its tracks, else of its routes, else its waypoints
//   WAV   whole or floating numbers of 8 to 64 bits, any rate and channels
//
// Threads: any; functions without state.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "reprise/phone_feed.pb.h"

namespace reprise::phone {

inline constexpr uint64_t kMaxFeedBytes = uint64_t{128} << 20;
inline constexpr int kMaxTrackItems = 1'000'000;

// Times begin with the first line's and must not go back. A first line of
// words ("time,sensor,x,y,z") and lines that begin with # are left out.
Result<PhoneTrack> ReadSensorCsv(std::string_view text);

// Times begin with the first point; a point without one is a second after the
// one before. Speed and bearing follow from the points unless they are given.
Result<PhoneTrack> ReadGpx(std::string_view text);

// The same sound as a WAV file of 16-bit samples with a header of 44 bytes.
Result<std::string> ReadWav(std::string_view bytes);

// True for a file that Android can decode as a picture: PNG, JPEG, GIF, WebP,
// BMP, by how it begins.
bool IsPicture(std::string_view bytes);

// True for an MP4 file, by how it begins.
bool IsFilm(std::string_view bytes);

// Contacts: UTF-8 text with at least one whole vCard. What is in the cards is
// read by the processes, which leave out what they do not know.
Status CheckVcards(std::string_view text);

}  // namespace reprise::phone
