// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "runtime/namespace.h"

#include <memory>
#include <type_traits>
#include <utility>

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

template <typename Signature>
class FunctionRef;

/// A function that is somebody else's for as long as this is used: to be given to a call, and not
/// to be kept. Unlike std::function it has no memory of its own.
template <typename Result, typename... Parameters>
class FunctionRef<Result(Parameters...)> {
public:
  template <typename Function>
  requires(std::is_invocable_r_v<Result, const Function &, Parameters...> &&
           !std::is_same_v<Function, FunctionRef>)
      FunctionRef(const Function &function) // NOLINT: any function will do
      : of(std::addressof(function)), call([](const void *of, Parameters... arguments) -> Result {
          return (*static_cast<const Function *>(of))(std::forward<Parameters>(arguments)...);
        }) {}

  Result operator()(Parameters... arguments) const {
    return call(of, std::forward<Parameters>(arguments)...);
  }

private:
  const void *of;
  Result (*call)(const void *of, Parameters... arguments);
};

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
