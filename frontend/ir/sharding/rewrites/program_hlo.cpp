// SPDX-License-Identifier: Apache-2.0
// A program in HLO's notation names no mesh, so that all of its shardings are read before there is
// one; then each is written over its axes.
#include "frontend/ir/sharding/rewrites/program_hlo.h"

#include "frontend/ir/dialects/sdy.h"
#include "frontend/ir/dialects/sharding_names.h"
#include "frontend/ir/sharding/notations/hlo_bytes.h"
#include "frontend/ir/sharding/notations/hlo_sharding.h"
#include "frontend/ir/sharding/notations/misfit.h"
#include "frontend/ir/sharding/notations/shardy.h"
#include "frontend/ir/sharding/rewrites/alike.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/STLExtras.h"

#include <functional>

using namespace mlir;

namespace shardc {

static constexpr StringRef kMade = "shardc.made";

/// For messages.
static std::string nameOf(Operation *op) {
  if (isa<sdy::ShardingConstraintOp>(op)) return "a constraint";
  return "'" + op->getName().getStringRef().str() + "'";
}

namespace {

/// A value whose sharding is given in HLO's notation.
struct HloSite {
  std::string what; // for messages
  Location loc;
  size_t rank;
  HloSharding given;
  sdy::ShardingAttr known; // that it has in Shardy's notation, too; may be null
  std::function<void(Attribute)> set;
  std::function<void(int64_t)> join; // puts it into a group; null where it cannot be in one
};

class HloReader {
public:
  explicit HloReader(ModuleOp program) : program(program) {}

  LogicalResult run() {
    const auto name = StringAttr::get(program.getContext(), kHloSharding);
    SmallVector<Operation *> said; // functions, too, which say it of their signatures
    program.walk<WalkOrder::PreOrder>([&](Operation *op) {
      hasManual |= isa<sdy::ManualEnterOp>(op);
      if (isa<func::FuncOp>(op) || op->getDiscardableAttr(name)) said.push_back(op);
    });
    for (Operation *op : said) {
      if (auto function = dyn_cast<func::FuncOp>(op))
        lookAtSignature(function);
      else
        lookAt(op, cast<StringAttr>(op->removeDiscardableAttr(name)));
    }
    for (sdy::ShardingConstraintOp each : idle) {
      each.getResult().replaceAllUsesWith(each.getInput());
      each.erase();
    }
    if (!ok || sites.empty()) return success(ok);
    return settle();
  }

private:
  void lookAtSignature(func::FuncOp function);
  void lookAt(Operation *op, StringAttr text);
  void lookAtEntry(sdy::ManualEnterOp op, const HloSharding &given);
  std::optional<HloSharding> parsed(StringAttr text, Location loc, const std::string &what);
  void add(HloSite site);
  void add(HloSite site, const std::optional<MeshedSharding> &meaning,
           const NotationProblem &problem);
  bool joinGroup(const HloSite &site, int64_t group);
  LogicalResult settle();
  bool makeMesh();
  bool place(const HloSite &site, const MeshedSharding &given);

