# tengen_microbench is built only when asked for: cmake --build --preset release --target tengen_microbench

find_package(benchmark QUIET)
file(GLOB bench_sources CONFIGURE_DEPENDS bench/*.cpp)
if(benchmark_FOUND AND bench_sources)
  add_executable(tengen_microbench EXCLUDE_FROM_ALL ${bench_sources})
  target_link_libraries(tengen_microbench PRIVATE
    tengen_app tengen_options benchmark::benchmark benchmark::benchmark_main)
endif()
