// SPDX-License-Identifier: Apache-2.0
// Each notation has a reader, which gives a sharding over the mesh that the notation itself speaks
// of. Only then is it moved to the config's mesh, in the same way for all of them, and what that
// mesh has no axes for is told. A reader says what is wrong with a text at the text's place in the
// config.
#include "frontend/config/shardings/notation.h"

#include "frontend/config/shardings/placement.h"
#include "frontend/diagnostics.h"
#include "frontend/ir/dialects/sdy.h"
#include "frontend/ir/sharding/notations/hlo_sharding.h"
#include "frontend/ir/sharding/notations/misfit.h"
#include "frontend/ir/sharding/notations/pxla_spec.h"
#include "frontend/ir/sharding/notations/shardy.h"

#include "mlir/AsmParser/AsmParser.h"

namespace shardc::config {

using json::Kind;
using json::Value;
using llvm::StringRef;

static const StringRef kNotations[] = {"hlo", "pxla", "shardy"};

static std::optional<Value> findNotationIn(Value entry) {
  if (!entry.is(Kind::object)) return std::nullopt;
  for (StringRef key : kNotations)
    if (std::optional<Value> found = entry.find(key)) return found;
  return std::nullopt;
}

bool isNotation(Value entry) { return findNotationIn(entry).has_value(); }

std::optional<Value> findNotation(Value root) {
  for (StringRef key : {"inputs", "outputs", "values"}) {
    const std::optional<Value> entries = root.find(key);
    for (size_t i = 0; entries && i < entries->size(); ++i) {
      const Value entry = entries->is(Kind::array) ? (*entries)[i] : entries->member(i).value;
      for (Value sharding : shardingsIn(entry))
        if (std::optional<Value> found = findNotationIn(sharding)) return found;
    }
  }
  return std::nullopt;
}

/// Says what is wrong, where the text or the object of the notation is.
static std::nullopt_t refuse(Value at, StringRef notation, const Tensor &tensor,
                             const NotationProblem &problem) {
  report(at.loc(), problem.unsupported ? Diag::unsupported_sharding : Diag::wrong_notation)
      << "'" << notation << "' of " << tensor.shownName() << ": " << problem.what;
  return std::nullopt;
}

static std::optional<MeshedSharding> readHlo(Value value, const Tensor &tensor) {
  const std::optional<StringRef> text = value.asString("'hlo'");
  if (!text) return std::nullopt;
  NotationProblem problem;
  const std::optional<HloSharding> parsed = parseHloSharding(*text, problem);
  std::optional<MeshedSharding> result;
  if (parsed) result = meaningOf(*parsed, tensor.shape.size(), problem);
  return result ? result : refuse(value, "hlo", tensor, problem);
}

std::optional<int64_t> groupIn(Value entry) {
  const std::optional<Value> hlo =
      entry.is(Kind::object) ? entry.find("hlo") : std::optional<Value>();
  if (!hlo || !hlo->is(Kind::string)) return std::nullopt;
  NotationProblem problem;
  const std::optional<HloSharding> parsed = parseHloSharding(hlo->string(), problem);
  return parsed ? groupOf(*parsed) : std::nullopt;
}

/// An entry per dimension: null, "Chunked(2,2)", "Unstacked(4)".
static bool readPxlaCuts(Value list, const Tensor &tensor, PxlaSpec &spec) {
  for (Value cut : list.elements()) {
    PxlaSpec::Dim &dim = spec.sharding.emplace_back();
    if (cut.is(Kind::null)) continue;
    const std::optional<StringRef> text = cut.asString("a cut, such as \"Chunked(2)\",");
    NotationProblem problem;
    const auto read = text ? parsePxlaDim(*text, problem) : std::nullopt;
    if (text && !read) refuse(cut, "pxla", tensor, problem);
    if (!read) return false;
    dim = *read;
  }
  return true;
}

/// An entry per dimension of the mesh: "S0", "R2".
static bool readPxlaMapping(Value list, const Tensor &tensor, PxlaSpec &spec) {
  for (Value entry : list.elements()) {
    const std::optional<StringRef> text =
        entry.asString("a dimension of the mesh, such as \"S0\",");
    NotationProblem problem;
    const auto read = text ? parsePxlaMeshDim(*text, problem) : std::nullopt;
    if (text && !read) refuse(entry, "pxla", tensor, problem);
    if (!read) return false;
    spec.meshMapping.push_back(*read);
  }
  return true;
}

static std::optional<MeshedSharding> readPxla(Value value, const Tensor &tensor) {
  if (!value.asObject("'pxla'") ||
      mlir::failed(value.onlyKeys({"sharding", "mesh_mapping"}, "'pxla'")))
    return std::nullopt;
  std::optional<Value> cuts = value.require("sharding", "'pxla'");
  std::optional<Value> mapping = value.require("mesh_mapping", "'pxla'");
  if (cuts) cuts = cuts->asArray("'sharding'");
  if (mapping) mapping = mapping->asArray("'mesh_mapping'");
  PxlaSpec spec;
  if (!cuts || !mapping || !readPxlaCuts(*cuts, tensor, spec) ||
      !readPxlaMapping(*mapping, tensor, spec))
    return std::nullopt;
  NotationProblem problem;
  const auto result = meaningOf(spec, tensor.shape, problem);
  return result ? result : refuse(value, "pxla", tensor, problem);
}

/// Shardy's attribute from its text, with or without what stands around the dimensions. What MLIR's
/// parser says has no place in the config, and is told at the text.
static sdy::ShardingAttr parseShardy(Value value, const Tensor &tensor, StringRef meshName) {
  mlir::MLIRContext *context = value.loc().getContext();
  std::string text = value.string().trim().str();
  if (StringRef(text).starts_with("[")) text = "<@" + meshName.str() + ", " + text + ">";
  if (StringRef(text).starts_with("<")) text = "#sdy.sharding" + text;
  NotationProblem problem{
      "expected '[{\"x\"}, {?}]', or that with its mesh in front, '<@mesh, [...]>'"};
  sdy::ShardingAttr result;
  if (StringRef(text).starts_with("#sdy.sharding<")) {
    mlir::ScopedDiagnosticHandler quiet(context, [&](mlir::Diagnostic &diagnostic) {
      problem.what = diagnostic.str();
      return mlir::success();
    });
    result = mlir::dyn_cast_or_null<sdy::ShardingAttr>(mlir::parseAttribute(text, context));
  }
  if (!result) refuse(value, "shardy", tensor, problem);
  return result;
}

/// With the mesh that its own name stands for written out, where the program declares it.
static sdy::ShardingAttr withMeshOf(mlir::ModuleOp program, sdy::ShardingAttr named,
                                    const Mesh *mesh) {
  auto name = mlir::dyn_cast<mlir::FlatSymbolRefAttr>(named.getMesh());
  if (!name || (mesh && name.getValue() == mesh->name)) return named;
  const mlir::Attribute declared = declaredMesh(program, name.getValue());
  if (!declared) return named;
  return sdy::ShardingAttr::get(named.getContext(), declared, named.getDims(),
                                named.getReplicated(), named.getUnreduced(), named.getReduction());
}

static std::optional<MeshedSharding> readShardy(Value value, const Tensor &tensor, const Mesh *mesh,
                                                mlir::ModuleOp program) {
  if (!value.asString("'shardy'")) return std::nullopt;
  const sdy::ShardingAttr text = parseShardy(value, tensor, mesh ? mesh->name : "mesh");
  if (!text) return std::nullopt;
  const sdy::ShardingAttr parsed = withMeshOf(program, text, mesh);
  MeshedSharding result;
  if (auto name = mlir::dyn_cast<mlir::FlatSymbolRefAttr>(parsed.getMesh())) {
    if (!mesh) {
      report(value.loc(), Diag::missing_mesh)
          << "'shardy' of " << tensor.shownName()
          << " names axes, and there is no mesh; add \"mesh\", or write it out: "
             "<mesh<[\"x\"=2]>, [{\"x\"}]>";
      return std::nullopt;
    }
    if (name.getValue() != mesh->name)
      return refuse(value, "shardy", tensor,
                    {"there is no mesh '@" + shown(name.getValue()) + "'; it is '@" +
                     shown(mesh->name) + "'"});
    result.mesh = *mesh;
  } else {
    result.mesh = meshIn(parsed.getMesh());
    dropUsualIds(result.mesh);
    const std::string problem = problemOf(result.mesh);
    if (!problem.empty()) return refuse(value, "shardy", tensor, {problem});
  }
  const auto sharding = shardingOf(parsed, result.mesh, tensor.shape.size(), value.loc());
  if (!sharding) return std::nullopt;
  result.sharding = *sharding;
  return result;
}

/// Whether nothing else stands beside the notation.
static bool isAlone(Value entry, const Tensor &tensor) {
  int notations = 0;
  for (json::Member member : entry.members()) {
    const bool isNotation = llvm::is_contained(kNotations, member.key());
    notations += isNotation;
    if (member.key() == "override" && !member.value.asBoolean("'override'")) return false;
    if (isNotation || member.key() == "override") continue;
    report(member.keyLoc(), Diag::unknown_key)
        << "beside a sharding in another notation there is only \"override\", not '"
        << shown(member.key()) << "'";
    return false;
  }
  if (notations == 1) return true;
  report(entry.loc(), Diag::wrong_value) << "the sharding of " << tensor.shownName()
                                         << " is given in " << notations << " notations; keep one";
  return false;
}

std::optional<MeshedSharding> readNotation(Value entry, const Tensor &tensor, const Mesh *mesh,
                                           mlir::ModuleOp program) {
  if (!isAlone(entry, tensor)) return std::nullopt;
  if (const std::optional<Value> hlo = entry.find("hlo")) return readHlo(*hlo, tensor);
  if (const std::optional<Value> pxla = entry.find("pxla")) return readPxla(*pxla, tensor);
  return readShardy(*entry.find("shardy"), tensor, mesh, program);
}

std::optional<Sharding> readNotationOn(Value entry, const Tensor &tensor, const Mesh &mesh,
                                       mlir::ModuleOp program) {
  const std::optional<MeshedSharding> given = readNotation(entry, tensor, &mesh, program);
  if (!given) return std::nullopt;
  if (auto sharding = onMesh(*given, mesh)) return sharding;
  (void)reportMisfit(findNotationIn(entry)->loc(), tensor.shownName(), *given, mesh);
  return std::nullopt;
}

} // namespace shardc::config
