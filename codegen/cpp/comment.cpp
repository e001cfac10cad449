// SPDX-License-Identifier: Apache-2.0
#include "codegen/cpp/comment.h"

#include "codegen/cpp/threads.h"
#include "codegen/cpp/windows.h"
#include "codegen/kernel/forms/tiled_product.h"
#include "codegen/text/literal.h"
#include "codegen/text/text.h"

#include "frontend/ir/formula/push.h"
#include "frontend/ir/formula/rewriting/rewrite.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace shardc {

/// "// first text", further lines below its first column; broken at spaces, at 100 columns.
static std::string wrapped(const std::string &first, StringRef text) {
  const std::string margin = "//" + std::string(first.size() - 2, ' ');
  std::string out, line = first;
  bool fresh = true;
  for (StringRef word : llvm::split(text, ' ')) {
    if (!fresh && line.size() + 1 + word.size() > text::kColumns) {
      out += line + "\n";
      line = margin;
      fresh = true;
    }
    line += (fresh ? "" : " ") + word.str();
    fresh = false;
  }
  return out + line + "\n";
}

static std::string padded(std::string text, size_t width) {
  text.resize(std::max(width, text.size()), ' ');
  return text;
}

// The formula.

static std::string formulaLines(const KernelView &view, const KernelTree &tree) {
  const Definitions &definitions = tree.definitions;
  FormulaText formula(view, tree);
  const std::string name = "// " + view.kernel.name + ": ";
  std::string text;
  for (size_t k = 0; k < view.formula.results.size(); ++k) {
    const std::string head = k == 0 ? name : "//" + std::string(name.size() - 2, ' ');
    text += wrapped(head, formula.result(k));
  }
  // A definition may use others; they are found by writing it.
  std::vector<std::pair<std::string, std::string>> lines;
  for (size_t k = 0; k < formula.used().size(); ++k) {
    const auto &[e, variable] = definitions[formula.used()[k]];
    std::string definition = formula.definition(e);
    if (tree.attention && e == tree.attention->weight)
      definition =
          "exp(score - largest) / total, both over all " + view.loops[tree.attention->keys].name;
    const bool same = !lines.empty() && lines.back().second == definition;
    if (same)
      lines.back().first += ", " + variable; // elements of one reduction
    else
      lines.push_back({variable, definition});
  }
  for (const NamedConstant &each : tree.constants)
    lines.push_back({each.name, numberText(each.number->number)});
  size_t width = 0;
  for (const auto &[variable, definition] : lines)
    width = std::max(width, variable.size());
  const std::string margin = "//" + std::string(name.size(), ' ');
  for (const auto &[variable, definition] : lines)
    text += wrapped(margin + padded(variable, width) + " = ", definition);
  return text;
}

// Sources: "train.py:8-10  broadcast_in_dim, add, tanh; in block/attention".

/// Of named scopes in JAX, each once.
static std::string scopeText(ArrayRef<Source> sources) {
  constexpr size_t kListed = 3;
  std::vector<std::string> scopes;
  for (const Source &source : sources) {
    const std::string scope = text::clean(source.section, 60);
    if (!scope.empty() && !llvm::is_contained(scopes, scope)) scopes.push_back(scope);
  }
  if (scopes.size() > kListed) return "; in " + std::to_string(scopes.size()) + " named scopes";
  return scopes.empty() ? "" : "; in " + text::listed(scopes);
}

/// With the lines of other steps that do the same.
static std::string sourceText(ArrayRef<Source> sources,
                              ArrayRef<const std::vector<Source> *> further) {
  constexpr size_t kListed = 8;
  const std::string places = text::placesOf(sources);
  std::string text = places + (places.empty() ? "" : "  ") + text::joined(text::opsOf(sources)) +
                     scopeText(sources);
  for (const std::vector<Source> *each : further.take_front(kListed))
    text += (each == further.front() ? "; the same at " : "; ") + text::placesOf(*each);
  if (further.size() > kListed)
    text += "; and at " + std::to_string(further.size() - kListed) + " other places";
  return text;
}

