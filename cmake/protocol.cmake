# Programs that the protocol room starts: the host of foreign shared objects, and what its tests play against.

add_executable(tengen_so_host src/protocol/so_host/main.cpp)
target_link_libraries(tengen_so_host PRIVATE tengen_options ${CMAKE_DL_LIBS})
if(TARGET tengen)
  add_dependencies(tengen tengen_so_host)
endif()

add_executable(quick_brain EXCLUDE_FROM_ALL tests/protocol/quick_brain.cpp)
target_link_libraries(quick_brain PRIVATE tengen_options)
add_library(test_strategy MODULE EXCLUDE_FROM_ALL tests/protocol/test_strategy.cpp)
target_link_libraries(test_strategy PRIVATE tengen_options ${CMAKE_DL_LIBS})
set_target_properties(test_strategy PROPERTIES PREFIX "")
if(TARGET tengen_tests)
  add_executable(test_engine EXCLUDE_FROM_ALL tests/protocol/test_engine.cpp)
  target_include_directories(test_engine PRIVATE "${CMAKE_SOURCE_DIR}/tests")
  target_link_libraries(test_engine PRIVATE tengen_app tengen_options GTest::gtest)
  foreach(target IN ITEMS tengen_tests test_engine)
    target_compile_definitions(${target} PRIVATE
      TENGEN_PROTOCOL_TESTS="${CMAKE_SOURCE_DIR}/tests/protocol" TENGEN_TOOLS="${CMAKE_BINARY_DIR}")
  endforeach()
  add_dependencies(tengen_tests tengen_so_host quick_brain test_strategy test_engine)
endif()
add_dependencies(tengen_checks tengen_so_host quick_brain test_strategy)
