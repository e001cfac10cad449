// SPDX-License-Identifier: Apache-2.0
// Neighbours that a thread reads and writes at once: calls of runtime/device/cuda/vec_cuda.h.
#include "codegen/cpp/body_printer.h"

namespace shardc {

/// Of the first of the neighbours: "&x[i * 512 + j_from]".
std::string BodyPrinter::addressOf(const ParameterView &parameter, ArrayRef<Expr> index) {
  const int loop = vectors->loops.back();
  text.known.indices[loop] = vectors->from;
  const std::string element = text.element(parameter, index);
  text.known.indices.erase(loop);
  return "&" + element;
}

/// ", 1003 - j_from": how many there are, where not all threads have as many.
std::string BodyPrinter::restOfVector() {
  const int loop = vectors->loops.back();
  const std::optional<int64_t> extent = view.loops[loop].extent;
  const bool isFull = extent && *extent % vectors->each == 0;
  return isFull ? "" : ", " + endOf(loop) + " - " + vectors->from;
}

/// "Vec<float, 4> "
std::string BodyPrinter::vecOf(const std::string &type) const {
  return "Vec<" + type + ", " + std::to_string(vectors->each) + "> ";
}

void BodyPrinter::print(const LoadVec &load) {
  text.need("Vec");
  text.need("load_vec");
  const ParameterView &from = view.ins[load.load->value];
  line("const " + vecOf(typeOf(load.load)) + load.name + " = load_vec<" +
       std::to_string(vectors->each) + ">(" + addressOf(from, load.load->args) + restOfVector() +
       ");");
}

void BodyPrinter::print(const DeclareVec &vec) {
  text.need("Vec");
  line(vecOf(info(vec.type).cpp) + vec.name + ";");
}

void BodyPrinter::print(const StoreVec &store) {
  text.need("store_vec");
  const ParameterView &to = view.outs[store.output];
  line("store_vec(" + addressOf(to, view.formula.results[store.output].index) + ", " + store.name +
       restOfVector() + ");");
}

} // namespace shardc
