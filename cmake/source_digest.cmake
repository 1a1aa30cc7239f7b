# What our players are made of, as two SHA-256 digests: a store of games keeps them, so that games of two versions are
# never mixed (src/roster/ingredients.hpp).
#
# In the build: tengen_source_digest(TARGET) gives TARGET the functions of core/version.hpp.
# As a script, cmake -DROOT=… -DOUTPUT=… -P: writes their source file, where it differs from the one there.

set(engine_rooms core games search network engines roster)
set(protocol_rooms protocol)

# The files of some rooms, one digest each, under one digest. Lines that hold only a comment decide nothing.
function(tengen_digest result root)
  set(all "")
  foreach(room IN LISTS ARGN)
    if(room STREQUAL "weights")
      file(GLOB files "${root}/weights/*.bin" "${root}/weights/*.tgw" "${root}/weights/*.tgl")
    else()
      file(GLOB_RECURSE files "${root}/src/${room}/*.cpp" "${root}/src/${room}/*.hpp")
    endif()
    list(SORT files)
    foreach(file IN LISTS files)
      if(room STREQUAL "weights")
        file(SHA256 "${file}" digest)
      else()
        file(READ "${file}" text)
        string(REGEX REPLACE "\n[ \t]*//[^\n]*" "" text "\n${text}")
        string(REGEX REPLACE "\n[ \t\n]*\n" "\n" text "${text}")
        string(SHA256 digest "${text}")
      endif()
      file(RELATIVE_PATH name "${root}" "${file}")
      string(APPEND all "${name} ${digest}\n")
    endforeach()
  endforeach()
  string(SHA256 digest "${all}")
  set(${result} "${digest}" PARENT_SCOPE)
endfunction()

if(CMAKE_SCRIPT_MODE_FILE)
  tengen_digest(engines "${ROOT}" ${engine_rooms} weights)
  tengen_digest(protocol "${ROOT}" ${protocol_rooms})
  file(CONFIGURE OUTPUT "${OUTPUT}" CONTENT [[
// Made by cmake/source_digest.cmake.
#include "core/version.hpp"

namespace tengen {

std::string_view engines_digest() { return "@engines@"; }
std::string_view protocol_digest() { return "@protocol@"; }

}  // namespace tengen
]] @ONLY)
  return()
endif()

function(tengen_source_digest target)
  set(sources "")
  foreach(room IN LISTS engine_rooms protocol_rooms)
    file(GLOB_RECURSE files CONFIGURE_DEPENDS "${CMAKE_SOURCE_DIR}/src/${room}/*.cpp" "${CMAKE_SOURCE_DIR}/src/${room}/*.hpp")
    list(APPEND sources ${files})
  endforeach()
  file(GLOB weights CONFIGURE_DEPENDS "${CMAKE_SOURCE_DIR}/weights/*.bin"
    "${CMAKE_SOURCE_DIR}/weights/*.tgw" "${CMAKE_SOURCE_DIR}/weights/*.tgl")
  set(output "${CMAKE_BINARY_DIR}/source_digest.cpp")
  set(stamp "${CMAKE_BINARY_DIR}/source_digest.stamp")
  # The stamp is always newer than the sources; the file itself changes with its content only.
  add_custom_command(OUTPUT "${stamp}" BYPRODUCTS "${output}"
    COMMAND "${CMAKE_COMMAND}" "-DROOT=${CMAKE_SOURCE_DIR}" "-DOUTPUT=${output}" -P
      "${CMAKE_SOURCE_DIR}/cmake/source_digest.cmake"
    COMMAND "${CMAKE_COMMAND}" -E touch "${stamp}"
    DEPENDS ${sources} ${weights} "${CMAKE_SOURCE_DIR}/cmake/source_digest.cmake"
    COMMENT "Working out which engines these are" VERBATIM)
  target_sources(${target} PRIVATE "${output}" "${stamp}")
  set_source_files_properties("${output}" PROPERTIES GENERATED ON SKIP_PRECOMPILE_HEADERS ON)
endfunction()
