# The page of ui/ as generated/page.html, which src/web/page.cc puts into the tool.
# ui/build keeps what it made, so npm runs only when something of ui/ changed.
file(GLOB reprise_ui CONFIGURE_DEPENDS
  ${CMAKE_SOURCE_DIR}/ui/src/* ${CMAKE_SOURCE_DIR}/ui/package*.json
  ${CMAKE_SOURCE_DIR}/ui/bundle.mjs ${CMAKE_SOURCE_DIR}/ui/tsconfig.json)
set(reprise_page ${CMAKE_BINARY_DIR}/generated/page.html)
add_custom_command(OUTPUT ${reprise_page}
  COMMAND ${CMAKE_SOURCE_DIR}/ui/build ${reprise_page}
  COMMAND ${CMAKE_COMMAND} -E touch ${reprise_page}
  DEPENDS ${CMAKE_SOURCE_DIR}/ui/build ${reprise_ui}
  COMMENT "Building the page" VERBATIM)
target_sources(reprise_web PRIVATE ${reprise_page})
set_source_files_properties(${CMAKE_SOURCE_DIR}/src/web/page.cc PROPERTIES
  OBJECT_DEPENDS ${reprise_page}
  COMPILE_DEFINITIONS "REPRISE_PAGE=\"${reprise_page}\"")
