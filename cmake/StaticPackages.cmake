# The packages of the agent, linked statically and found in the sysroot of
# tools/build-agent when it is for another machine. Debian's own package files
# are of no use there: they also ask for the shared libraries.
set(Protobuf_USE_STATIC_LIBS ON)
find_package(Protobuf MODULE REQUIRED)

find_path(REPRISE_INCLUDES fmt/format.h REQUIRED)
foreach(name fmt::fmt nlohmann_json::nlohmann_json)
  add_library(${name} INTERFACE IMPORTED)
  target_include_directories(${name} SYSTEM INTERFACE ${REPRISE_INCLUDES})
endforeach()
target_compile_definitions(fmt::fmt INTERFACE FMT_HEADER_ONLY)

find_library(REPRISE_ZSTD libzstd.a REQUIRED)
find_library(REPRISE_DEFLATE libdeflate.a REQUIRED)
add_library(zstd::zstd STATIC IMPORTED)
set_target_properties(zstd::zstd PROPERTIES IMPORTED_LOCATION ${REPRISE_ZSTD})
add_library(deflate STATIC IMPORTED)
set_target_properties(deflate PROPERTIES IMPORTED_LOCATION ${REPRISE_DEFLATE})
foreach(name zstd::zstd deflate)
  target_include_directories(${name} SYSTEM INTERFACE ${REPRISE_INCLUDES})
endforeach()

add_compile_options(-ffunction-sections -fdata-sections)
add_link_options(-static -Wl,--gc-sections -s)
