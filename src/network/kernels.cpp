#include "network/kernels.hpp"

#include <cstring>

#include "network/line_kernels.hpp"

namespace tengen::network {

namespace {

// How many of the three kinds this processor can run.
std::size_t known() {
  if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("fma")) return 1;
  for (const bool has : {__builtin_cpu_supports("avx512f") != 0, __builtin_cpu_supports("avx512bw") != 0,
                         __builtin_cpu_supports("avx512dq") != 0, __builtin_cpu_supports("avx512vl") != 0,
                         __builtin_cpu_supports("avx512vnni") != 0})
    if (!has) return 2;
  return 3;
}

}  // namespace

Bytes aligned_bytes(std::size_t size) {
  Bytes bytes(static_cast<std::byte*>(::operator new[](size, std::align_val_t{64})));
  std::memset(bytes.get(), 0, size);
  return bytes;
}

std::span<const Kernels* const> exact_kernels() {
  static constexpr const Kernels* all[] = {&detail::plain_floats, &detail::avx2_floats, &detail::avx512_floats};
  return std::span(all).first(known());
}

std::span<const Kernels* const> integer_kernels() {
  static constexpr const Kernels* all[] = {&detail::plain_kernels, &detail::avx2_kernels, &detail::avx512_kernels};
  return std::span(all).first(known());
}

std::span<const LineKernels* const> line_kernels() {
  static constexpr const LineKernels* all[] = {&detail::plain_line_kernels, &detail::avx2_line_kernels,
                                               &detail::avx512_line_kernels};
  return std::span(all).first(known());
}

}  // namespace tengen::network
