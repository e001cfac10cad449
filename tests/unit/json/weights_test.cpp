// SPDX-License-Identifier: Apache-2.0
#include "read.h"

#include "runtime/io/formats/npy.h"
#include "runtime/io/formats/npz.h"

#include <cstring>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace shardc;
using test::programOf;
using test::ReadProgram;
namespace fs = std::filesystem;

namespace {

class Weights : public testing::Test {
protected:
  void SetUp() override {
    root = fs::path(testing::TempDir()) / ("shardc_weights_" + std::to_string(getpid()));
    fs::remove_all(root);
    fs::create_directories(root / "program" / "below");
    folder = (root / "program").string();
    runtime::Array array{runtime::Type::f32, {3}, std::vector<char>(12)};
    const float numbers[] = {1, 2, 3};
    std::memcpy(array.data.data(), numbers, sizeof numbers);
    runtime::writeNpy(folder + "/below/w.npy", array);
    runtime::writeNpy((root / "secret.npy").string(), array);
    runtime::writeNpz(folder + "/w.npz", {{"w1", &array}});
    std::ofstream(folder + "/broken.npy") << "nonsense";
    fs::create_symlink(root / "secret.npy", folder + "/link.npy");
  }
  void TearDown() override { fs::remove_all(root); }

  std::string idOf(const std::string &literal) {
    ReadProgram read(programOf(R"({"name": "z", "op": "add", "in": ["x", )" + literal + "]}"),
                     folder);
    if (read.module) return read.text().find("[1.0") != std::string::npos ? "read" : read.text();
    return read.told.size() == 1 ? read.told[0].id : read.errors;
  }
  fs::path root;
  std::string folder;
};

TEST_F(Weights, AreReadFromTheFolderOrBelow) {
  EXPECT_EQ(idOf(R"({"file": "below/w.npy"})"), "read");
  EXPECT_EQ(idOf(R"({"file": "w.npz", "key": "w1"})"), "read");
}

TEST_F(Weights, AreToldAsFilesThatTheProgramNeeds) {
  ReadProgram read(programOf(R"({"name": "z", "op": "add", "in": [
    {"op": "add", "in": ["x", {"file": "w.npz", "key": "w1"}]}, {"file": "./below/w.npy"}]})"),
                   folder);
  EXPECT_EQ(read.files.read, (std::set<std::string>{folder + "/below/w.npy", folder + "/w.npz"}));
}

TEST_F(Weights, AreNotReadFromElsewhere) {
  EXPECT_EQ(idOf(R"({"file": "../secret.npy"})"), "file-outside");
  EXPECT_EQ(idOf(R"({"file": "below/../../secret.npy"})"), "file-outside");
  EXPECT_EQ(idOf("{\"file\": \"" + (root / "secret.npy").string() + "\"}"), "file-outside");
  EXPECT_EQ(idOf(R"({"file": "link.npy"})"), "file-outside");
  EXPECT_EQ(idOf(R"({"file": ""})"), "file-outside");
  EXPECT_EQ(idOf(R"({"file": "w\u0000.npy"})"), "file-outside");
}

TEST_F(Weights, AreCheckedAgainstTheirPlace) {
  EXPECT_EQ(idOf(R"({"file": "nothing.npy"})"), "file-unreadable");
  EXPECT_EQ(idOf(R"({"file": "below"})"), "file-unreadable");
  ASSERT_EQ(mkfifo((folder + "/pipe.npy").c_str(), 0600), 0);
  EXPECT_EQ(idOf(R"({"file": "pipe.npy"})"), "file-unreadable")
      << "nobody would end waiting for it";
  EXPECT_EQ(idOf(R"({"file": "broken.npy"})"), "wrong-data");
  EXPECT_EQ(idOf(R"({"file": "below/w.npy", "dtype": "f64"})"), "wrong-literal");
  EXPECT_EQ(idOf(R"({"file": "below/w.npy", "shape": [4]})"), "wrong-literal");
  EXPECT_EQ(idOf(R"({"file": "w.npz"})"), "wrong-literal");
  EXPECT_EQ(idOf(R"({"file": "w.npz", "key": "w2"})"), "wrong-data");
}

} // namespace
