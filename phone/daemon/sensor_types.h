// The sensors that the phone has: the names that the emulator's console and
// files use for them, and what they measure on a phone that is held upright
// and still.
//
// Threads: constants.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

namespace reprise::phone {

struct SensorType {
  int type;  // Sensor.TYPE_*
  std::string_view name;
  size_t values;  // of an event
  std::array<float, 6> rest;
};

inline constexpr SensorType kSensorTypes[] = {
    {1, "acceleration", 3, {0, 9.80665F, 0}},
    {2, "magnetic-field", 3, {0, 9.9F, -47.8F}},
    {3, "orientation", 3, {0, -90, 0}},
    {4, "gyroscope", 3, {}},
    {5, "light", 1, {100}},
    {6, "pressure", 1, {1013.25F}},
    {13, "temperature", 1, {20}},
    {8, "proximity", 1, {5}},
    {9, "gravity", 3, {0, 9.80665F, 0}},
    {10, "linear-acceleration", 3, {}},
    {11, "rotation-vector", 5, {0.70710678F, 0, 0, 0.70710678F, 0}},
    {12, "humidity", 1, {50}},
    {14, "magnetic-field-uncalibrated", 6, {0, 9.9F, -47.8F}},
    {15, "game-rotation-vector", 4, {0.70710678F, 0, 0, 0.70710678F}},
    {16, "gyroscope-uncalibrated", 6, {}},
    {17, "significant-motion", 1, {}},
    {18, "step-detector", 1, {}},
    {19, "step-counter", 1, {}},
    {20, "geomagnetic-rotation-vector", 5, {0.70710678F, 0, 0, 0.70710678F, 0}},
    {21, "heart-rate", 1, {}},
    {29, "stationary-detect", 1, {}},
    {30, "motion-detect", 1, {}},
    {31, "heart-beat", 1, {}},
    {34, "low-latency-offbody-detect", 1, {1}},
    {35, "acceleration-uncalibrated", 6, {0, 9.80665F, 0}},
    {36, "hinge-angle0", 1, {180}},
    {42, "heading", 2, {}},
};

// Null: there is none.
constexpr const SensorType* FindSensor(std::string_view name) {
  for (const SensorType& sensor : kSensorTypes) {
    if (sensor.name == name) return &sensor;
  }
  return nullptr;
}

}  // namespace reprise::phone
