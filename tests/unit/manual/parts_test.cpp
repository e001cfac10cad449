// SPDX-License-Identifier: Apache-2.0
// Collectives among devices along parts of axes: against devices played one by one.
#include "tests/support/compile.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace shardc::test {
namespace {

using testing::HasSubstr;
using Numbers = std::vector<double>;
/// What each device has, by position.
using Devices = std::vector<Numbers>;
/// Devices by position, in the order of their places.
using Groups = std::vector<std::vector<int64_t>>;

constexpr int64_t kLocal = 24; // numbers of a device: all groups divide it

/// A region over all axes of a mesh, in which every device has 24 numbers.
struct Case {
  Mesh mesh;
  AxisList along;
};

std::string listed(const std::vector<int64_t> &list) {
  std::string text;
  for (int64_t each : list)
    text += (text.empty() ? "" : ", ") + std::to_string(each);
  return "[" + text + "]";
}

std::string meshText(const Mesh &mesh) {
  std::string axes;
  for (const MeshAxis &axis : mesh.axes)
    axes += (axes.empty() ? "\"" : ", \"") + axis.name + "\"=" + std::to_string(axis.size);
  return "sdy.mesh @mesh = <[" + axes + "]" +
         (mesh.deviceIds.empty() ? "" : ", device_ids=" + listed(mesh.deviceIds)) + ">\n";
}

std::string allAxes(const Mesh &mesh) {
  std::string text;
  for (const MeshAxis &axis : mesh.axes)
    text += (text.empty() ? "\"" : ", \"") + axis.name + "\"";
  return "{" + text + "}";
}

/// By brute force: devices that are at the same places on everything else.
Groups groupsOf(const Case &c) {
  Groups groups;
  std::vector<SmallVector<int64_t, 4>> first;
  const auto clear = [&](SmallVector<int64_t, 4> at) {
    for (const AxisRef &part : c.along) {
      const int64_t after = c.mesh.axes[part.axis].size / (part.before * part.size);
      at[part.axis] -= at[part.axis] / after % part.size * after;
    }
    return at;
  };
  for (int64_t position = 0; position < c.mesh.devices(); ++position) {
    const auto own = clear(coordinatesAt(c.mesh, position));
    const size_t number = llvm::find(first, own) - first.begin();
    if (number == first.size()) {
      first.push_back(own);
      groups.emplace_back(product(c.along));
    }
    groups[number][placeOn(c.along, c.mesh, coordinatesAt(c.mesh, position))] = position;
  }
  return groups;
}

/// As programs write them: by device id.
std::string denseGroups(const Case &c) {
  std::string rows;
  const Groups groups = groupsOf(c);
  for (std::vector<int64_t> row : groups) {
    for (int64_t &device : row)
      device = c.mesh.deviceAt(device);
    rows += (rows.empty() ? "" : ", ") + listed(row);
  }
  return "dense<[" + rows + "]> : tensor<" + std::to_string(groups.size()) + "x" +
         std::to_string(groups.front().size()) + "xi64>";
}

std::string typeText(int64_t extent) { return "tensor<" + std::to_string(extent) + "xf32>"; }

constexpr const char *kEnd =
    "channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids}>";
constexpr const char *kAdd = " ({\n    ^bb0(%a: tensor<f32>, %b: tensor<f32>):\n"
                             "      %c = stablehlo.add %a, %b : tensor<f32>\n"
                             "      stablehlo.return %c : tensor<f32>\n    })";

/// An op from %`from` to %`to`, of so many numbers, and what it does.
struct Step {
  std::string text;
  int64_t extent;
  std::function<Numbers(const Devices &members, size_t place)> of;
};

Step allReduce(const Case &c, int64_t extent, const char *from, const char *to) {
  return {std::string("    %") + to + " = \"stablehlo.all_reduce\"(%" + from +
              ") <{replica_groups = " + denseGroups(c) + ", " + kEnd + kAdd + " : (" +
              typeText(extent) + ") -> " + typeText(extent) + "\n",
          extent, [](const Devices &members, size_t) {
            Numbers sum(members.front().size());
            for (const Numbers &member : members)
              for (size_t k = 0; k < sum.size(); ++k)
                sum[k] += member[k];
            return sum;
          }};
}

Step allGather(const Case &c, int64_t extent, const char *from, const char *to) {
  const int64_t all = extent * product(c.along);
  return {std::string("    %") + to + " = \"stablehlo.all_gather\"(%" + from +
              ") <{all_gather_dim = 0 : i64, replica_groups = " + denseGroups(c) + ", " + kEnd +
              " : (" + typeText(extent) + ") -> " + typeText(all) + "\n",
          all, [](const Devices &members, size_t) {
            Numbers joined;
            for (const Numbers &member : members)
              joined.insert(joined.end(), member.begin(), member.end());
            return joined;
          }};
}

Numbers partOf(const Numbers &all, size_t part, size_t parts) {
  const size_t size = all.size() / parts;
  return {all.begin() + part * size, all.begin() + (part + 1) * size};
}

Step reduceScatter(const Case &c, int64_t extent, const char *from, const char *to) {
  const int64_t part = extent / product(c.along);
  const auto sum = allReduce(c, extent, from, to).of;
  return {std::string("    %") + to + " = \"stablehlo.reduce_scatter\"(%" + from +
              ") <{scatter_dimension = 0 : i64, replica_groups = " + denseGroups(c) + ", " + kEnd +
              kAdd + " : (" + typeText(extent) + ") -> " + typeText(part) + "\n",
          part, [sum](const Devices &members, size_t place) {
            return partOf(sum(members, place), place, members.size());
          }};
}

Step allToAll(const Case &c, int64_t extent, const char *from, const char *to) {
  return {std::string("    %") + to + " = \"stablehlo.all_to_all\"(%" + from +
              ") <{split_dimension = 0 : i64, concat_dimension = 0 : i64, split_count = " +
              std::to_string(product(c.along)) + " : i64, replica_groups = " + denseGroups(c) +
              ", channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>}> : (" +
              typeText(extent) + ") -> " + typeText(extent) + "\n",
          extent, [](const Devices &members, size_t place) {
            Numbers joined;
            for (const Numbers &member : members)
              for (double number : partOf(member, place, members.size()))
                joined.push_back(number);
            return joined;
          }};
}

Devices played(const Step &step, const Case &c, const Devices &before) {
  Devices after(before.size());
  for (const auto &group : groupsOf(c)) {
    Devices members;
    for (int64_t device : group)
      members.push_back(before[device]);
    for (size_t place = 0; place < group.size(); ++place)
      after[group[place]] = step.of(members, place);
  }
  return after;
}

/// A program whose inputs and results are what all devices have, one after another.
std::string programOf(const Mesh &mesh, const std::string &lines, int64_t extent) {
  const std::string all = allAxes(mesh), in = typeText(kLocal * mesh.devices()),
                    out = typeText(extent * mesh.devices());
  return meshText(mesh) + "func.func public @main(%arg0: " + in + ") -> " + out +
         " {\n  %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [" + all +
         "]>] out_shardings=[<@mesh, [" + all + "]>] manual_axes=" + all +
         " (%x: " + typeText(kLocal) + ") {\n" + lines + "    sdy.return %r : " + typeText(extent) +
         "\n  } : (" + in + ") -> " + out + "\n  return %0 : " + out + "\n}\n";
}

Numbers run(const std::string &program, int64_t extent) {
  const Compiled c = compile(program, R"({"shardc": 1, "kind": "sharding"})");
  EXPECT_TRUE(c.plan) << program << c.messages();
  if (!c.plan) return {};
  return valuesOf(runOn(*c.plan, {iota({ElementType::f32, {extent}})}).front());
}

Devices begin(const Mesh &mesh) {
  Devices devices;
  double next = 0;
  for (int64_t position = 0; position < mesh.devices(); ++position)
    for (auto &numbers = devices.emplace_back(); numbers.size() < kLocal;)
      numbers.push_back(next++);
  return devices;
}

Numbers together(const Devices &devices) {
  Numbers all;
  for (const Numbers &numbers : devices)
    all.insert(all.end(), numbers.begin(), numbers.end());
  return all;
}

std::vector<Case> cases() {
  const Mesh four{"mesh", {{"x", 4}}, {}}, eight{"mesh", {{"x", 8}}, {}},
      twelve{"mesh", {{"x", 12}}, {}}, square{"mesh", {{"x", 2}, {"y", 4}}, {}},
      turned{"mesh", {{"x", 4}, {"y", 2}}, {4, 5, 6, 7, 0, 2, 1, 3}},
      thin{"mesh", {{"one", 1}, {"x", 6}}, {}};
  return {{four, {{0, 1, 2}}},
          {four, {{0, 2, 2}}},
          {four, {{0, 2, 2}, {0, 1, 2}}}, // the minor half counts first
          {eight, {{0, 2, 2}}},
          {eight, {{0, 1, 4}}},
          {eight, {{0, 2, 4}}},
          {eight, {{0, 4, 2}, {0, 1, 2}}},
          {twelve, {{0, 1, 3}}},
          {twelve, {{0, 3, 2}}},
          {twelve, {{0, 4, 3}, {0, 1, 2}}},
          {square, {{1, 1, 2}}},
          {square, {{1, 2, 2}, {0, 1, 2}}},
          {square, {{0, 1, 2}, {1, 1, 2}}},
          {turned, {{0, 2, 2}}},
          {turned, {{1, 1, 2}, {0, 1, 2}}},
          {thin, {{1, 2, 3}}},
          {thin, {{1, 1, 2}}}};
}

TEST(PartsOfAxes, CollectivesAmongThemAreWhatDevicesWouldDo) {
  for (const Case &c : cases())
    for (const auto make : {allReduce, allGather, reduceScatter, allToAll}) {
      const Step step = make(c, kLocal, "x", "r");
      const std::string program = programOf(c.mesh, step.text, step.extent);
      EXPECT_EQ(run(program, kLocal * c.mesh.devices()), together(played(step, c, begin(c.mesh))))
          << program;
    }
}

TEST(PartsOfAxes, OnesThatNestStandInOneRegion) {
  for (const Case &c : cases()) {
    const Case whole{c.mesh, {wholeAxis(c.mesh, static_cast<int>(c.mesh.axes.size()) - 1)}};
    const Step first = reduceScatter(c, kLocal, "x", "t"),
               second = allGather(whole, first.extent, "t", "r");
    const std::string program = programOf(c.mesh, first.text + second.text, second.extent);
    EXPECT_EQ(run(program, kLocal * c.mesh.devices()),
              together(played(second, whole, played(first, c, begin(c.mesh)))))
        << program;
  }
}

TEST(PartsOfAxes, GroupsMoveAlongTheirPartsAlone) {
  const Case c{{"mesh", {{"x", 8}}, {}}, {{0, 2, 2}}};
  const Step step = allReduce(c, kLocal, "x", "r");
  const Compiled compiled =
      compile(programOf(c.mesh, step.text, step.extent), R"({"shardc": 1, "kind": "sharding"})");
  ASSERT_TRUE(compiled.plan) << compiled.messages();
  EXPECT_EQ(movesOf(*compiled.plan), "all_reduce over x:(2)2, 96 bytes; ");
}

TEST(PartsOfAxes, OnesThatDoNotNestStandInOneRegion) {
  const Mesh twelve{"mesh", {{"x", 12}}, {}}, turned{"mesh", {{"y", 2}, {"x", 6}}, {}};
  const std::pair<Case, Case> rows[] = {{{twelve, {{0, 1, 2}}}, {twelve, {{0, 1, 3}}}},
                                        {{twelve, {{0, 1, 3}}}, {twelve, {{0, 2, 2}}}},
                                        {{twelve, {{0, 4, 3}}}, {twelve, {{0, 3, 2}}}},
                                        {{twelve, {{0, 1, 4}}}, {twelve, {{0, 6, 2}, {0, 1, 3}}}},
                                        {{turned, {{1, 1, 2}}}, {turned, {{1, 1, 3}, {0, 1, 2}}}},
                                        {{turned, {{1, 1, 3}}}, {turned, {{0, 1, 2}, {1, 3, 2}}}}};
  for (const auto &[one, other] : rows)
    for (const auto make : {allReduce, allGather, reduceScatter, allToAll}) {
      const Step first = allReduce(one, kLocal, "x", "t"), second = make(other, kLocal, "t", "u"),
                 third = allReduce(one, second.extent, "u", "r");
      const std::string program =
          programOf(one.mesh, first.text + second.text + third.text, second.extent);
      const Devices reduced = played(first, one, begin(one.mesh));
      EXPECT_EQ(run(program, kLocal * one.mesh.devices()),
                together(played(third, one, played(second, other, reduced))))
          << program;
    }
}

TEST(PartsOfAxes, CuttingAnewMovesNothing) {
  const Mesh mesh{"mesh", {{"x", 12}}, {}};
  const Step first = allReduce({mesh, {{0, 1, 2}}}, kLocal, "x", "t"),
             second = allReduce({mesh, {{0, 1, 3}}}, kLocal, "t", "r");
  const Compiled c = compile(programOf(mesh, first.text + second.text, kLocal),
                             R"({"shardc": 1, "kind": "sharding"})");
  ASSERT_TRUE(c.plan) << c.messages();
  EXPECT_EQ(movesOf(*c.plan), "reduce_scatter over x:(1)2, 96 bytes; exchange over x:(1)2 x:(2)6, "
                              "192 bytes; ");
}

/// What enters and leaves is cut in halves along x of 12, and in thirds.
TEST(PartsOfAxes, ShardingsOfARegionNeedNotNest) {
  const Compiled c = compile(
      "sdy.mesh @mesh = <[\"x\"=12]>\nfunc.func public @main(%a: tensor<12xf32>, %b: "
      "tensor<12xf32>) -> (tensor<12xf32>, tensor<12xf32>) {\n"
      "  %0:2 = sdy.manual_computation(%a, %b) in_shardings=[<@mesh, [{\"x\":(1)2}]>, <@mesh, "
      "[{\"x\":(1)3}]>] out_shardings=[<@mesh, [{\"x\":(1)2}]>, <@mesh, [{\"x\":(1)3}]>] "
      "manual_axes={\"x\"} (%x: tensor<6xf32>, %y: tensor<4xf32>) {\n"
      "    %s = stablehlo.reverse %x, dims = [0] : tensor<6xf32>\n"
      "    %t = stablehlo.reverse %y, dims = [0] : tensor<4xf32>\n"
      "    sdy.return %s, %t : tensor<6xf32>, tensor<4xf32>\n"
      "  } : (tensor<12xf32>, tensor<12xf32>) -> (tensor<12xf32>, tensor<12xf32>)\n"
      "  return %0#0, %0#1 : tensor<12xf32>, tensor<12xf32>\n}\n",
      R"({"shardc": 1, "kind": "sharding"})");
  ASSERT_TRUE(c.plan) << c.messages();
  const HostTensor all = iota({ElementType::f32, {12}});
  const auto results = runOn(*c.plan, {all, all});
  EXPECT_EQ(valuesOf(results[0]), (Numbers{5, 4, 3, 2, 1, 0, 11, 10, 9, 8, 7, 6}));
  EXPECT_EQ(valuesOf(results[1]), (Numbers{3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8}));
}

/// A region that is manual along an axis or a part, and splits what is left of a value along x.
std::string constrainedInside(const std::string &manual, const std::string &in,
                              const std::string &inside) {
  return "sdy.mesh @mesh = <[\"x\"=12, \"y\"=2]>\nfunc.func public @main(%a: tensor<24xf32>) "
         "-> tensor<24xf32> {\n  %0 = sdy.manual_computation(%a) in_shardings=[<@mesh, [{" +
         in + "}]>] out_shardings=[<@mesh, [{" + manual + "}]>] manual_axes={" + manual +
         "} (%x: tensor<12xf32>) {\n    %r = sdy.sharding_constraint %x <@mesh, [{" + inside +
         "}]> : tensor<12xf32>\n    sdy.return %r : tensor<12xf32>\n  } : (tensor<24xf32>) -> "
         "tensor<24xf32>\n  return %0 : tensor<24xf32>\n}\n";
}

TEST(PartsOfAxes, WhatIsFreeIsSplitInAnyParts) {
  EXPECT_EQ(run(constrainedInside(R"("y")", R"("y", "x":(1)2)", R"("x":(1)3)"), 24),
            valuesOf(iota({ElementType::f32, {24}})));
  const Compiled c = compile(constrainedInside(R"("x":(1)2)", R"("x":(1)2)", R"("x":(1)3)"), "");
  EXPECT_EQ(c.messages(), "error 4:10 [unsupported-axes] the sharding [{\"x\":(1)3}] cuts an axis "
                          "otherwise than its manual region does: 'x:(1)2=2, x:(2)6=6, y=2'\n");
}

/// Device 0 has no place among digits of x that the others of its group could share.
TEST(PartsOfAxes, GroupsThatAreNoPartsAreRefusedWhereDevicesHaveIds) {
  const Mesh mesh{"mesh", {{"x", 4}}, {0, 2, 1, 3}};
  std::string text = allReduce({mesh, {{0, 1, 2}}}, kLocal, "x", "r").text;
  const size_t at = text.find("[0, 1], [2, 3]");
  ASSERT_NE(at, std::string::npos);
  text.replace(at, 14, "[0, 3], [1, 2]");
  const Compiled c = compile(programOf(mesh, text, kLocal), R"({"shardc": 1, "kind": "sharding"})");
  EXPECT_EQ(c.messages(), "error 4:10 [unsupported-op] stablehlo.all_reduce: its groups of devices "
                          "do not lie along axes of the mesh 'x=4', or parts of axes\n");
}

TEST(PartsOfAxes, DevicesKnowTheirNumbers) {
  const Case c{{"mesh", {{"x", 4}}, {}}, {{0, 1, 2}}};
  const Step step = allReduce(c, kLocal, "t", "r");
  const std::string lines = "    %p = stablehlo.partition_id : tensor<ui32>\n"
                            "    %q = stablehlo.convert %p : (tensor<ui32>) -> tensor<f32>\n"
                            "    %t = stablehlo.broadcast_in_dim %q, dims = [] : (tensor<f32>) -> "
                            "tensor<24xf32>\n";
  const Numbers all = run(programOf(c.mesh, lines + step.text, kLocal), kLocal * 4);
  ASSERT_EQ(all.size(), 96u);
  EXPECT_EQ((Numbers{all[0], all[24], all[48], all[72]}), (Numbers{2, 4, 2, 4}));
}

/// x f32[8] on four devices, of which the region sees halves: along x:(1)2, or x:(2)2.
std::string ofHalves(const std::string &manual, const std::string &in, const std::string &groups,
                     const std::string &out = "{}") {
  return "sdy.mesh @mesh = <[\"x\"=4]>\nfunc.func public @main(%arg0: tensor<8xf32>) -> "
         "tensor<4xf32> {\n  %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [" +
         in + "]>] out_shardings=[<@mesh, [" + out + "]>] manual_axes={" + manual +
         "} (%x: tensor<4xf32>) {\n    %r = \"stablehlo.all_reduce\"(%x) <{replica_groups = "
         "dense<" +
         groups + "> : tensor<2x2xi64>, " + kEnd + kAdd +
         " : (tensor<4xf32>) -> tensor<4xf32>\n    sdy.return %r : tensor<4xf32>\n  } : "
         "(tensor<8xf32>) -> tensor<4xf32>\n  return %0 : tensor<4xf32>\n}\n";
}

TEST(PartsOfAxes, RegionIsManualAlongThem) {
  EXPECT_EQ(run(ofHalves(R"("x":(1)2)", R"({"x":(1)2})", "[[0, 2], [1, 3]]"), 8),
            (Numbers{4, 6, 8, 10}));
  EXPECT_EQ(run(ofHalves(R"("x":(2)2)", R"({"x":(2)2})", "[[0, 1], [2, 3]]"), 8),
            (Numbers{4, 6, 8, 10}));
}

TEST(PartsOfAxes, WhatIsNotManualOfAnAxisIsFree) {
  const std::string free = ofHalves(R"("x":(1)2)", R"({"x"})", "[[0, 2], [1, 3]]", R"({"x":(2)2})");
  EXPECT_EQ(run(free, 8), (Numbers{4, 6, 8, 10}));
  const Compiled c = compile(free, R"({"shardc": 1, "kind": "sharding"})");
  ASSERT_TRUE(c.plan) << c.messages();
  EXPECT_EQ(movesOf(*c.plan), "all_reduce over x:(1)2, 8 bytes; ");
  const Compiled other = compile(ofHalves(R"("x":(1)2)", R"({"x":(1)2})", "[[0, 1], [2, 3]]"), "");
  EXPECT_THAT(other.messages(), HasSubstr("lie along axis 'x:(2)2', which is not manual here"));
}

} // namespace
} // namespace shardc::test
