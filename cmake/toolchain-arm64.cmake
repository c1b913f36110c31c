# Debian's cross compiler for arm64, with the libraries in REPRISE_SYSROOT.
set(REPRISE_TRIPLE aarch64-linux-gnu)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
include(${CMAKE_CURRENT_LIST_DIR}/toolchain-debian-cross.cmake)
