# reprise_library(FOLDER PUBLIC ... PRIVATE ...): the library reprise_FOLDER of
# src/FOLDER/*.cc and, when there are any, FOLDER_test of src/FOLDER/*_test.cc.
function(reprise_library folder)
  cmake_parse_arguments(ARG "" "" "PUBLIC;PRIVATE" ${ARGN})
  file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/src/${folder}/*.cc)
  set(tests ${sources})
  list(FILTER sources EXCLUDE REGEX "_test\\.cc$")
  list(FILTER tests INCLUDE REGEX "_test\\.cc$")
  if(REPRISE_AGENT_ONLY)
    # No tape is edited on a device, and doing so takes 128-bit integers.
    list(FILTER sources EXCLUDE REGEX "/(edit|concatenate|retime_tape)")
  endif()

  add_library(reprise_${folder} STATIC ${sources})
  target_include_directories(reprise_${folder} PUBLIC ${CMAKE_SOURCE_DIR}/src)
  target_link_libraries(reprise_${folder}
    PUBLIC ${ARG_PUBLIC} PRIVATE ${ARG_PRIVATE} Threads::Threads)

  if(tests AND NOT REPRISE_AGENT_ONLY)
    reprise_test(${folder}_test SOURCES ${tests}
      LIBRARIES reprise_${folder} ${ARG_PRIVATE})
  endif()
endfunction()

# All unit tests, for the builds that run only these.
add_custom_target(unit_tests)

# reprise_test(NAME SOURCES ... LIBRARIES ...): a gtest binary, each test of
# which is a test of ctest. Properties are tried on the same cases every time, so
# that none fails by chance; tools/prove tries others.
function(reprise_test name)
  cmake_parse_arguments(ARG "" "" "SOURCES;LIBRARIES" ${ARGN})
  add_executable(${name} ${ARG_SOURCES})
  target_link_libraries(${name}
    PRIVATE ${ARG_LIBRARIES} GTest::gmock GTest::gtest_main)
  gtest_discover_tests(${name} DISCOVERY_MODE PRE_TEST
    WORKING_DIRECTORY ${CMAKE_SOURCE_DIR}
    PROPERTIES LABELS unit ENVIRONMENT RC_PARAMS=seed=1)
  add_dependencies(unit_tests ${name})
  reprise_precompiled(reprise_test_headers ${name})
endfunction()
