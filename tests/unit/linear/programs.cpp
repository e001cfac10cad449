// SPDX-License-Identifier: Apache-2.0
#include "programs.h"

#include "llvm/ADT/STLFunctionalExtras.h"

namespace shardc::test {

// JSON.

/// What `each` makes of 0 to n - 1, with commas between.
static std::string list(size_t n, llvm::function_ref<std::string(const std::string &)> each) {
  std::string text;
  for (size_t k = 0; k < n; ++k)
    text += (k == 0 ? "" : ",\n") + each(std::to_string(k));
  return text;
}

static std::string input(const std::string &name, const std::string &shape) {
  return R"({"name": ")" + name + R"(", "shape": )" + shape + R"(, "dtype": "f32"})";
}

static std::string program(const std::string &inputs, const std::string &ops,
                           const std::string &outputs) {
  return R"({"shardc": 1, "kind": "program", "name": "p", "inputs": [)" + inputs +
         R"(], "ops": [)" + ops + R"(], "outputs": [)" + outputs + "]}";
}

/// Ops v1 to vn, of which each is made of the one before; v0 is |x|.
static std::string
chain(size_t n, const std::string &shape,
      llvm::function_ref<std::string(const std::string &own, const std::string &before)> op) {
  std::string ops = R"({"name": "v0", "op": "abs", "in": ["x0"]})";
  for (size_t k = 1; k <= n; ++k)
    ops += ",\n" + op("v" + std::to_string(k), "v" + std::to_string(k - 1));
  return program(input("x0", shape), ops, "\"v" + std::to_string(n) + "\"");
}

static std::string twice(size_t n, const std::string &op) {
  return chain(n, "[8]", [&](const std::string &own, const std::string &before) {
    return R"({"name": ")" + own + R"(", "op": ")" + op + R"(", "in": [")" + before + R"(", ")" +
           before + "\"]}";
  });
}

std::string doubling(size_t n) { return twice(n, "add"); }
std::string squaring(size_t n) { return twice(n, "multiply"); }

std::string fibonacci(size_t n) {
  std::string ops = R"({"name": "v0", "op": "abs", "in": ["x0"]},
    {"name": "v1", "op": "negate", "in": ["x0"]})";
  for (size_t k = 2; k <= n; ++k)
    ops += R"(, {"name": "v)" + std::to_string(k) + R"(", "op": "add", "in": ["v)" +
           std::to_string(k - 1) + R"(", "v)" + std::to_string(k - 2) + "\"]}";
  return program(input("x0", "[8]"), ops, "\"v" + std::to_string(n) + "\"");
}

std::string choices(size_t n) {
  return chain(n, "[8]", [](const std::string &own, const std::string &before) {
    const std::string both = "[\"" + before + "\", \"" + before + "\"]";
    return R"({"name": "less_)" + own + R"(", "op": "compare", "comparison_direction": "LT",
      "in": [")" +
           before + R"(", "x0"]},
      {"name": ")" +
           own + R"(", "op": "select", "in": ["less_)" + own + R"(", {"op": "add", "in": )" + both +
           R"(}, {"op": "multiply", "in": )" + both + "}]}";
  });
}

std::string negations(size_t n) {
  return chain(n, "[8]", [](const std::string &own, const std::string &before) {
    return R"({"name": "minus_)" + own + R"(", "op": "negate", "in": [")" + before + R"("]},
      {"name": ")" +
           own + R"(", "op": "add", "in": ["minus_)" + own + R"(", "minus_)" + own + "\"]}";
  });
}

std::string reshapes(size_t n) {
  return chain(n, "[6, 6]", [](const std::string &own, const std::string &before) {
    return R"({"name": "r_)" + own + R"(", "op": "reshape", "shape": [4, 9], "in": [")" + before +
           R"("]}, {"name": "t_)" + own +
           R"(", "op": "transpose", "permutation": [1, 0], "in": ["r_)" + own +
           R"("]}, {"name": "u_)" + own + R"(", "op": "reshape", "shape": [6, 6], "in": ["t_)" +
           own + R"("]}, {"name": "p_)" + own + R"(", "op": "pad", "edge_padding_low": [1, 0],
      "edge_padding_high": [-1, 0], "interior_padding": [0, 0], "in": ["u_)" +
           own + R"(", 0.0]}, {"name": ")" + own + R"(", "op": "add", "in": ["p_)" + own +
           R"(", "u_)" + own + "\"]}";
  });
}

static std::string inputs(size_t n) {
  return list(n, [](const std::string &k) { return input("x" + k, "[8]"); });
}
static std::string quoted(const std::string &name) { return "\"" + name + "\""; }

std::string inputsSummed(size_t n) {
  std::string ops = R"({"name": "s0", "op": "abs", "in": ["x0"]})";
  for (size_t k = 1; k < n; ++k)
    ops += R"(, {"name": "s)" + std::to_string(k) + R"(", "op": "add", "in": ["x)" +
           std::to_string(k) + R"(", "s)" + std::to_string(k - 1) + "\"]}";
  return program(inputs(n), ops, quoted("s" + std::to_string(n - 1)));
}

std::string outputsOfOne(size_t n) {
  const auto op = [](const std::string &k) {
    return R"({"name": "y)" + k + R"(", "op": "add", "in": ["x0", )" + k + ".5]}";
  };
  return program(input("x0", "[8]"), list(n, op),
                 list(n, [](const std::string &k) { return quoted("y" + k); }));
}

static std::string absOfEach(size_t n) {
  return list(n, [](const std::string &k) {
    return R"({"name": "y)" + k + R"(", "op": "abs", "in": ["x)" + k + "\"]}";
  });
}

