#include <dlfcn.h>

#include <filesystem>

#include "learn/tune/method.hpp"

namespace tengen::learn::tune {

namespace {

// Beside the program, or where it was built: a program may have been copied elsewhere.
void* load_module() {
  std::error_code error;
  const auto program = std::filesystem::read_symlink("/proc/self/exe", error);
  const std::filesystem::path built = TENGEN_PAGMO_MODULE;
  for (const std::filesystem::path& path : {program.parent_path() / built.filename(), built})
    if (void* module = ::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL)) return module;
  return nullptr;
}

}  // namespace

Expected<std::unique_ptr<Method>> make_pagmo(const Search& search, const PagmoOptions& options) {
  // Loaded once, and never again let go: algorithms may live as long as the program.
  static void* const module = load_module();
  if (!module) {
    const char* why = ::dlerror();
    return fail("cannot load the library of optimisers: {}", why ? why : "no reason given");
  }
  using Make = Method* (*)(const Search&, const PagmoOptions&);
  const auto make = reinterpret_cast<Make>(::dlsym(module, "tengen_make_pagmo"));
  if (!make) return fail("the library of optimisers is not ours");
  return std::unique_ptr<Method>(make(search, options));
}

}  // namespace tengen::learn::tune
