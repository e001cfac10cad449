// SPDX-License-Identifier: Apache-2.0
// A source is an object, Work, which has a view of each value and the batch, and calls the user's
// function for a member by its number; and the function that a call calls, which makes one and
// hands it to do_each(), a loop over members on CPUs and a kernel on GPUs. What of a value's
// dimensions numbers members, and what is left for views, is written as numbers of factors:
//
//   struct Work { EachValue<const float, 1> operand0; ... void operator()(int64_t member) const; };
//   const char *my_norm_each(const shardc_call *call) { ... return do_each(*call, work); }
#include "codegen/cpp/each_source.h"

#include "codegen/text/literal.h"
#include "codegen/text/text.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <set>

namespace shardc {

namespace {

class EachWriter {
public:
  explicit EachWriter(const Routine &routine) : routine(routine), each(*routine.each) {
    add(each.operands, "operand", "const ");
    add(each.results, "result", "");
  }

  std::string text(const std::string &backEnd) const {
    return comment() + "#include \"runtime/host/ops/each_" + backEnd + ".h\"\n" + typeHeaders() +
           "\n#include \"" + pathInBundle(each.header) + "\"\n\nnamespace {\n\n" +
           "using namespace shardc::runtime;\n\n" + attributes() + work() +
           "} // namespace\n\nextern \"C\" const char *" + routine.symbol +
           "(const shardc_call *call) {\n  EachBatch batch = {call->device, " +
           std::to_string(each.factors.size()) + "};\n" + makeWork() +
           "  return do_each(*call, work);\n}\n";
  }

private:
  struct Value {
    std::string name, place; // "operand0", "operands[0]"
    std::string parameters;  // "<const float, 1>"
    ArrayRef<int> factors;
  };

  const Routine &routine;
  const EachCode &each;
  std::vector<Value> values;

  void add(ArrayRef<EachValue> all, const std::string &name, const std::string &constant) {
    for (auto [number, value] : llvm::enumerate(all))
      values.push_back({name + std::to_string(number), name + "s[" + std::to_string(number) + "]",
                        "<" + constant + info(value.type).cpp + ", " +
                            std::to_string(llvm::count(value.factors, -1)) + ">",
                        value.factors});
  }

  std::string comment() const {
    const std::string whose =
        each.factors.empty() ? "once" : "for each " + text::listed(each.factors);
    return text::wrapped("// ", "Calls " + each.function + " of " + pathInBundle(each.header) +
                                    " " + whose + " that a device has.");
  }

  /// What types that are the runtime's are in.
  std::string typeHeaders() const {
    std::set<std::string> headers;
    for (ArrayRef<EachValue> all : {ArrayRef(each.operands), ArrayRef(each.results)})
      for (const EachValue &value : all)
        if (isOfRuntime(value.type))
          headers.insert(info(value.type).isComplex ? "complex"
                         : info(value.type).isSmall ? "small_integers"
                                                    : "narrow");
    std::string text;
    for (const std::string &header : headers)
      text += "#include \"runtime/" + header + ".h\"\n";
    return text;
  }

  std::string attributes() const {
    if (routine.attributes.empty()) return "";
    std::string text = "struct Attributes {\n";
    for (const RoutineAttribute &attribute : routine.attributes)
      if (const auto *whole = std::get_if<int64_t>(&attribute.value))
        text += "  int64_t " + attribute.name + " = " +
                literalText(Number::of(ElementType::i64, *whole), true) + ";\n";
      else
        text += "  double " + attribute.name + " = " +
                literalText(Number::of(ElementType::f64, std::get<double>(attribute.value))) +
                ";\n";
    return text + "};\n\n";
  }

  /// What is called for a member.
  std::string work() const {
    std::vector<std::string> arguments;
    std::string fields;
    for (const Value &value : values) {
      fields += "  EachValue" + value.parameters + " " + value.name + ";\n";
      arguments.push_back(value.name + ".of(batch, place)");
    }
    arguments.push_back("place");
    if (!routine.attributes.empty()) arguments.push_back("Attributes()");
    return "struct Work {\n" + fields + "  EachBatch batch;\n\n" +
           "  SHARDC_HD void operator()(int64_t member) const {\n" +
           "    const MemberPlace place = batch.place(member);\n" +
           text::packed("    ::" + each.function + "(", arguments, ");\n") + "  }\n};\n\n";
  }

  /// Of each dimension the number of a factor; the batch is known when all values are.
  std::string makeWork() const {
    std::string lines = "  const Work work = {\n";
    for (const Value &value : values) {
      std::vector<std::string> factors;
      for (const int factor : value.factors)
        factors.push_back(std::to_string(factor));
      if (factors.empty()) factors = {"-1"}; // it has no dimension
      lines += "      value_of" + value.parameters + "(call->" + value.place + ", {" +
               llvm::join(factors, ", ") + "}, batch),\n";
    }
    return lines + "      batch};\n";
  }
};

} // namespace

RoutineSource eachSource(const Routine &routine, Target target) {
  const bool cuda = target == Target::cuda;
  return {routine.symbol + (cuda ? ".cu" : ".cpp"),
          EachWriter(routine).text(cuda ? "cuda" : "cpu")};
}

} // namespace shardc