std::string inputsAndOutputs(size_t n) {
  return program(inputs(n), absOfEach(n),
                 list(n, [](const std::string &k) { return quoted("y" + k); }));
}

std::string sizes(size_t n) {
  return program(list(n,
                      [](const std::string &k) {
                        return input("x" + k, "[" + std::to_string(std::stoi(k) + 4) + "]");
                      }),
                 absOfEach(n), list(n, [](const std::string &k) { return quoted("y" + k); }));
}

std::string sameOutputs(size_t n) {
  const std::string text =
      program(input("x0", "[8]"), R"({"name": "y", "op": "abs", "in": ["x0"]})", "@");
  const std::string outputs =
      "{" + list(n, [](const std::string &k) { return quoted("y" + k) + R"(: "y")"; }) + "}";
  const size_t at = text.find("[@]");
  return text.substr(0, at) + outputs + text.substr(at + 3);
}

std::string concatenated(size_t n) {
  return program(inputs(n),
                 R"({"name": "y", "op": "concatenate", "dimension": 0, "in": [)" +
                     list(n, [](const std::string &k) { return quoted("x" + k); }) + "]}",
                 quoted("y"));
}

std::string carried(size_t n) {
  const auto names = [&](const std::string &prefix) {
    return list(n, [&](const std::string &k) { return quoted(prefix + k); });
  };
  const auto negate = [](const std::string &k) {
    return R"({"name": "b)" + k + R"(", "op": "negate", "in": ["a)" + k + "\"]}";
  };
  const std::string loop = R"({"name": ["trips", )" + names("y") + R"(], "op": "while",
      "in": [{"value": 0, "dtype": "i32"}, )" +
                           names("x") + R"(],
      "cond": {"inputs": ["i", )" +
                           names("a") + R"(], "outputs": ["more"], "ops": [
        {"name": "more", "op": "compare", "in": ["i", 3], "comparison_direction": "LT"}]},
      "body": {"inputs": ["i", )" +
                           names("a") + R"(], "outputs": ["j", )" + names("b") +
                           R"(], "ops": [{"name": "j", "op": "add", "in": ["i", 1]}, )" +
                           list(n, negate) + "]}}";
  return program(inputs(n), loop, names("y"));
}

std::string products(size_t n) {
  std::string ops;
  for (size_t k = 0; k < n; ++k)
    ops += (k == 0 ? R"({"name": "y0", "op": "matmul", "in": ["x0", "w0"]})"
                   : R"(, {"name": "y)" + std::to_string(k) + R"(", "op": "matmul", "in": ["y)" +
                         std::to_string(k - 1) + R"(", "w)" + std::to_string(k) + "\"]}");
  const std::string weights =
      list(n, [](const std::string &k) { return input("w" + k, "[8, 8]"); });
  return program(input("x0", "[8, 8]") + ", " + weights, ops, quoted("y" + std::to_string(n - 1)));
}

std::string longNames(size_t n) {
  const std::string x(n, 'x'), y(n, 'y');
  return program(input(x, "[8]"), R"({"name": ")" + y + R"(", "op": "abs", "in": [")" + x + "\"]}",
                 quoted(y));
}

/// Identifiers are of forty letters.
std::string alikeNames(size_t n) {
  const std::string same(50, 'x');
  const auto op = [&](const std::string &k) {
    return R"({"name": "y)" + same + k + R"(", "op": "abs", "in": [")" + same + k + "\"]}";
  };
  return program(list(n, [&](const std::string &k) { return input(same + k, "[8]"); }), list(n, op),
                 list(n, [&](const std::string &k) { return quoted("y" + same + k); }));
}

