// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/scatter/random_scatter.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>

namespace shardc::test {

static int64_t below(std::mt19937 &random, int64_t end) {
  return static_cast<int64_t>(random() % static_cast<uint64_t>(end));
}

static std::string typeText(const TensorSpec &type) {
  std::string text = "tensor<";
  for (const int64_t extent : type.shape)
    text += std::to_string(extent) + "x";
  return text + info(type.type).name + ">";
}

static std::string listText(const char *name, const std::vector<int64_t> &list) {
  std::string text;
  for (const int64_t number : list)
    text += (text.empty() ? "" : ", ") + std::to_string(number);
  return std::string(name) + " = [" + text + "], ";
}

RandomScatter::RandomScatter(std::mt19937 &random, ElementType elements) {
  const ElementType indexTypes[] = {ElementType::i32, ElementType::i64, ElementType::ui32};
  x.type = u.type = elements;
  i.type = indexTypes[below(random, 3)];
  const int64_t rank = 1 + below(random, 3);
  std::vector<int64_t> sides;
  for (int64_t dim = 0; dim < rank; ++dim) {
    x.shape.push_back(1 + below(random, 5));
    const int64_t kind = below(random, 3);
    if (kind == 0) inserted.push_back(dim);
    if (kind == 1) inputBatch.push_back(dim);
    if (kind == 2)
      sides.push_back(below(random, 2) ? x.shape.back() : 1 + below(random, x.shape.back()));
    if (kind != 1 && below(random, 10) < 7) map.push_back(dim);
  }
  std::shuffle(map.begin(), map.end(), random);

  // Places are batching dimensions (negative: which one) and others.
  std::vector<int64_t> places;
  for (size_t k = 0; k < inputBatch.size(); ++k)
    places.push_back(-1 - static_cast<int64_t>(k));
  for (int64_t k = below(random, 3); k > 0; --k)
    places.push_back(below(random, 10) == 0 ? 0 : 1 + below(random, 5));
  std::shuffle(places.begin(), places.end(), random);
  indexBatch.resize(inputBatch.size());
  const bool areScalars = map.size() == 1 && below(random, 3) == 0;
  vectorDim = areScalars ? static_cast<int64_t>(places.size())
                         : below(random, static_cast<int64_t>(places.size()) + 1);
  SmallVector<int64_t, 4> sizes;
  for (int64_t place : places) {
    if (!areScalars && static_cast<int64_t>(i.shape.size()) == vectorDim)
      i.shape.push_back(static_cast<int64_t>(map.size()));
    if (place < 0) indexBatch[-1 - place] = static_cast<int64_t>(i.shape.size());
    sizes.push_back(place < 0 ? x.shape[inputBatch[-1 - place]] : place);
    i.shape.push_back(sizes.back());
  }
  if (!areScalars && static_cast<int64_t>(i.shape.size()) == vectorDim)
    i.shape.push_back(static_cast<int64_t>(map.size()));

  std::vector<bool> isSide(sizes.size() + sides.size(), false);
  std::fill_n(isSide.begin(), sides.size(), true);
  std::shuffle(isSide.begin(), isSide.end(), random);
  size_t side = 0, size = 0;
  for (size_t dim = 0; dim < isSide.size(); ++dim) {
    if (isSide[dim]) window.push_back(static_cast<int64_t>(dim));
    u.shape.push_back(isSide[dim] ? sides[side++] : sizes[size++]);
  }
  std::vector<std::string> bodies = {"add", "multiply", "maximum", "minimum", "set", "odd"};
  if (!info(elements).isFloat) bodies.insert(bodies.end(), {"and", "or", "xor"});
  body = bodies[below(random, static_cast<int64_t>(bodies.size()))];
  const std::string types = typeText(x) + ", " + typeText(i) + ", " + typeText(u);
  program =
      "func.func public @main(%x: " + typeText(x) + " loc(\"x\"), %i: " + typeText(i) +
      " loc(\"i\"), %u: " + typeText(u) + " loc(\"u\")) -> " + typeText(x) +
      " {\n  %r = \"stablehlo.scatter\"(%x, %i, %u) <{scatter_dimension_numbers = " + dimensions() +
      "}> (" + region() + ") : (" + types + ") -> " + typeText(x) +
      "\n  return %r : " + typeText(x) + "\n}\n";
}

std::string RandomScatter::dimensions() const {
  return "#stablehlo.scatter<" + listText("update_window_dims", window) +
         listText("inserted_window_dims", inserted) + listText("input_batching_dims", inputBatch) +
         listText("scatter_indices_batching_dims", indexBatch) +
         listText("scatter_dims_to_operand_dims", map) +
         "index_vector_dim = " + std::to_string(vectorDim) + ">";
}

std::string RandomScatter::region() const {
  const std::string type = typeText({x.type, {}});
  const auto line = [&](const std::string &name, const std::string &op, const std::string &args) {
    return "    " + name + " = stablehlo." + op + " " + args + " : " + type + "\n";
  };
  std::string text = "{\n  ^bb0(%a: " + type + ", %b: " + type + "):\n";
  std::string made = "%c";
  if (body == "set")
    made = "%b";
  else if (body == "odd")
    text += line("%d", "add", "%a, %a") + line("%c", "subtract", "%d, %b");
  else
    text += line("%c", body, "%a, %b");
  return text + "    stablehlo.return " + made + " : " + type + "\n  }";
}

std::vector<HostTensor> RandomScatter::operands(std::mt19937 &random) const {
  std::vector<HostTensor> all;
  for (const TensorSpec *type : {&x, &i, &u}) {
    all.push_back(HostTensor::zeros(*type));
    for (int64_t k = 0; k < type->elements(); ++k) {
      const bool isIndex = type == &i;
      const double number = isIndex ? static_cast<double>(below(random, 9) - 2)
                                    : static_cast<double>(below(random, 33) - 16) * 0.37;
      all.back().set(
          k, info(type->type).isFloat
                 ? Number::of(type->type, number)
                 : Number::of(type->type, static_cast<int64_t>(isIndex ? number : number * 9)));
    }
  }
  return all;
}

Number RandomScatter::taken(Number there, Number update) const {
  const auto of = [&](Fn fn, Number a, Number b) { return apply(fn, a.type, {a, b}); };
  if (body == "set") return update;
  if (body == "odd") return of(Fn::sub, of(Fn::add, there, there), update);
  const std::pair<const char *, Fn> functions[] = {
      {"add", Fn::add},    {"multiply", Fn::mul}, {"maximum", Fn::max}, {"minimum", Fn::min},
      {"and", Fn::bitAnd}, {"or", Fn::bitOr},     {"xor", Fn::bitXor}};
  for (auto [name, fn] : functions)
    if (body == name) return of(fn, there, update);
  return there;
}

/// The element of x that an update hits; -1: none.
int64_t RandomScatter::placeOf(const HostTensor &indices,
                               const std::vector<int64_t> &update) const {
  std::vector<int64_t> at, sides; // among the indices, without their numbers' dimension
  for (size_t dim = 0; dim < update.size(); ++dim)
    (llvm::is_contained(window, static_cast<int64_t>(dim)) ? sides : at).push_back(update[dim]);
  const bool areScalars = vectorDim == static_cast<int64_t>(i.shape.size());
  if (!areScalars) at.insert(at.begin() + vectorDim, 0);
  std::vector<int64_t> full(x.shape.size(), 0);
  for (size_t number = 0; number < map.size(); ++number) {
    if (!areScalars) at[vectorDim] = static_cast<int64_t>(number);
    int64_t element = 0;
    for (size_t dim = 0; dim < at.size(); ++dim)
      element = element * i.shape[dim] + at[dim];
    full[map[number]] += indices.at(element).integer;
  }
  for (size_t k = 0; k < inputBatch.size(); ++k)
    full[inputBatch[k]] += at[indexBatch[k]];
  size_t side = 0;
  int64_t element = 0;
  for (size_t dim = 0; dim < full.size(); ++dim) {
    const auto number = static_cast<int64_t>(dim);
    if (!llvm::is_contained(inserted, number) && !llvm::is_contained(inputBatch, number))
      full[dim] += sides[side++];
    if (full[dim] < 0 || full[dim] >= x.shape[dim]) return -1;
    element = element * x.shape[dim] + full[dim];
  }
  return element;
}

/// One index after the other; how the elements of its window follow each other makes no difference,
/// as they are different ones.
HostTensor RandomScatter::expected(const std::vector<HostTensor> &operands) const {
  HostTensor made = operands[0];
  std::vector<size_t> dims(window.begin(), window.end()); // innermost first
  for (size_t dim = u.shape.size(); dim-- > 0;)
    if (!llvm::is_contained(window, static_cast<int64_t>(dim))) dims.push_back(dim);
  std::vector<int64_t> update(u.shape.size(), 0);
  for (int64_t k = 0; k < u.elements(); ++k) {
    int64_t left = k, element = 0;
    for (const size_t dim : dims) {
      update[dim] = left % u.shape[dim];
      left /= u.shape[dim];
    }
    for (size_t dim = 0; dim < update.size(); ++dim)
      element = element * u.shape[dim] + update[dim];
    const int64_t at = placeOf(operands[1], update);
    if (at >= 0) made.set(at, taken(made.at(at), operands[2].at(element)));
  }
  return made;
}

} // namespace shardc::test
