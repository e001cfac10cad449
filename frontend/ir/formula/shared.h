// SPDX-License-Identifier: Apache-2.0
// What many hold and nobody changes.
#pragma once

#include <memory>
#include <utility>

namespace shardc {

/// A value that is copied as a pointer. Reads like a `T`, or a range of its elements; a new one is
/// assigned to change it.
template <typename T>
class Shared {
public:
  Shared() : Shared(T()) {}
  Shared(T value) : held(std::make_shared<const T>(std::move(value))) {}

  operator const T &() const { return *held; }
  const T &operator*() const { return *held; }
  const T *operator->() const { return held.get(); }
  /// Where two are at one address, they are equal without a look.
  const T *get() const { return held.get(); }

  auto begin() const { return held->begin(); }
  auto end() const { return held->end(); }
  auto size() const { return held->size(); }
  auto empty() const { return held->empty(); }
  const auto &front() const { return held->front(); }
  template <typename Index>
  decltype(auto) operator[](Index index) const {
    return (*held)[index];
  }

  bool operator==(const Shared &other) const { return held == other.held || *held == *other.held; }

private:
  std::shared_ptr<const T> held;
};

} // namespace shardc