std::string numbers(size_t n) {
  const std::string shape = "[" + std::to_string(n) + "]";
  return program(input("x0", shape),
                 R"({"name": "y", "op": "add", "in": ["x0", [)" +
                     list(n, [](const std::string &k) { return k + ".5"; }) + "]]}",
                 quoted("y"));
}

std::string large(size_t n) {
  const std::string shape = "[" + std::to_string(2 * n) + ", 4]";
  return program(input("x0", shape), R"({"name": "y", "op": "abs", "in": ["x0"]})", quoted("y"));
}

// Text.

static const std::string kType = "tensor<8xf32>";

/// The body of a function of %x, and what it returns.
static std::string text(const std::string &body, const std::string &returned,
                        const std::string &around = "") {
  return "module @p {\n" + around + "func.func public @main(%x: " + kType +
         ", %p: tensor<i1>, %c: tensor<i32>) -> " + kType + " {\n" + body + "return " + returned +
         " : " + kType + "\n}\n}\n";
}

std::string texts(size_t n) {
  const std::string given = " {sdy.sharding = #sdy.sharding<@mesh, [{\"a\"}]>}";
  const std::string arguments =
      list(n, [&](const std::string &k) { return "%a" + k + ": " + kType + given; });
  const std::string types = list(n, [](const std::string &) { return kType; });
  std::string body;
  for (size_t k = 0; k < n; ++k)
    body +=
        "%" + std::to_string(k) + " = stablehlo.abs %a" + std::to_string(k) + " : " + kType + "\n";
  return "module @p {\nsdy.mesh @mesh = <[\"a\"=2]>\nfunc.func public @main(" + arguments +
         ") -> (" + types + ") {\n" + body + "return " +
         list(n, [](const std::string &k) { return "%" + k; }) + " : " + types + "\n}\n}\n";
}

std::string barriers(size_t n) {
  const std::string count = std::to_string(n);
  const auto values = [&](const std::string &prefix) {
    return list(n, [&](const std::string &k) { return prefix + k; });
  };
  const std::string types = list(n, [](const std::string &) { return kType; });
  std::string body;
  for (size_t k = 0; k < n; ++k)
    body += "%v" + std::to_string(k) + " = stablehlo.constant dense<" + std::to_string(k) +
            ".5> : " + kType + "\n%w" + std::to_string(k) + " = stablehlo.add %x, %v" +
            std::to_string(k) + " : " + kType + "\n";
  body +=
      "%b:" + count + " = stablehlo.optimization_barrier " + values("%w") + " : " + types + "\n";
  std::string sum = "%x";
  for (size_t k = 0; k < n; ++k) {
    const std::string next = "%s" + std::to_string(k);
    body += next + " = stablehlo.add " + sum + ", %b#" + std::to_string(k) + " : " + kType + "\n";
    sum = next;
  }
  return text(body, sum);
}

std::string branches(size_t n) {
  const auto branch = [](const std::string &k) {
    return "{\n%b" + k + " = stablehlo.negate %x : " + kType + "\nstablehlo.return %b" + k + " : " +
           kType + "\n}";
  };
  return text("%r = \"stablehlo.case\"(%c) (" + list(n, branch) + ") : (tensor<i32>) -> " + kType +
                  "\n",
              "%r");
}

std::string loops(size_t n) {
  std::string body = "%zero = stablehlo.constant dense<0> : tensor<i32>\n"
                     "%one = stablehlo.constant dense<1> : tensor<i32>\n"
                     "%two = stablehlo.constant dense<2> : tensor<i32>\n",
              value = "%x";
  for (size_t number = 0; number < n; ++number) {
    const std::string k = std::to_string(number);
    body += "%w" + k + ":2 = stablehlo.while(%i" + k + " = %zero, %v" + k + " = " + value +
            ") : tensor<i32>, " + kType + "\ncond {\n%q" + k + " = stablehlo.compare LT, %i" + k +
            ", %two : (tensor<i32>, tensor<i32>) -> tensor<i1>\nstablehlo.return %q" + k +
            " : tensor<i1>\n} do {\n%j" + k + " = stablehlo.add %i" + k +
            ", %one : tensor<i32>\n%n" + k + " = stablehlo.negate %v" + k + " : " + kType +
            "\nstablehlo.return %j" + k + ", %n" + k + " : tensor<i32>, " + kType + "\n}\n";
    value = "%w" + k + "#1";
  }
  return text(body, value);
}

