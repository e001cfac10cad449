// SPDX-License-Identifier: Apache-2.0
// What the files of a bundle say.
#include "codegen/bundle.h"
#include "tests/unit/bundle/collective_plans.h"
#include "tests/unit/bundle/plans.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <set>

using namespace shardc;
using testing::HasSubstr;
using testing::Not;

static std::string fileOf(const Plan &plan, const std::string &path, BundleOptions options = {}) {
  for (const BundleFile &file : bundleFiles(plan, options))
    if (file.path == path) return file.text;
  ADD_FAILURE() << "no " << path;
  return "";
}

TEST(Bundle, ListsItsFilesSorted) {
  const Plan plan = plans::oneDevice();
  std::vector<std::string> paths;
  for (const BundleFile &file : bundleFiles(plan, {}))
    paths.push_back(file.path);
  EXPECT_EQ(paths, bundlePaths(plan, {}));
  EXPECT_TRUE(llvm::is_sorted(paths));
  for (const char *path :
       {"CMakeLists.txt", "README.md", "data/big.npy", "include/affine.h", "plan.json",
        "program.mlir", "runtime/box.h", "src/affine.api.cpp", "src/affine.constants.cpp",
        "src/affine.devices.cpp", "src/affine.kernels.cpp", "src/affine.kernels.cu",
        "src/affine.plan.h", "src/affine.step.cpp", "src/main.cpp"})
    EXPECT_TRUE(llvm::is_contained(paths, path)) << path;
}

TEST(Bundle, LeavesOutTheOtherTarget) {
  const Plan plan = plans::nxDot();
  BundleOptions options;
  options.cuda = false;
  for (const std::string &path : bundlePaths(plan, options))
    EXPECT_THAT(path, Not(HasSubstr("cuda")));
  EXPECT_FALSE(llvm::is_contained(bundlePaths(plan, options), "src/nx_dot.kernels.cu"));
  const std::string cmake = fileOf(plan, "CMakeLists.txt", options);
  EXPECT_THAT(cmake, HasSubstr("set(BACKEND cpu CACHE"));
  EXPECT_THAT(cmake, Not(HasSubstr("CUDA)")));
}

/// What a text includes of the runtime.
static std::vector<llvm::StringRef> includesOf(llvm::StringRef text) {
  std::vector<llvm::StringRef> includes;
  llvm::SmallVector<llvm::StringRef, 0> lines;
  text.split(lines, '\n');
  for (llvm::StringRef line : lines)
    if (line.consume_front("#include \"") && line.starts_with("runtime/"))
      includes.push_back(line.split('"').first);
  return includes;
}

/// What `options` leave of a bundle's runtime: each header is included, each include is there but
/// for those of a back end that it does without, and CMake knows each source.
static void expectRuntimeInUse(const Plan &plan, const BundleOptions &options) {
  const std::vector<BundleFile> files = bundleFiles(plan, options);
  const std::string cmake = fileOf(plan, "CMakeLists.txt", options);
  std::set<llvm::StringRef> paths, included;
  for (const BundleFile &file : files) {
    paths.insert(file.path);
    for (const llvm::StringRef path : includesOf(file.text))
      included.insert(path);
  }
  for (const llvm::StringRef path : paths) {
    if (!path.starts_with("runtime/")) continue;
    if (path.ends_with(".h") || path.ends_with(".def"))
      EXPECT_TRUE(included.contains(path)) << plan.id << ": nothing includes " << path.str();
    else
      EXPECT_TRUE(llvm::StringRef(cmake).contains(" " + path.str()))
          << plan.id << ": CMakeLists.txt has no " << path.str();
  }
  for (const llvm::StringRef path : included)
    EXPECT_TRUE(paths.contains(path) || path == "runtime/host/cuda/driver_cubin.h")
        << plan.id << ": there is no " << path.str();
}

