#pragma once
// A list with a fixed capacity that lives where it is declared, so that generating moves never allocates.

#include <array>
#include <cassert>
#include <cstddef>

namespace tengen {

template <class T, std::size_t capacity>
class FixedList {
 public:
  void push_back(T value) noexcept {
    assert(size_ < capacity);
    items_[size_++] = value;
  }
  void clear() noexcept { size_ = 0; }
  void resize(std::size_t size) noexcept {
    assert(size <= capacity);
    size_ = size;
  }

  std::size_t size() const noexcept { return size_; }
  bool empty() const noexcept { return size_ == 0; }

  T& operator[](std::size_t i) noexcept { return items_[i]; }
  const T& operator[](std::size_t i) const noexcept { return items_[i]; }
  T* begin() noexcept { return items_.data(); }
  T* end() noexcept { return items_.data() + size_; }
  const T* begin() const noexcept { return items_.data(); }
  const T* end() const noexcept { return items_.data() + size_; }

 private:
  // Left uninitialised on purpose: clearing hundreds of slots per node would cost more than filling them.
  std::array<T, capacity> items_;
  std::size_t size_ = 0;
};

}  // namespace tengen