std::string calls(size_t n) {
  std::string body, value = "%x";
  for (size_t number = 0; number < n; ++number) {
    const std::string next = "%y" + std::to_string(number);
    body += next + " = call @f(" + value + ") : (" + kType + ") -> " + kType + "\n";
    value = next;
  }
  return text(body, value,
              "func.func private @f(%x: " + kType + ") -> " + kType +
                  " {\n%0 = stablehlo.tanh %x : " + kType + "\nreturn %0 : " + kType + "\n}\n");
}

std::string nestedCalls(size_t n) {
  const auto function = [](size_t k, const std::string &line) {
    return "func.func private @f" + std::to_string(k) + "(%x: " + kType + ") -> " + kType + " {\n" +
           line + "\nreturn %0 : " + kType + "\n}\n";
  };
  std::string around = function(n, "%0 = stablehlo.tanh %x : " + kType);
  for (size_t k = 0; k < n; ++k)
    around +=
        function(k, "%0 = call @f" + std::to_string(k + 1) + "(%x) : (" + kType + ") -> " + kType);
  return text("%y = call @f0(%x) : (" + kType + ") -> " + kType + "\n", "%y", around);
}

std::string constraints(size_t n) {
  std::string body, value = "%x";
  for (size_t number = 0; number < n; ++number) {
    const std::string k = std::to_string(number);
    body += "%c" + k + " = sdy.sharding_constraint " + value + " <@mesh, [{\"" +
            (number % 2 == 0 ? "a" : "b") + "\"}]> : " + kType + "\n%n" + k +
            " = stablehlo.negate %c" + k + " : " + kType + "\n";
    value = "%n" + k;
  }
  return text(body, value, "sdy.mesh @mesh = <[\"a\"=2, \"b\"=2]>\n");
}

/// Each is split along what it sorts, and may be along its batch instead.
std::string sorts(size_t n) {
  const std::string type = "tensor<4x4xf32>", lies = " <@mesh, [{}, {\"a\"}]> : " + type + "\n";
  std::string body = "%c0 = sdy.sharding_constraint %x" + lies;
  for (size_t number = 0; number < n; ++number) {
    const std::string k = std::to_string(number), next = std::to_string(number + 1);
    body += "%s" + k + " = \"stablehlo.sort\"(%c" + k + R"() <{dimension = 1 : i64}> ({
      ^bb0(%l: tensor<f32>, %r: tensor<f32>):
        %p = stablehlo.compare LT, %l, %r : (tensor<f32>, tensor<f32>) -> tensor<i1>
        stablehlo.return %p : tensor<i1>
      }) : ()" +
            type + ") -> " + type + "\n%n" + k + " = stablehlo.negate %s" + k + " : " + type +
            "\n%c" + next + " = sdy.sharding_constraint %n" + k + lies;
  }
  return "sdy.mesh @mesh = <[\"a\"=2]>\nfunc.func @main(%x: " + type + ") -> " + type + " {\n" +
         body + "return %c" + std::to_string(n) + " : " + type + "\n}\n";
}

// Configs.

static std::string config(const std::string &members) {
  return R"({"shardc": 1, "kind": "sharding", )" + members + "}";
}

std::string none(size_t) { return ""; }
std::string ownMesh(size_t) { return config(R"("unspecified": "open")"); }
std::string slices(size_t) {
  return config(R"("unspecified": "whole", "inputs": {"x0": {"0": {"parts": 2}}})");
}
std::string mesh(size_t) { return config(R"("mesh": "a=2, b=2", "inputs": {"x0": ["a"]})"); }
std::string everyInput(size_t n) {
  const auto entry = [](const std::string &k) { return quoted("x" + k) + R"(: ["a"])"; };
  return config(R"("mesh": "a=2, b=2", "inputs": {)" + list(n, entry) + "}");
}
std::string everySlice(size_t n) {
  const auto entry = [](const std::string &k) {
    return quoted("x" + k) + R"(: {"0": {"parts": 2}})";
  };
  return config(R"("unspecified": "whole", "max_shards": 65536, "inputs": {)" + list(n, entry) +
                "}");
}
std::string devices(size_t n) {
  return config(R"("mesh": "a=)" + std::to_string(n) + R"(", "inputs": {"x0": ["a"]})");
}
std::string shards(size_t n) {
  return config(R"("unspecified": "whole", "max_shards": 65536,
    "inputs": {"x0": {"0": {"parts": )" +
                std::to_string(n) + "}}}");
}

} // namespace shardc::test
