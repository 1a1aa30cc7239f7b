# One GoogleTest program, command-line tests, and short runs of the fuzz targets.

find_package(GTest QUIET)
find_package(rapidcheck QUIET)
# Debian's own, not one of a virtual environment: the scripts use nothing but the standard library.
find_program(PYTHON3 python3 PATHS /usr/bin NO_DEFAULT_PATH)

if(GTest_FOUND AND rapidcheck_FOUND)
  file(GLOB_RECURSE test_sources CONFIGURE_DEPENDS tests/*_test.cpp)
  if(test_sources)
    add_executable(tengen_tests ${test_sources} tests/support/places.cpp)
    target_include_directories(tengen_tests PRIVATE "${CMAKE_SOURCE_DIR}/tests")
    # EXPECT_… as the only statement of an if is a false alarm: GoogleTest's macros bring their own else.
    # What is measured and what is shipped is not in the tests themselves: half the optimisation compiles in two thirds
    # of the time.
    target_compile_options(tengen_tests PRIVATE -Wno-dangling-else $<$<CONFIG:Release>:-O1>)
    set_source_files_properties(tests/support/places.cpp PROPERTIES SKIP_PRECOMPILE_HEADERS ON
      COMPILE_DEFINITIONS "TENGEN_SOURCES=\"${CMAKE_SOURCE_DIR}\";TENGEN_TOOLS=\"${CMAKE_BINARY_DIR}\"")
    # They include the trainer's kernels, which speak to nvcc too.
    file(GLOB trainer_tests CONFIGURE_DEPENDS tests/engines/gomoku/champion/trainer_*_test.cpp)
    set_source_files_properties(${trainer_tests} PROPERTIES COMPILE_OPTIONS -Wno-unknown-pragmas)
    add_dependencies(tengen_tests connect4_champion)
    target_link_libraries(tengen_tests PRIVATE
      tengen_app tengen_options rapidcheck GTest::gmock GTest::gtest GTest::gtest_main)
    target_precompile_headers(tengen_tests PRIVATE
      <algorithm> <chrono> <functional> <memory> <optional> <string> <vector> <fmt/format.h> <tl/expected.hpp>
      <gtest/gtest.h> <gmock/gmock.h> <rapidcheck.h>)
    include(GoogleTest)
    # Listing the tests when ctest starts keeps a build from running what it has just built.
    gtest_discover_tests(tengen_tests DISCOVERY_MODE PRE_TEST DISCOVERY_TIMEOUT 60
      NO_PRETTY_TYPES NO_PRETTY_VALUES PROPERTIES LABELS unit TIMEOUT 600)
  endif()
else()
  message(STATUS "GoogleTest or RapidCheck is not installed: no unit tests")
endif()

# Command-line tests get the program's path as their only argument; a name that starts with _ is a helper.
file(GLOB e2e_tests CONFIGURE_DEPENDS tests/e2e/*.sh tests/e2e/*.py)
list(FILTER e2e_tests EXCLUDE REGEX "/_[^/]*$")
foreach(script IN LISTS e2e_tests)
  if(NOT TARGET tengen)
    break()
  endif()
  get_filename_component(name "${script}" NAME_WE)
  if(script MATCHES "\\.py$")
    set(interpreter "${PYTHON3}")
  else()
    set(interpreter bash)
  endif()
  add_test(NAME e2e.${name} COMMAND ${interpreter} "${script}" $<TARGET_FILE:tengen>)
  set_tests_properties(e2e.${name} PROPERTIES LABELS e2e TIMEOUT 600 SKIP_RETURN_CODE 77)
endforeach()
if(TARGET tengen)
  # A minute of what ./test --torture does for as long as it is asked to.
  add_test(NAME torture COMMAND "${PYTHON3}" "${CMAKE_SOURCE_DIR}/tests/torture/torture.py"
    --tengen $<TARGET_FILE:tengen> --minutes 1 --log "${CMAKE_BINARY_DIR}/torture.log")
  set_tests_properties(torture PROPERTIES LABELS e2e TIMEOUT 900)
endif()
# Makes the pages that report_page.py opens in a browser; it finds the program beside tengen.
add_executable(report_pages EXCLUDE_FROM_ALL tests/e2e/report_pages.cpp)
target_link_libraries(report_pages PRIVATE tengen_app tengen_page tengen_options)

# Fuzz targets: with libFuzzer they search by coverage; without it, a small driver replays and mutates their corpus.
set(TENGEN_FUZZ_SECONDS 10 CACHE STRING "How long libFuzzer searches with each fuzz target")
file(GLOB fuzz_sources CONFIGURE_DEPENDS tests/fuzz/*_fuzz.cpp)
set(fuzz_targets)
foreach(source IN LISTS fuzz_sources)
  get_filename_component(name "${source}" NAME_WE)
  add_executable(${name} "${source}")
  target_include_directories(${name} PRIVATE "${CMAKE_SOURCE_DIR}/tests")
  target_link_libraries(${name} PRIVATE tengen_app tengen_options)
  list(APPEND fuzz_targets ${name})
  string(REGEX REPLACE "_fuzz$" "" corpus_name "${name}")
  set(corpus "${CMAKE_SOURCE_DIR}/tests/fuzz/corpus/${corpus_name}")
  if(TENGEN_LIBFUZZER)
    target_link_options(${name} PRIVATE -fsanitize=fuzzer)
    # libFuzzer adds what it finds to the first folder, which must not be the one under version control.
    set(found "${CMAKE_BINARY_DIR}/corpus/${corpus_name}")
    file(MAKE_DIRECTORY "${found}" "${CMAKE_BINARY_DIR}/crashes")
    add_test(NAME fuzz.${corpus_name} COMMAND ${name} -max_total_time=${TENGEN_FUZZ_SECONDS} -timeout=20
      -print_final_stats=1 "-artifact_prefix=${CMAKE_BINARY_DIR}/crashes/${name}-" "${found}" "${corpus}")
  else()
    target_sources(${name} PRIVATE "${CMAKE_SOURCE_DIR}/tests/fuzz/driver.cpp")
    add_test(NAME fuzz.${corpus_name} COMMAND ${name} --runs 20000 --seconds 2 --seed 1 "${corpus}")
  endif()
  math(EXPR patience "${TENGEN_FUZZ_SECONDS} + 600")
  set_tests_properties(fuzz.${corpus_name} PROPERTIES LABELS fuzz TIMEOUT ${patience})
endforeach()
add_custom_target(tengen_fuzzers DEPENDS ${fuzz_targets})

# The trainer: its rules against ours on random games, and a tiny run of everything where PyTorch is installed.
add_executable(train_dump_games EXCLUDE_FROM_ALL tests/train/dump_games.cpp)
target_link_libraries(train_dump_games PRIVATE tengen_core tengen_options)
if(PYTHON3)
  add_test(NAME train.rules COMMAND "${PYTHON3}" tests/train/rules_check.py $<TARGET_FILE:train_dump_games>)
  add_test(NAME train.smoke COMMAND "${PYTHON3}" tests/train/smoke.py)
  set_tests_properties(train.rules train.smoke PROPERTIES
    WORKING_DIRECTORY "${CMAKE_SOURCE_DIR}" SKIP_RETURN_CODE 77 LABELS train TIMEOUT 600)
endif()

# The house's own rules and commands.
if(PYTHON3)
  add_test(NAME rooms.order COMMAND "${PYTHON3}" "${CMAKE_SOURCE_DIR}/scripts/check_rooms.py")
  add_test(NAME rooms.self_test COMMAND "${PYTHON3}" "${CMAKE_SOURCE_DIR}/scripts/check_rooms.py" --self-test)
  add_test(NAME docs.quotes COMMAND "${PYTHON3}" "${CMAKE_SOURCE_DIR}/scripts/check_quotes.py")
  add_test(NAME scripts.compare_bench COMMAND "${PYTHON3}" "${CMAKE_SOURCE_DIR}/tests/scripts/compare_bench_test.py")
endif()
add_test(NAME launcher COMMAND bash "${CMAKE_SOURCE_DIR}/scripts/launcher_test.sh")

# What ./test builds: tengen_inside_checks for the tests that need no program, tengen_checks for all.
add_custom_target(tengen_inside_checks)
foreach(target IN ITEMS tengen_tests train_dump_games ${fuzz_targets})
  if(TARGET ${target})
    add_dependencies(tengen_inside_checks ${target})
  endif()
endforeach()
add_custom_target(tengen_checks)
add_dependencies(tengen_checks tengen_inside_checks)
if(TARGET tengen)
  add_dependencies(tengen_checks tengen report_pages)
endif()
