// SPDX-License-Identifier: Apache-2.0
// Rows and columns in the registers of a team's threads: calls of
// runtime/device/cuda/parts_cuda.h.
#include "codegen/cpp/body/body_printer.h"

#include "codegen/text/text.h"
#include "frontend/ir/formula/rewriting/rewrite.h"

namespace shardc {

/// using Row = RowShape<512, 1, 4>; // elements, warps, neighbours of a thread
/// using Column = ColumnShape<1900, 8, 32>; // elements, columns of a block, threads of each
void BodyPrinter::print(const DeclareRows &rows) {
  if (rows.slots != 0) {
    text.need("ColumnShape");
    return line("using " + rows.name + " = ColumnShape<" + std::to_string(rows.count) + ", " +
                std::to_string(rows.columns) + ", " + std::to_string(rows.slots) +
                ">; // elements, columns of a block, threads of each");
  }
  text.need("RowShape");
  line("using " + rows.name + " = RowShape<" + std::to_string(rows.count) + ", " +
       std::to_string(rows.warps) + ", " + std::to_string(rows.neighbours) +
       ">; // elements, warps, neighbours of a thread");
}

/// Of its first element: "&x[row * 512]", "x".
std::string BodyPrinter::rowAddress(const ParameterView &parameter, ArrayRef<Expr> index,
                                    int loop) {
  SmallVector<Expr, 4> first;
  for (Expr each : index)
    first.push_back(overLoop(each, loop, each->pool->constant(0)));
  const std::string element = text.element(parameter, first);
  return element == parameter.window + "[0]" ? parameter.window : "&" + element;
}

/// const auto x_row = load_part<Row>(&x[row * 512]);
void BodyPrinter::print(const LoadRow &row) {
  text.need("load_part");
  line("const auto " + row.name + " = load_part<" + row.shape + ">(" +
       rowAddress(view.ins[row.load->value], row.load->args, row.loop) + ");");
}

/// const auto exp_row =
///     part_of<Row, float>([=](int, int place) { return exp(x_row[place] - largest); });
void BodyPrinter::print(const MakeRow &row) {
  text.need("part_of");
  text.loopsUsed.erase(row.loop);
  CodeLine made;
  apart([&] {
    made.body = print(row.element.body);
    made.body.push_back({"return " + valueOf(row.element.value) + ";"});
  });
  const bool usesIndex = text.loopsUsed.contains(row.loop);
  const bool usesPlace = codeText(made.body, 0).find("[" + row.place + "]") != std::string::npos;
  const std::string head = "const auto " + row.name + " =";
  made.text = "part_of<" + row.shape + ", " + info(row.element.value->type).cpp + ">([=](int" +
              (usesIndex ? " " + view.loops[row.loop].name : "") + ", int" +
              (usesPlace ? " " + row.place : "") + ")";
  made.compound = true;
  made.open = " {";
  made = onOneLine(std::move(made), "});");
  const size_t room = text::kColumns - 2; // inside of the kernel
  if (made.compound || head.size() + 1 + made.text.size() <= room) {
    made.text = head + " " + made.text;
    return into->push_back(std::move(made));
  }
  CodeLine below{head, true, {std::move(made)}};
  below.open = "";
  below.by = 4;
  into->push_back(std::move(below));
}

/// const float largest = over_parts(x_row, -INFINITY, [](float x, float y) { return max(x, y); });
void BodyPrinter::print(const ReduceRow &row) {
  const char *const name = row.start ? "over_parts" : "sum_of_parts";
  text.need(name);
  const std::string more = row.start ? ", " + text.literal(row.start->number, false) + ", " +
                                           lambdaOf(row.fn, row.type, info(row.type).cpp)
                                     : "";
  line((row.isFinal ? "const " : "") + std::string(info(row.type).cpp) + " " + row.name + " = " +
       name + "(" + row.row + more + ");");
}

/// store_part(&y[row * 512], y_row);
/// for_each_of_part<Column>([=](int i, int place) { y[i * 730 + j] = y_column[place]; });
void BodyPrinter::print(const StoreRow &row) {
  if (!row.shape.empty()) {
    text.need("for_each_of_part");
    const std::string element =
        text.element(view.outs[row.output], view.formula.results[row.output].index);
    CodeLine write{"for_each_of_part<" + row.shape + ">([=](int " + view.loops[row.loop].name +
                       ", int " + row.place + ")",
                   true,
                   {{element + " = " + row.row + "[" + row.place + "];"}}};
    write.open = " {";
    return into->push_back(onOneLine(std::move(write), "});"));
  }
  text.need("store_part");
  line("store_part(" +
       rowAddress(view.outs[row.output], view.formula.results[row.output].index, row.loop) + ", " +
       row.row + ");");
}

} // namespace shardc
