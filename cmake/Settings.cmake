# Compiler settings that hold for every target, and the packages we use.
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_CXX_FLAGS_RELEASE "-O2")

set(REPRISE_SANITIZE "" CACHE STRING "for -fsanitize=, e.g. address,undefined")
option(REPRISE_FUZZ "build the fuzzers (clang)" OFF)
option(REPRISE_AGENT_ONLY "build only the agent, static (tools/build-agent)" OFF)

add_compile_options(-Wall -Wextra -Werror)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # GCC 12 sees what is not there: overlaps (its bug 105651) and accesses out
  # of bounds in std::string and std::vector, the more so where headers are
  # precompiled, and uninitialised members of default arguments. Clang and its
  # sanitizers look for all of them, too.
  add_compile_options(-Wno-restrict -Wno-maybe-uninitialized -Wno-array-bounds
                      -Wno-stringop-overflow -Wno-stringop-overread)
else()
  # libstdc++ 12's own stable_sort calls what it has deprecated.
  add_compile_options(-Wno-deprecated-declarations)
endif()

if(REPRISE_SANITIZE)
  add_compile_options(-fsanitize=${REPRISE_SANITIZE} -fno-sanitize-recover=all
                      -fno-omit-frame-pointer)
  add_link_options(-fsanitize=${REPRISE_SANITIZE})
endif()

if(REPRISE_FUZZ)
  # Lets fuzzers see which paths an input takes through our libraries.
  add_compile_options(-fsanitize=fuzzer-no-link)
  add_link_options(-fsanitize=fuzzer-no-link)
endif()

find_program(CCACHE ccache)
if(CCACHE)
  # Paths relative to the source, so that another clone hits the same cache;
  # what it asks for where headers are precompiled, and these not read anew for
  # each source.
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env
      CCACHE_BASEDIR=${CMAKE_SOURCE_DIR} CCACHE_NOHASHDIR=true
      CCACHE_SLOPPINESS=pch_defines,time_macros CCACHE_INODECACHE=true
      ${CCACHE})
endif()

# Two links at once take more memory than a small machine has.
set_property(GLOBAL PROPERTY JOB_POOLS links=1)
set(CMAKE_JOB_POOL_LINK links)

find_package(Threads REQUIRED)
if(REPRISE_AGENT_ONLY)
  include(StaticPackages)
  return()
endif()
find_package(fmt REQUIRED)
find_package(zstd REQUIRED)
if(NOT TARGET zstd::zstd)
  add_library(zstd::zstd ALIAS zstd::libzstd_shared)
endif()
find_package(OpenSSL REQUIRED)
find_package(pugixml REQUIRED)
find_package(PNG REQUIRED)
find_package(Protobuf REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(GTest REQUIRED)
find_package(rapidcheck REQUIRED)
include(GoogleTest)