  ModuleOp program;
  std::vector<HloSite> sites;
  std::vector<MeshedSharding> meanings; // of each site
  Mesh mesh;
  std::vector<sdy::ShardingConstraintOp> idle; // that say of what is manual only that
  bool hasManual = false;                      // regions, in which values are
  bool ok = true;
};

} // namespace

static size_t rankOf(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor ? tensor.getRank() : 0;
}

std::optional<HloSharding> HloReader::parsed(StringAttr text, Location loc,
                                             const std::string &what) {
  NotationProblem problem;
  std::optional<HloSharding> result;
  const auto written = isHloBytes(text) ? textOfHloBytes(text, problem) : text.str();
  if (written) result = parseHloSharding(*written, problem);
  if (written && !result && isHloBytes(text))
    problem.what = "its bytes say " + shown(*written) + ": " + problem.what;
  ok &= result.has_value();
  if (!result)
    report(loc, problem.unsupported ? Diag::unsupported_sharding : Diag::wrong_notation)
        << "'mhlo.sharding' of " << what << ": " << problem.what;
  return result;
}

void HloReader::add(HloSite site) {
  NotationProblem problem;
  const auto meaning = meaningOf(site.given, site.rank, problem);
  add(std::move(site), meaning, problem);
}

void HloReader::add(HloSite site, const std::optional<MeshedSharding> &meaning,
                    const NotationProblem &problem) {
  ok &= meaning.has_value();
  if (!meaning) {
    report(site.loc, problem.unsupported ? Diag::unsupported_sharding : Diag::wrong_notation)
        << "'mhlo.sharding' of " << site.what << ": " << problem.what;
    return;
  }
  const auto group = groupOf(site.given);
  if (group && !joinGroup(site, *group)) return;
  meanings.push_back(*meaning);
  sites.push_back(std::move(site));
}

bool HloReader::joinGroup(const HloSite &site, int64_t group) {
  const bool may = static_cast<bool>(site.join);
  ok &= may;
  if (may)
    site.join(group);
  else
    report(site.loc, Diag::unsupported_sharding)
        << "'mhlo.sharding' of " << site.what
        << ": shard_as and shard_like are for whole values that the program has";
  return may;
}

static std::function<void(int64_t)> joinWith(Value value, Location loc) {
  return [=](int64_t group) { putIntoGroup(value, group, loc); };
}

void HloReader::lookAtSignature(func::FuncOp function) {
  auto *context = function.getContext();
  for (BlockArgument argument : function.getArguments()) {
    const unsigned number = argument.getArgNumber();
    auto text = cast_or_null<StringAttr>(function.removeArgAttr(number, kHloSharding));
    const std::string what = "argument " + std::to_string(number);
    const auto given = text ? parsed(text, argument.getLoc(), what) : std::nullopt;
    if (!given) continue;
    add({what, argument.getLoc(), rankOf(argument.getType()), *given,
         function.getArgAttrOfType<sdy::ShardingAttr>(number, kSdySharding),
         [=](Attribute sharding) mutable { function.setArgAttr(number, kSdySharding, sharding); },
         joinWith(argument, argument.getLoc())});
  }
  for (unsigned number = 0; number < function.getNumResults(); ++number) {
    auto text = cast_or_null<StringAttr>(
        function.removeResultAttr(number, StringAttr::get(context, kHloSharding)));
    const std::string what = "result " + std::to_string(number);
    const auto given = text ? parsed(text, function.getLoc(), what) : std::nullopt;
    if (!given) continue;
    HloSite site{
        what,
        function.getLoc(),
        rankOf(function.getResultTypes()[number]),
        *given,
        function.getResultAttrOfType<sdy::ShardingAttr>(number, kSdySharding),
        [=](Attribute sharding) mutable { function.setResultAttr(number, kSdySharding, sharding); },
        {}};
    if (!function.isExternal())
      site.join = [=](int64_t group) { putResultIntoGroup(function, number, group); };
    add(std::move(site));
  }
}

/// What is manual from here on, as a sharding of one dimension.
void HloReader::lookAtEntry(sdy::ManualEnterOp op, const HloSharding &given) {
  NotationProblem problem;
  auto set = [=](Attribute sharding) mutable { op->setDiscardableAttr(kManualSharding, sharding); };
  add({"custom_call @SPMDFullToShardShape", op.getLoc(), 1, given, nullptr, set, {}},
      manualPartOf(given, problem), problem);
}

/// An op's results; of a constraint the value that it constrains.
void HloReader::lookAt(Operation *op, StringAttr text) {
  const std::string what = nameOf(op);
  const auto given = parsed(text, op->getLoc(), what);
  if (!given) return;
  if (auto entry = dyn_cast<sdy::ManualEnterOp>(op)) return lookAtEntry(entry, *given);
  if (auto placing = dyn_cast<sdy::ShardingConstraintOp>(op)) {
    const auto rest = hasManual ? withoutManual(*given) : given;
    if (!rest && groupOf(*given)) {
      ok = false;
      report(op->getLoc(), Diag::unsupported_op)
          << "sharding groups of what devices have of their own are not supported yet";
      return;
    }
    // A scalar in a manual region has nothing else to say.
    const bool isIdle = !rest || (rankOf(placing.getType()) == 0 && !given->subgroups.empty());
    if (isIdle) return idle.push_back(placing);
    auto set = [=](Attribute sharding) mutable {
      placing.setShardingAttr(cast<sdy::ShardingAttr>(sharding));
    };
    return add({what, op->getLoc(), rankOf(placing.getType()), *rest, placing.getSharding(), set,
                joinWith(placing, op->getLoc())});
  }
  const bool isTuple = given->form == HloSharding::Form::tuple;
  const size_t count = isTuple ? given->elements.size() : 1;
  if (count != op->getNumResults()) {
    report(op->getLoc(), Diag::wrong_count)
        << "'mhlo.sharding' of " << what << " has " << count << " shardings, and the op "
        << op->getNumResults() << " results";
    ok = false;
    return;
  }
  for (OpResult result : op->getResults()) {
    const unsigned number = result.getResultNumber();
    auto set = [=](Attribute sharding) {
      SmallVector<sdy::ShardingAttr> all(op->getNumResults());
      if (auto before = op->getAttrOfType<sdy::ShardingPerValueAttr>(kSdySharding))
        all.assign(before.getShardings().begin(), before.getShardings().end());
      all[number] = cast<sdy::ShardingAttr>(sharding);
      // Complete with the last result.
      for (sdy::ShardingAttr &each : all)
        if (!each) each = all[number];
      op->setDiscardableAttr(kSdySharding, sdy::ShardingPerValueAttr::get(op->getContext(), all));
    };
    add({what, op->getLoc(), rankOf(result.getType()), isTuple ? given->elements[number] : *given,
         dyn_cast_or_null<sdy::ShardingAttr>(annotatedSharding(op, number)), set,
         joinWith(result, op->getLoc())});
  }
}

/// The mesh of all shardings, over as many devices as the program says, if it does.
bool HloReader::makeMesh() {
  std::vector<MeshedSharding> all = meanings;
  const auto devices = program->getAttrOfType<IntegerAttr>("mhlo.num_partitions");
  const int64_t count = devices ? devices.getValue().getLimitedValue(kMostDevices + 1) : 0;
  const bool counts = count > 0 && count <= kMostDevices;
  if (counts) all.insert(all.begin(), {{"", {{"", count}}, {}}, replicatedSharding(0)});
  CommonMesh common = commonMesh(all);
  mesh = std::move(common.mesh);
  mesh.name = "mesh";
  if (common.misfit) {
    const size_t site = *common.misfit - (counts ? 1 : 0);
    Report error = reportMisfit(sites[site].loc, sites[site].what, meanings[site], mesh);
    error.note() << "the program names no mesh, so that one is made for all its shardings"
                 << (counts ? " and 'mhlo.num_partitions'" : "");
    return false;
  }
  mesh.name = putMeshFirst(program, mesh);
  sdy::MeshOp op = *program.getOps<sdy::MeshOp>().begin();
  op->setDiscardableAttr(kMade, UnitAttr::get(op.getContext()));
  return true;
}

/// A constraint over no mesh says which dimensions are open, and nothing else.
static bool saysOpenDims(sdy::ShardingAttr known) {
  auto mesh = dyn_cast<sdy::MeshAttr>(known.getMesh());
  return mesh && mesh.getAxes().empty();
}

bool HloReader::place(const HloSite &site, const MeshedSharding &given) {
  std::optional<Sharding> sharding = onMesh(given, mesh);
  if (!sharding) {
    (void)reportMisfit(site.loc, site.what, given, mesh);
    return false;
  }
  const bool isCall = site.known && saysOpenDims(site.known);
  for (auto [number, dim] : llvm::enumerate(sharding->dims))
    dim.open |=
        isCall && number < site.known.getDims().size() && !site.known.getDims()[number].getClosed();
  const Attribute attribute = attributeOf(*sharding, mesh, program.getContext());
  if (site.known && !isCall && site.known != attribute) {
    report(site.loc, Diag::sharding_conflict)
        << "'mhlo.sharding' of " << site.what << " is " << str(*sharding, mesh)
        << ", and its 'sdy.sharding' is another; drop one of them";
    return false;
  }
  site.set(attribute);
  return true;
}

LogicalResult HloReader::settle() {
  if (const std::optional<Mesh> own = meshOf(program))
    mesh = *own;
  else if (!makeMesh())
    return failure();
  for (auto [site, given] : llvm::zip_equal(sites, meanings))
    ok &= place(site, given);
  return success(ok);
}

LogicalResult readHloShardings(ModuleOp program) { return HloReader(program).run(); }

// Other meshes.

bool hasMadeMesh(ModuleOp program) {
  auto ops = program.getOps<sdy::MeshOp>();
  return !ops.empty() && (*ops.begin())->hasAttr(kMade);
}

namespace {

/// From the one mesh to the other.
struct MeshMove {
  Mesh from, to;
  bool ok = true;