TEST(Bundle, HasOfTheRuntimeWhatItUses) {
  for (const Plan &plan : {plans::oneDevice(), plans::nxDot(), plans::residual(), plans::mlp()})
    for (const BundleOptions &options :
         {BundleOptions{}, BundleOptions{.cuda = false}, BundleOptions{.cpu = false}})
      expectRuntimeInUse(plan, options);
}

TEST(Bundle, LooksForFilesOfConstantsOnlyWhereThereAreSome) {
  const auto has = [](const Plan &plan) {
    return llvm::is_contained(bundlePaths(plan, {}), "runtime/host/data.cpp");
  };
  EXPECT_TRUE(has(plans::oneDevice()));
  EXPECT_FALSE(has(plans::nxDot()));
}

/// "3 files, 120 lines", of those whose paths begin so.
static std::string countOf(const std::vector<BundleFile> &files,
                           std::initializer_list<llvm::StringRef> folders) {
  size_t count = 0;
  std::ptrdiff_t lines = 0;
  for (const BundleFile &file : files) {
    const llvm::StringRef path = file.path;
    if (llvm::none_of(folders, [&](llvm::StringRef folder) { return path.starts_with(folder); }))
      continue;
    ++count;
    lines += llvm::count(file.text, '\n');
  }
  std::string number = std::to_string(lines);
  if (number.size() > 3) number.insert(number.size() - 3, ",");
  return std::to_string(count) + " files, " + number + " lines";
}

TEST(Readme, CountsWhatIsTheProgramsAndWhatIsFixed) {
  for (const Plan &plan : {plans::nxDot(), plans::mlp()}) {
    const std::vector<BundleFile> files = bundleFiles(plan, {});
    const std::string readme = fileOf(plan, "README.md");
    EXPECT_THAT(readme,
                HasSubstr("| the program's: " + countOf(files, {"src/", "include/"}) + " |"));
    EXPECT_THAT(readme, HasSubstr("| fixed: " + countOf(files, {"runtime/"}) + ";"));
  }
}

TEST(Bundle, HasAHeaderOfItsOwnBesideOneThatDiffersInCase) {
  Plan lower = plans::nxDot(), upper = plans::nxDot();
  upper.id = "NX_DOT";
  const auto guardOf = [](const Plan &plan) {
    const std::string header = fileOf(plan, "include/" + plan.id + ".h");
    return header.substr(header.find("#ifndef"), header.find("#define") - header.find("#ifndef"));
  };
  EXPECT_EQ(guardOf(lower), "#ifndef nx_dot_API_H\n");
  EXPECT_EQ(guardOf(upper), "#ifndef NX_DOT_io_API_H\n");
  EXPECT_THAT(fileOf(lower, "include/nx_dot.h"), HasSubstr("enum { nx_dot_L, nx_dot_R,"));
  EXPECT_THAT(fileOf(upper, "include/NX_DOT.h"), HasSubstr("enum { NX_DOT_io_L, NX_DOT_io_R,"));
}

TEST(Bundle, IsTheSameTwice) {
  const Plan first = plans::residual(), second = plans::residual();
  const auto a = bundleFiles(first, {}), b = bundleFiles(second, {});
  ASSERT_EQ(a.size(), b.size());
  for (size_t i = 0; i < a.size(); ++i)
    EXPECT_EQ(a[i].text, b[i].text) << a[i].path;
}

TEST(Devices, CutsAreTables) {
  const std::string text = fileOf(plans::residual(), "src/residual.devices.cpp");
  EXPECT_THAT(
      text,
      HasSubstr("constexpr int cuts_j[] = {0, 2, 4}; // dimension 1 of w: \"0..1\", \"2..3\""));
  EXPECT_THAT(text, HasSubstr(".i = slice(cuts_i, number / 2), .j = slice(cuts_j, number % 2)"));
  EXPECT_THAT(text, HasSubstr("slice(cuts_i, (number - 4) / 2)"));
  EXPECT_THAT(text, HasSubstr("static Box box_m_1(int number) { return {device(number).j, "
                              "device(number).i}; }"));
  EXPECT_THAT(text, HasSubstr("//   2      [2, 5)  [0, 2)"));
}

