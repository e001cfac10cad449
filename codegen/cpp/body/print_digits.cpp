// SPDX-License-Identifier: Apache-2.0
// What digits of threads, turns and neighbours have: indices, what is read and written at once by
// calls of runtime/device/cuda/vec_cuda.h.
#include "codegen/cpp/body/body_printer.h"

namespace shardc {

/// const int i_tile = blockIdx.y * 32;
void BodyPrinter::print(const LetTile &tile) {
  static constexpr const char *dimensions[] = {"blockIdx.x", "blockIdx.y", "blockIdx.z"};
  const std::string from = firstOf(tile.loop), block = dimensions[tile.dimension];
  const std::string first =
      (text.wide ? "int64_t(" + block + ")" : block) + " * " + std::to_string(tile.size);
  letIndex(tile.name, from == "0" ? first : from + " + " + first);
  blockStarts[tile.loop] = tile.name;
  tileSizes[tile.loop] = tile.size;
}

/// const int i = i_tile + threadIdx.x / 32 + turn * 8;
void BodyPrinter::print(const LetDigits &index) {
  std::string value = blockStarts[index.loop];
  for (const Axis::Digit &digit : index.digits) {
    const bool isTurn = digit.to == To::registers;
    std::string term = isTurn ? index.turn : "threadIdx.x";
    if (!isTurn && digit.unit > 1) term += " / " + std::to_string(digit.unit);
    if (!isTurn && digit.unit * digit.extent < threadsOfBlock)
      term += " % " + std::to_string(digit.extent);
    if (digit.stride > 1) term += " * " + std::to_string(digit.stride);
    value += " + " + term;
  }
  letIndex(view.loops[index.loop].name, value);
}

/// if (i < 37 && j < d.j.size()), unless all tiles are whole.
void BodyPrinter::print(const IfInside &inside) {
  std::string condition;
  for (const int loop : inside.loops) {
    const std::optional<int64_t> extent = view.loops[loop].extent;
    if (extent && *extent % tileSizes[loop] == 0) continue;
    condition += (condition.empty() ? "" : " && ") + view.loops[loop].name + " < " + boundOf(loop);
  }
  if (condition.empty()) {
    llvm::append_range(*into, print(inside.body));
    return;
  }
  compound({"if (" + condition + ")", true}, inside.body);
}

void BodyPrinter::print(const Barrier &) { line("__syncthreads();"); }

/// Of the first of the neighbours: "x[i * 512 + j_from]". In a function of an index, of that.
std::string BodyPrinter::firstElement(const ParameterView &parameter, ArrayRef<Expr> index) {
  if (!vectors) return text.element(parameter, index);
  const int loop = vectors->loop;
  text.known.indices[loop] = vectors->from;
  std::string element = text.element(parameter, index);
  text.known.indices.erase(loop);
  return element;
}

std::string BodyPrinter::addressOf(const ParameterView &parameter, ArrayRef<Expr> index) {
  return "&" + firstElement(parameter, index);
}

/// ", 1003 - j_from": how many there are, where not all threads have as many.
std::string BodyPrinter::restOfVector() {
  if (!vectors) return "";
  const int loop = vectors->loop;
  const std::optional<int64_t> extent = view.loops[loop].extent;
  const bool isFull = extent && *extent % vectors->count == 0;
  return isFull ? "" : ", " + endOf(loop) + " - " + vectors->from;
}

/// "Vec<float, 4> "
std::string BodyPrinter::vecOf(const std::string &type) const {
  return "Vec<" + type + ", " + std::to_string(vectors->count) + "> ";
}

void BodyPrinter::print(const LoadVec &load) {
  text.need("Vec");
  text.need("load_vec");
  const ParameterView &from = view.ins[load.load->value];
  const std::string count = std::to_string(vectors->count);
  std::string where = addressOf(from, load.load->args);
  if (load.where) {
    text.need("zeros_unless");
    where = "zeros_unless(" + valueOf(load.where) + ", " + where + ")";
  }
  CodeLine made{"const " + vecOf(typeOf(load.load)) + load.name + " =",
                true,
                {{"load_vec<" + count + ">(" + where + restOfVector() + ");"}}};
  made.open = "";
  made.by = 4;
  into->push_back(std::move(made));
}

/// const float y_at = y[i_from / 16];
void BodyPrinter::print(const LoadFirst &load) {
  const ParameterView &from = view.ins[load.load->value];
  line("const " + typeOf(load.load) + " " + load.name + " = " +
       firstElement(from, load.load->args) + ";");
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
