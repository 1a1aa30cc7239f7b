# Compiler launcher, linker, warnings and sanitizers: everything about how a file is compiled.

find_program(CCACHE ccache)
if(CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER "${CCACHE}")
endif()

find_program(MOLD mold)
if(MOLD)
  add_link_options(-fuse-ld=mold)
endif()

# Sanitizers go on every target, the libraries' inline code included: a half-instrumented program reports nonsense.
if(TENGEN_SANITIZE)
  add_compile_options(-fsanitize=${TENGEN_SANITIZE} -fno-omit-frame-pointer)
  add_link_options(-fsanitize=${TENGEN_SANITIZE})
  if(TENGEN_SANITIZE MATCHES "undefined")
    add_compile_options(-fno-sanitize-recover=undefined)  # without this, a finding does not fail the test
    # A check at every pointer doubles the compile time; the address sanitizer stops at null pointers all the same.
    add_compile_options(-fno-sanitize=null,alignment)
  endif()
endif()

if(TENGEN_LIBFUZZER)
  add_compile_options(-fsanitize=fuzzer-no-link)  # the coverage that libFuzzer steers by
endif()

add_library(tengen_options INTERFACE)
target_compile_options(tengen_options INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion
  $<$<BOOL:${TENGEN_WERROR}>:-Werror>)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # GCC 12 sees overlaps in every inlined std::string operator+ (GCC bug 105651). With a precompiled header it forgets that
  # the string is the library's and sees overflows there too; the address sanitizer finds the real ones.
  target_compile_options(tengen_options INTERFACE
    -Wno-restrict -Wno-array-bounds -Wno-stringop-overflow -Wno-stringop-overread)
  # With plain SSE2 there is no 64-bit compare or count, so packing pairs of bitboards into vectors costs more than it
  # saves: Othello's perft loses a quarter of its speed to it.
  target_compile_options(tengen_options INTERFACE -fno-tree-slp-vectorize)
  if(TENGEN_SANITIZE)
    # The instrumentation hides initialisations from the compiler.
    target_compile_options(tengen_options INTERFACE -Wno-maybe-uninitialized)
  endif()
  if(TENGEN_SANITIZE MATCHES "thread")
    # Boost.Asio uses fences beside its locks; the sanitizer does not see the former and needs no more than the latter.
    target_compile_options(tengen_options INTERFACE -Wno-tsan)
  endif()
endif()
# Out-of-range indices stop the program wherever assert() does.
target_compile_definitions(tengen_options INTERFACE $<$<CONFIG:Debug>:_GLIBCXX_ASSERTIONS>)

# A static library that may still be without sources.
function(tengen_library name)
  set(sources ${ARGN})
  if(NOT sources)
    file(TOUCH "${CMAKE_BINARY_DIR}/${name}_empty.cpp")
    set(sources "${CMAKE_BINARY_DIR}/${name}_empty.cpp")
  endif()
  add_library(${name} STATIC ${sources})
  target_include_directories(${name} PUBLIC "${CMAKE_SOURCE_DIR}/src")
  target_link_libraries(${name} PRIVATE tengen_options)
endfunction()