TEST(Devices, RangesThatAreNoSlicesAreTablesToo) {
  const std::string text = fileOf(plans::halo(), "src/halo.devices.cpp");
  EXPECT_THAT(text, HasSubstr("= {{0, 4}, {3, 3}, {2, 8}, {6, 10}};"));
  EXPECT_THAT(text, HasSubstr("constexpr int cuts_i[] = {0, 3, 3, 7, 10};"));
}

TEST(Devices, OneDeviceHasNone) {
  EXPECT_THAT(fileOf(plans::oneDevice(), "src/affine.plan.h"), Not(HasSubstr("struct Device")));
  EXPECT_THAT(fileOf(plans::oneDevice(), "src/affine.devices.cpp"),
              HasSubstr("static Box box_scale(int) { return {}; }"));
}

TEST(Step, HasALinePerStep) {
  const std::string text = fileOf(plans::residual(), "src/residual.step.cpp");
  EXPECT_THAT(
      text,
      HasSubstr("  // 2  z = add(x, y); program.mlir:4\n  for (const auto &d : shards.for_z)\n"
                "    for_z::add_0(d.stream, \"2 z\", d.device, d.at.x, d.at.y, "
                "d.at.z);\n"));
}

TEST(Constants, SmallOnesAreWrittenOutLargeOnesAreFiles) {
  const Plan plan = plans::oneDevice();
  EXPECT_THAT(fileOf(plan, "src/affine.constants.cpp"),
              HasSubstr("const float values_of_table[4] = {0.5f, -1.0f, 0.001f, 2.0f};"));
  const std::string file = fileOf(plan, "data/big.npy");
  EXPECT_EQ(file.size(), 128u + 8000u);
  EXPECT_THAT(file, HasSubstr("{'descr': '<f4', 'fortran_order': False, 'shape': (2000,), }"));
}

TEST(Readme, SaysWhichShardHoldsWhat) {
  const std::string text = fileOf(plans::residual(), "README.md");
  EXPECT_THAT(text, HasSubstr("| 5 | s[0:1, 1:4] | m[0:1, 1:4], m[1:4, 0:1] |"));
  EXPECT_THAT(text,
              HasSubstr("| `for_z::j` | `w` 1, `y` 1, `z` 1 | 0:2 | 0, 2 |\n| | | 2:4 | 1, 3 |\n"));
  EXPECT_THAT(
      text,
      HasSubstr("| `for_s::i` | `m` 0 (part 1 of 2), `m` 1 (part 2 of 2), `s` 0 | 0:1 | 4, 5 |"));
  EXPECT_THAT(text, HasSubstr("| 2 | `z = add(x, y)` | `add_0` | add (program.mlir:4) | 0 to 3 |"));
}

/// Everything but plan.json and program.mlir is ASCII of our own choosing, in lines that fit.
TEST(HostileNames, ReachTextOnlyAsIdentifiers) {
  const Plan plan = plans::hostile();
  for (const BundleFile &file : bundleFiles(plan, {})) {
    if (llvm::StringRef(file.path).starts_with("runtime/")) continue;
    EXPECT_TRUE(llvm::all_of(file.text, [](char c) { return llvm::isPrint(c) || c == '\n'; }))
        << file.path;
    if (file.path == "plan.json") continue;
    for (const char *bad : {"$(rm)", "${x}", "</etc", "class,"})
      EXPECT_THAT(file.text, Not(HasSubstr(bad))) << file.path;
    EXPECT_LT(file.path.size(), 80u);
  }
  EXPECT_THAT(fileOf(plan, "plan.json"), HasSubstr("\"name\": \"*/ \\\"; $(rm) ${x}\\n\""));
}
