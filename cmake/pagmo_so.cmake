# The optimisers of pagmo2 behind our interface, loaded by `tengen tune` when it needs them (src/learn/tune/pagmo_so.cpp).

add_library(tengen_pagmo MODULE src/learn/tune/pagmo_so.cpp)
target_include_directories(tengen_pagmo PRIVATE "${CMAKE_SOURCE_DIR}/src")
target_link_libraries(tengen_pagmo PRIVATE
  tengen_options Pagmo::pagmo nlohmann_json::nlohmann_json tl::expected fmt::fmt-header-only)
set_target_properties(tengen_pagmo PROPERTIES PREFIX "")
set_source_files_properties(src/learn/tune/pagmo_method.cpp PROPERTIES
  COMPILE_DEFINITIONS "TENGEN_PAGMO_MODULE=\"$<TARGET_FILE:tengen_pagmo>\"")
# Whoever links the loader may want it.
add_dependencies(tengen_outer tengen_pagmo)