static void addFurther(ArrayRef<Step> steps, FurtherSources &sources) {
  for (const Step &step : steps) {
    if (!text::placesOf(step.sources).empty()) sources[step.kernel].push_back(&step.sources);
    for (const std::vector<Step> &body : step.bodies)
      addFurther(body, sources);
  }
}

FurtherSources furtherSources(const Function &function) {
  FurtherSources sources(function.kernels.size());
  addFurther(function.steps, sources);
  return sources;
}

// Cost.

static std::string workText(const KernelView &view) {
  const auto differs = [](const Kernel::Window &window) {
    return llvm::any_of(window.window, [](const Span &span) { return !span.isUniform(); });
  };
  const auto isUneven = [&](const LoopView &loop) { return !loop.extent; };
  const bool atMost =
      llvm::any_of(view.loops, isUneven) &&
      (llvm::any_of(view.kernel.ins, differs) || llvm::any_of(view.kernel.outs, differs));
  return (atMost ? "at most " : "") + withCommas(view.kernel.bytes) + " bytes, " +
         withCommas(view.kernel.flops) + " FLOPs";
}

/// "8 threads per element of a window take turns, by the number that an update finds"
static std::string turnsText(const Threads &threads) {
  return std::to_string(threads.team * threads.z) +
         " threads per element of a window take turns, by the number that an update finds";
}

/// "one warp per row", "4 warps per row", "64 threads per column"
static std::string teamText(const Threads &threads) {
  const std::string kept = threads.keepsRows ? ", which is in registers" : "";
  if (threads.isSpread) return std::to_string(threads.team) + " threads per column" + kept;
  const int warps = threads.team / 32;
  return (warps == 1 ? "one warp per row" : std::to_string(warps) + " warps per row") + kept;
}

static std::string launchText(const Threads &threads, bool pushes) {
  std::string each = threads.perElement ? "one thread per element" : "one thread per row";
  if (threads.each > 1) each = "one thread per " + std::to_string(threads.each) + " elements";
  if (threads.block == 1) each = "one thread";
  if (threads.team * (pushes ? threads.z : 1) > 1)
    each = pushes ? turnsText(threads) : teamText(threads);
  const std::string grid = "grid " + gridText(threads) + ", block " + std::to_string(threads.block);
  const bool isSplit = threads.loops.empty() && threads.block > 1 && threads.team == 1;
  return isSplit ? grid : grid + "; " + each;
}

/// What is picked from a dimension that devices have a part of each, or left to be combined.
static std::string heldText(const KernelView &view) {
  for (const Result &result : view.formula.results) {
    if (!contains(result.value, Kind::Held)) continue;
    Expr other = result.value->kind == Kind::Select ? result.value->args[2] : nullptr;
    const bool isLeft = other && other->kind == Kind::Literal &&
                        !other->number.sameBits(Number::of(other->type, int64_t{0}));
    return isLeft ? "a device gives what it holds; elsewhere its part changes nothing when all "
                    "parts are combined"
                  : "a device reads what it holds; elsewhere its part is zero, and the bits of all "
                    "parts add up";
  }
  return "";
}

/// "from k_from to k_to; m and p have no others"
static std::string rowsText(const KernelView &view) {
  std::vector<std::string> blocks;
  for (const std::vector<ParameterView> *list : {&view.ins, &view.outs})
    for (const ParameterView &each : *list)
      if (each.of->ofBlock) blocks.push_back(each.window);
  return "from " + view.rowsFrom() + " to " + view.rowsTo() + "; " + text::listed(blocks) +
         (blocks.size() == 1 ? " has no others" : " have no others");
}

