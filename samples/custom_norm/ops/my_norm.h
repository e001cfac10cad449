// y = x / sqrt(mean of x * x + eps) * g, of one vector.
#include "runtime/each.h"

#include <cmath>

using shardc::runtime::MemberPlace, shardc::runtime::View;

template <typename Attributes>
SHARDC_HD void my_norm(View<const float, 1> x, View<const float, 1> g, View<float, 1> y,
                       const MemberPlace &, const Attributes &attributes) {
  const int64_t n = x.extents[0];
  float sum = 0;
  for (int64_t i = 0; i < n; ++i)
    sum += x(i) * x(i);
  const float size = std::sqrt(sum / float(n) + float(attributes.eps));
  for (int64_t i = 0; i < n; ++i)
    y(i) = x(i) / size * g(i);
}
