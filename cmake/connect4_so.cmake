# The Connect Four champion as a shared object with the interface of the course's competitors (docs/algorithms/connect-four.md).
# It needs nothing but the C library: the C++ library is linked in, and only getPoint and clearPoint can be seen.

file(GLOB champion_sources CONFIGURE_DEPENDS src/engines/connect4/champion*.cpp)
list(FILTER champion_sources EXCLUDE REGEX "_player\\.cpp$")
add_library(connect4_champion MODULE ${champion_sources})
target_include_directories(connect4_champion PRIVATE "${CMAKE_SOURCE_DIR}/src")
target_link_libraries(connect4_champion PRIVATE tengen_options tl::expected fmt::fmt-header-only)
set_target_properties(connect4_champion PROPERTIES
  PREFIX "" CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON)
target_link_options(connect4_champion PRIVATE "-Wl,--version-script=${CMAKE_SOURCE_DIR}/cmake/connect4_so.map")
if(NOT TENGEN_SANITIZE)
  target_link_options(connect4_champion PRIVATE -static-libstdc++ -static-libgcc)
endif()
