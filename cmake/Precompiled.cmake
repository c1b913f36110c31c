# Headers that GCC reads once for all: half of what compiling a source takes is
# reading the standard library's, fmt's and protobuf's.
#
# Only headers of others and of messages, and only those that most sources of a
# library include: each costs every source a little, used or not. Every source
# includes what it uses all the same: Clang's presets, and clang-tidy with them,
# do without.
set(REPRISE_COMMON_HEADERS
  <algorithm> <array> <charconv> <cmath> <cstdint> <cstring> <functional>
  <limits> <map> <memory> <mutex> <optional> <set> <span> <string>
  <string_view> <unordered_map> <utility> <vector>
  <fmt/format.h> <tl/expected.hpp>)
set(REPRISE_PROTOBUF_HEADERS
  <google/protobuf/extension_set.h>
  <google/protobuf/generated_enum_reflection.h>
  <google/protobuf/generated_message_bases.h>
  <google/protobuf/generated_message_reflection.h>
  <google/protobuf/message.h> <google/protobuf/repeated_field.h>
  <google/protobuf/unknown_field_set.h>)
# The messages of input/recording.h.
set(REPRISE_INPUT_HEADERS
  ${REPRISE_COMMON_HEADERS} ${REPRISE_PROTOBUF_HEADERS}
  <reprise/evdev_device.pb.h> <reprise/gesture.pb.h> <reprise/key_event.pb.h>
  <reprise/motion_event.pb.h> <reprise/text_event.pb.h>)
set(REPRISE_PHONE_HEADERS
  ${REPRISE_COMMON_HEADERS} ${REPRISE_PROTOBUF_HEADERS}
  <chrono> <condition_variable> <deque> <thread> <reprise/phone.pb.h>)

if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND NOT REPRISE_AGENT_ONLY)
  set(REPRISE_PRECOMPILE ON)
endif()

# reprise_precompile(TARGET HEADER...): what others can take from it.
function(reprise_precompile target)
  if(REPRISE_PRECOMPILE)
    # Lets ccache see which ones a source was compiled with.
    target_compile_options(${target} PRIVATE -fpch-preprocess)
    target_precompile_headers(${target} PRIVATE ${ARGN})
  endif()
endfunction()

# reprise_precompiled(OWNER TARGET...): the targets take those of the owner,
# which is as they are: programs do not take those of libraries.
function(reprise_precompiled owner)
  if(REPRISE_PRECOMPILE)
    foreach(target ${ARGN})
      target_compile_options(${target} PRIVATE -fpch-preprocess)
      target_precompile_headers(${target} REUSE_FROM ${owner})
    endforeach()
  endif()
endfunction()

# Those of the unit tests, compiled as programs are.
if(REPRISE_PRECOMPILE)
  set(source ${CMAKE_BINARY_DIR}/test_headers.cc)
  file(CONFIGURE OUTPUT ${source} CONTENT "// What has headers has a source.\n")
  add_library(reprise_test_headers OBJECT EXCLUDE_FROM_ALL ${source})
  set_target_properties(reprise_test_headers PROPERTIES
    POSITION_INDEPENDENT_CODE OFF)
  target_compile_options(reprise_test_headers PRIVATE -fPIE)
  target_link_libraries(reprise_test_headers PRIVATE fmt::fmt GTest::gmock)
  reprise_precompile(reprise_test_headers ${REPRISE_COMMON_HEADERS}
    <gtest/gtest.h> <gmock/gmock.h>)
endif()
