#pragma once
// What the API answers when it cannot do what was asked: docs/api.md lists the codes.

#include <fmt/core.h>

#include <string>
#include <string_view>
#include <tl/expected.hpp>

#include "core/expected.hpp"

namespace tengen {

struct ApiError {
  int status = 500;
  std::string_view code = "internal";
  std::string message;
  std::string field{};  // the part of the request that is wrong; may be empty

  template <class T>
  operator tl::expected<T, ApiError>() const {
    return tl::unexpected(*this);
  }
};

template <class T>
using Answer = tl::expected<T, ApiError>;

namespace api {

inline ApiError error(int status, std::string_view code, std::string message, std::string field = {}) {
  return ApiError{status, code, std::move(message), std::move(field)};
}
inline ApiError bad_request(std::string message, std::string field = {}) {
  return error(400, "bad_request", std::move(message), std::move(field));
}
inline ApiError not_found(std::string message) { return error(404, "not_found", std::move(message)); }
inline ApiError conflict(std::string message) { return error(409, "conflict", std::move(message)); }
inline ApiError too_large(std::string message, std::string field = {}) {
  return error(413, "too_large", std::move(message), std::move(field));
}
// What was stored cannot be read any more, or what should be stored cannot be written.
inline constexpr std::string_view damaged_code = "damaged";
inline ApiError damaged(std::string message) { return error(500, damaged_code, std::move(message)); }
inline ApiError not_kept(std::string message) { return error(507, "not_kept", std::move(message)); }
inline ApiError busy(std::string message) { return error(503, "busy", std::move(message)); }

}  // namespace api

}  // namespace tengen
