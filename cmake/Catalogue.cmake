# Writes catalogue.inc: FILE("name.spec", text) for every file of
# src/weave/catalogue, so that tool and agent have it without looking for it.
file(GLOB reprise_specs CONFIGURE_DEPENDS
  ${CMAKE_SOURCE_DIR}/src/weave/catalogue/*.spec)
set_property(DIRECTORY APPEND PROPERTY
  CMAKE_CONFIGURE_DEPENDS ${reprise_specs})
set(reprise_catalogue "")
foreach(path ${reprise_specs})
  get_filename_component(name ${path} NAME)
  file(READ ${path} text)
  string(APPEND reprise_catalogue "FILE(\"${name}\", R\"SPEC(${text})SPEC\")\n")
endforeach()
# Written as it is: the texts have semicolons and brackets, which lists mangle.
file(GENERATE OUTPUT ${CMAKE_BINARY_DIR}/generated/catalogue.inc
  CONTENT "${reprise_catalogue}")
