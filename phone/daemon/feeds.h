// What the host feeds into the phone, as the phone keeps it: values set by
// hand and files, of which the phone has its own copies in its folder.
//
// A track (CSV, GPX) begins when it is fed, and anew when the phone is started
// or reset. Of what was set by hand and what a track says the later one holds.
//
// Threads: any; a change is made by one at a time.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "phone/daemon/phone_folder.h"
#include "phone/daemon/sensor_types.h"
#include "phone/daemon/store.h"
#include "reprise/phone_feed.pb.h"

namespace reprise::phone {

// All that is fed, as processes are told it.
PhoneFeeds ToldFeeds(const PhoneStore& store, const PhoneFolder& folder);

class Feeds {
 public:
  Feeds(Store& store, const PhoneFolder& folder)
      : store_(store), folder_(folder) {}

  Status SetSensor(const SensorType& sensor, std::span<const float> values,
                   int64_t now_ns);
  // Its at_ns is the time from which on it holds.
  Status SetFix(const PhoneFix& fix);

  // Takes a file in the place of one of its kind; says what it is: "sensors",
  // "location", "microphone", "camera", "front camera" (a picture whose name
  // begins with "front"), "film" (MP4), "contacts" (vCard) or "speech".
  Result<std::string> Take(const std::string& path, int64_t now_ns);

  // Nothing is fed any more.
  Status Clear();
  // The phone's clock began anew, and so do the tracks.
  Status Begin(int64_t now_ns);

  // What the sensor measures now.
  std::vector<float> Measured(const SensorType& sensor, int64_t now_ns) const;

 private:
  Status Change(const std::function<void(PhoneFeeds&)>& change);
  // Writes a file of ours; its name.
  Result<std::string> Keep(std::string_view kind, std::string_view bytes);

  Store& store_;
  const PhoneFolder& folder_;
};

}  // namespace reprise::phone
