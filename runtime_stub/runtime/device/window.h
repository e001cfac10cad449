// SPDX-License-Identifier: Apache-2.0
// Windows: how kernels reach their buffers when devices hold different parts of a value.
#pragma once

#include "runtime/interval.h"

#include <type_traits>

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

/// A dimension of which every device holds the indices Lo, ..., Lo + Extent - 1.
template <int64_t Lo, int64_t Extent>
struct Fixed {
  static constexpr int64_t lo = Lo;
  static constexpr int64_t size() { return Extent; }
};
/// A dimension that every device holds alike: the indices 0, ..., Extent - 1.
template <int64_t Extent>
using Whole = Fixed<0, Extent>;

/// Row-major memory for a box of a value, read and written by the value's *global* indices:
///
///   const Window u(u_data, d.u);                u(i)     dimension 0 starts at d.u.lo
///   const Window x(x_data, d.x, Whole<512>());  x(i, j)  dimension 1 is the same everywhere
///
/// An index is of a signed type: an unsigned one would go wrong below 0.
template <typename T, typename... Dims>
class Window;

template <typename T>
class Window<T> {
public:
  constexpr explicit Window(T *memory) : data(memory) {}
  constexpr T &operator()() const { return *data; }

protected:
  constexpr T &at(int64_t offset) const { return data[offset]; }

private:
  T *data;
};

template <typename T, typename Dim, typename... Inner>
class Window<T, Dim, Inner...> : public Window<T, Inner...> {
public:
  constexpr Window(T *memory, Dim outer, Inner... inner)
      : Window<T, Inner...>(memory, inner...), dim(outer) {}

  template <typename Index, typename... Indices>
  constexpr T &operator()(Index i, Indices... inner) const {
    static_assert(sizeof...(Indices) == sizeof...(Inner), "one index per dimension");
    return at(0, i, inner...);
  }

protected:
  /// The element at local row `row` of the dimensions outside this one.
  template <typename Index, typename... Indices>
  constexpr T &at(int64_t row, Index i, Indices... inner) const {
    static_assert(std::is_signed_v<Index>, "indices are of a signed type");
    return Window<T, Inner...>::at(row * dim.size() + (i - dim.lo), inner...);
  }

private:
  Dim dim;
};

template <typename T, typename... Dims>
Window(T *, Dims...) -> Window<T, Dims...>;

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