/// What becomes of updates whose elements are elsewhere.
static std::string pushedText(const KernelView &view) {
  const Result &result = view.formula.results.front();
  if (!isPushed(result)) return "";
  std::string own, all;
  for (auto [dim, index] : llvm::enumerate(result.index)) {
    if (index->kind != Kind::Pick) continue;
    const Span &span = view.kernel.loops[index->args[1]->value];
    std::string &list = span.isUniform() ? all : own;
    list += (list.empty() ? "" : ", ") + std::to_string(dim);
  }
  std::string text = "those of one element in their order";
  if (!all.empty()) text += "; outside of dimension " + all + " they are skipped";
  if (!own.empty()) text += "; a device takes those in its part of dimension " + own;
  return text;
}

/// "of 32 i by 32 j; x through shared memory, so that all is read and written in rows"
static std::string stagedText(const KernelView &view, const Schedule &schedule) {
  std::string sides;
  for (const Axis &axis : schedule.axes) {
    if (axis.values(To::thread) == 1) continue;
    sides += (sides.empty() ? "of " : " by ") + std::to_string(axis.digits.front().stride) + " " +
             view.loops[axis.loops.front()].name;
  }
  std::vector<std::string> names;
  for (const Schedule::Stage &stage : schedule.stages)
    names.push_back(view.ins[stage.load->value].window);
  return sides + "; " + text::listed(names) +
         " through shared memory: all is read and written in rows";
}

std::string commentText(const KernelView &view, const Function &function,
                        ArrayRef<const std::vector<Source> *> further, const KernelTree &tree) {
  const std::vector<WindowText> windows = windowTexts(view, function);
  size_t label = StringRef("indices").size(), type = 0, of = 0;
  for (const WindowText &window : windows) {
    label = std::max(label, window.name.size());
    type = std::max(type, window.type.size());
    of = std::max(of, window.of.size());
  }
  const auto row = [&](const std::string &name, const std::string &what) {
    return wrapped("//   " + padded(name, label) + "  ", what);
  };
  std::string text = formulaLines(view, tree);
  if (!view.kernel.sources.empty()) text += row("source", sourceText(view.kernel.sources, further));
  for (const WindowText &window : windows) {
    const std::string columns = padded(window.type, type) + "  " + padded(window.of, of) + "  ";
    const std::string head = "//   " + padded(window.name, label) + "  " + columns;
    if (window.follows.empty())
      text += StringRef(head).rtrim().str() + "\n";
    else
      text += wrapped(head, window.follows);
  }
  if (const std::string held = heldText(view); !held.empty()) text += row("held", held);
  if (const std::string pushed = pushedText(view); !pushed.empty()) text += row("updates", pushed);
  text += row("indices", (view.windows ? "global: " : "local: ") + view.why);
  if (view.kernel.rows) text += row("rows", rowsText(view));
  if (tree.attention)
    text += row("tiles", attentionText(view, *tree.attention));
  else if (tree.product && tree.product->tile)
    text += row("tiles", tiledText(view, *tree.product));
  else if (!tree.schedules.empty() && !tree.schedules.front().stages.empty())
    text += row("tiles", stagedText(view, tree.schedules.front()));
  else if (tree.product)
    text += row(tree.product->isSkinny ? "turned" : "packed", packedText(view, *tree.product));
  if (tree.tile) text += row("blocks", tileText(view, tree.tile));
  if (!tree.tile.termwise.empty())
    text += row("terms", tree.tile.kept.empty()
                             ? "a block of them before the first is added: functions run on vectors"
                             : "kept until they are used again: functions run once, on vectors");
  const bool isForGpus = threadsOf(tree) != nullptr;
  for (const Library *library : view.kernel.libraries)
    if (library->isForGpus == isForGpus)
      text += row("library", library->title.str() + ", where the bundle is built with it (" +
                                 library->option() + ")");
  if (const Threads *threads = threadsOf(tree))
    text += row("launch", launchText(*threads, isPushed(view.formula)));
  return text + row("work", workText(view));
}

} // namespace shardc
