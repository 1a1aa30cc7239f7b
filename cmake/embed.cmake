# Files inside the program: tengen_embed(TARGET NAME FILE...) gives TARGET the function
#
#   std::span<const tengen::EmbeddedFile> tengen::embedded::NAME();      // core/embedded.hpp
#
# which lists the files in the order given. The assembler reads them as they are, so any size and any bytes will do.

function(tengen_embed target name)
  set(assembly "")
  set(symbols "")
  set(entries "")
  set(paths "")
  set(n 0)
  foreach(file IN LISTS ARGN)
    get_filename_component(path "${file}" ABSOLUTE)
    get_filename_component(file_name "${file}" NAME)
    set(symbol "tengen_embedded_${name}_${n}")
    string(APPEND assembly "    \"${symbol}: .incbin \\\"${path}\\\"\\n\"\n    \"${symbol}_end: .byte 0\\n\"\n")
    string(APPEND symbols "extern const char ${symbol}[] asm(\"${symbol}\");\n"
      "extern const char ${symbol}_end[] asm(\"${symbol}_end\");\n")
    string(APPEND entries "    {\"${file_name}\", {${symbol}, ${symbol}_end}},\n")
    list(APPEND paths "${path}")
    math(EXPR n "${n} + 1")
  endforeach()
  set(source "${CMAKE_BINARY_DIR}/embedded/${name}.cpp")
  file(CONFIGURE OUTPUT "${source}" CONTENT [[
// Made by cmake/embed.cmake.
#include <array>

#include "core/embedded.hpp"

asm(".section .rodata\n"
@assembly@    ".previous\n");
@symbols@
namespace tengen::embedded {

std::span<const EmbeddedFile> @name@() {
  static const std::array<EmbeddedFile, @n@> files = {{
@entries@  }};
  return files;
}

}  // namespace tengen::embedded
]] @ONLY)
  set_source_files_properties("${source}" PROPERTIES OBJECT_DEPENDS "${paths}")
  target_sources(${target} PRIVATE "${source}")
endfunction()
