# The page: web/ is built by npm into web/dist and put into the program, compressed. Nothing here runs unless web/ has
# changed. Where npm is missing or fails, the program gets a page that says so; with TENGEN_PAGE=ON the build fails.

set(TENGEN_PAGE AUTO CACHE STRING "Whether the program must have its page: ON, AUTO (as far as npm can), OFF")

file(GLOB_RECURSE page_sources CONFIGURE_DEPENDS web/src/* web/public/*)
file(GLOB page_settings CONFIGURE_DEPENDS web/*.html web/*.json web/*.ts web/*.js)
set(page_cpp "${CMAKE_BINARY_DIR}/page/page.cpp")
add_custom_command(OUTPUT "${page_cpp}"
  COMMAND bash "${CMAKE_SOURCE_DIR}/scripts/build_page.sh" "${CMAKE_BINARY_DIR}/page" "${TENGEN_PAGE}"
  DEPENDS ${page_sources} ${page_settings} scripts/build_page.sh src/server/no_page.html
  COMMENT "Building the page" VERBATIM)
add_library(tengen_page STATIC "${page_cpp}")
target_include_directories(tengen_page PRIVATE "${CMAKE_SOURCE_DIR}/src")
target_link_libraries(tengen_page PRIVATE tengen_options)
