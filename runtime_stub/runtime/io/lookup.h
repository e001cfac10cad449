// SPDX-License-Identifier: Apache-2.0
// Finding inputs and outputs by what people call them.
#pragma once

#include "runtime/io/array.h"

#include <string_view>
#include <unordered_map>

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

/// A place in a tree of values as a path, "params/Dense_0/kernel", where JAX spells it with keys
/// and fields: "p['params']['Dense_0']['kernel']" is p/params/Dense_0/kernel, "['w']" is w, and
/// "state.mu[0]" state/mu/0. Any other text is returned as it is.
std::string pathOf(const std::string &name);

enum class Side { input, output, inside };

/// What a name means; both, where it may mean two.
struct Found {
  int index = -1; // -1: none
  int other = -1; // -1: it is the only one
};

/// The inputs, the outputs or the values inside a program by all their names.
class Lookup {
public:
  Lookup(const std::vector<Signature> &list, Side side);

  /// What is called so. A tensor's own names come first: its spelling, its identifier, and `argN`
  /// or `outN` by its number (not inside). Then its path, which for outputs begins with "result",
  /// as in JAX; then the rest of a path, without the name of the argument: what a tree of
  /// parameters says of itself.
  Found find(const std::string &name) const;

private:
  using Names = std::unordered_map<std::string, Found>;
  static void add(Names &names, const std::string &name, int index);

  Names own, paths, ends;
};

/// The closest of `choices` to what was typed; "" where none is close.
std::string_view closest(std::string_view typed, const std::vector<std::string_view> &choices);

/// The one of this name; -1 if there is none. Throws if two may be meant.
int findOne(const Lookup &lookup, const std::vector<Signature> &list, const std::string &name);

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