  Attribute moved(sdy::ShardingAttr attribute, Location loc, const std::string &what) {
    if (onlyDevice(Attribute(attribute))) return attribute; // both have it
    const auto known = shardingOf(attribute, from, attribute.getDims().size(), loc);
    const auto sharding = known ? onMesh({from, *known}, to) : std::nullopt;
    if (known && !sharding) (void)reportMisfit(loc, what, {from, *known}, to);
    ok &= sharding.has_value();
    return sharding ? attributeOf(*sharding, to, attribute.getContext()) : attribute;
  }

  void moveSignature(func::FuncOp function) {
    for (BlockArgument argument : function.getArguments()) {
      const unsigned number = argument.getArgNumber();
      if (auto known = function.getArgAttrOfType<sdy::ShardingAttr>(number, kSdySharding))
        function.setArgAttr(number, kSdySharding,
                            moved(known, argument.getLoc(), "argument " + std::to_string(number)));
    }
    for (unsigned number = 0; number < function.getNumResults(); ++number)
      if (auto known = function.getResultAttrOfType<sdy::ShardingAttr>(number, kSdySharding))
        function.setResultAttr(number, kSdySharding,
                               moved(known, function.getLoc(), "result " + std::to_string(number)));
  }

  void moveAxes(sdy::ManualComputationOp op) {
    Sharding manual = replicatedSharding(1);
    const auto axes = axesIn(op.getManualAxes().getList(), from, op.getLoc());
    if (axes) manual.dims.front().axes = *axes;
    const auto moved = axes ? onMesh({from, manual}, to) : std::nullopt;
    if (axes && !moved) (void)reportMisfit(op.getLoc(), "the manual region", {from, manual}, to);
    ok &= moved.has_value();
    if (!moved) return;
    auto *context = op.getContext();
    op.setManualAxesAttr(sdy::ManualAxesAttr::get(
        context, cast<sdy::DimensionShardingAttr>(
                     attributeOf(ArrayRef<AxisRef>(moved->dims.front().axes), to, context))));
  }

  void move(Operation *op) {
    if (auto manual = dyn_cast<sdy::ManualComputationOp>(op)) moveAxes(manual);
    if (auto function = dyn_cast<func::FuncOp>(op)) return moveSignature(function);
    AttrTypeReplacer replacer;
    replacer.addReplacement([&](sdy::ShardingAttr attribute) {
      return std::make_pair(moved(attribute, op->getLoc(), nameOf(op)), WalkResult::skip());
    });
    replacer.replaceElementsIn(op);
  }
};

} // namespace

LogicalResult moveToMesh(ModuleOp program, const Mesh &mesh) {
  MeshMove move{*meshOf(program), mesh};
  sdy::MeshOp made = *program.getOps<sdy::MeshOp>().begin();
  made.erase();
  move.to.name = putMeshFirst(program, mesh);
  for (Operation &op : *program.getBody())
    op.walk([&](Operation *each) { move.move(each); });
  return success(move.ok);
}

} // namespace shardc
