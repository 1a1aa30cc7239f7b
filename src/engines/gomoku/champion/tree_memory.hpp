#pragma once
// Where the threads of a search keep what they share: numbers that change under their eyes, places taken one after another,
// and a table that finds a position again.

#include <atomic>
#include <bit>
#include <cstdint>
#include <memory>

namespace tengen::gomoku {

// A number that some threads read while others change it. None is ever read in the hope that others were changed with it,
// except where it says so: what was written before set() is seen by whoever gets its value.
template <class T>
class Shared {
 public:
  Shared(T value = {}) noexcept : value_(value) {}
  Shared(const Shared& other) noexcept : value_(other.get()) {}
  Shared& operator=(const Shared& other) noexcept { return set(other.get()), *this; }

  T get() const noexcept { return value_.load(std::memory_order_acquire); }
  void set(T value) noexcept { value_.store(value, std::memory_order_release); }
  void add(T more) noexcept { value_.fetch_add(more, std::memory_order_relaxed); }
  // Whether it still was `old`.
  bool change(T old, T value) noexcept { return value_.compare_exchange_strong(old, value); }

 private:
  std::atomic<T> value_;
};

// Room for a fixed number of things, given out from the front. Its memory is touched only when it is used.
template <class T>
class Pool {
 public:
  explicit Pool(std::size_t most) : places_(std::allocator<T>().allocate(most), Free{most}), most_(most) {}

  // The first of so many places side by side, for whoever makes things there. Precondition: they are left.
  std::uint32_t take(std::uint32_t count) noexcept { return taken_.fetch_add(count, std::memory_order_relaxed); }
  template <class... Parts>
  void make(std::uint32_t at, Parts&&... parts) noexcept {
    std::construct_at(places_.get() + at, std::forward<Parts>(parts)...);
  }
  std::uint32_t add(const T& thing) noexcept {
    const std::uint32_t at = take(1);
    make(at, thing);
    return at;
  }
  void clear() noexcept { taken_.store(0, std::memory_order_relaxed); }
  std::uint32_t size() const noexcept { return taken_.load(std::memory_order_relaxed); }
  std::size_t left() const noexcept { return most_ - size(); }
  std::size_t most() const noexcept { return most_; }

  T* data() noexcept { return places_.get(); }
  const T* data() const noexcept { return places_.get(); }
  T& operator[](std::size_t i) noexcept { return places_[i]; }
  const T& operator[](std::size_t i) const noexcept { return places_[i]; }
  void swap(Pool& other) noexcept {
    std::swap(places_, other.places_);
    std::swap(most_, other.most_);
    taken_.store(other.taken_.exchange(size(), std::memory_order_relaxed), std::memory_order_relaxed);
  }

 private:
  struct Free {
    std::size_t most;
    void operator()(T* places) const noexcept { std::allocator<T>().deallocate(places, most); }
  };
  std::unique_ptr<T[], Free> places_;
  std::size_t most_;
  std::atomic<std::uint32_t> taken_{0};
};

// From a key to the number of a node. Slots are filled and never emptied by a search, so a search for a free one ends.
class NodeTable {
 public:
  static constexpr std::uint32_t none = ~std::uint32_t{0};

  // With room to spare for so many nodes.
  explicit NodeTable(std::size_t nodes)
      : mask_(std::bit_ceil(2 * nodes) - 1), slots_(std::make_unique<std::atomic<std::uint32_t>[]>(mask_ + 1)) {}

  void clear() noexcept {
    for (std::size_t i = 0; i <= mask_; ++i) slots_[i].store(0, std::memory_order_relaxed);
  }

  // The node that `is_it`, or none.
  template <class IsIt>
  std::uint32_t find(std::uint64_t key, IsIt&& is_it) const noexcept {
    for (std::size_t i = key & mask_;; i = (i + 1) & mask_) {
      const std::uint32_t slot = slots_[i].load(std::memory_order_acquire);
      if (slot == 0) return none;
      if (is_it(slot - 1)) return slot - 1;
    }
  }
  // The node under this key from now on: this one, unless another thread was faster.
  template <class IsIt>
  std::uint32_t insert(std::uint64_t key, std::uint32_t node, IsIt&& is_it) noexcept {
    for (std::size_t i = key & mask_;; i = (i + 1) & mask_) {
      std::uint32_t slot = 0;
      if (slots_[i].compare_exchange_strong(slot, node + 1, std::memory_order_acq_rel)) return node;
      if (is_it(slot - 1)) return slot - 1;
    }
  }

 private:
  std::size_t mask_;
  std::unique_ptr<std::atomic<std::uint32_t>[]> slots_;
};

}  // namespace tengen::gomoku
