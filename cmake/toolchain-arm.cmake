# Debian's cross compiler for 32-bit arm, with the libraries in REPRISE_SYSROOT.
set(REPRISE_TRIPLE arm-linux-gnueabihf)
set(CMAKE_SYSTEM_PROCESSOR arm)
include(${CMAKE_CURRENT_LIST_DIR}/toolchain-debian-cross.cmake)
