// SPDX-License-Identifier: Apache-2.0
#include "codegen/bundle.h"

#include "gtest/gtest.h"

#include <filesystem>
#include <fstream>
#include <sstream>

using namespace shardc;
namespace fs = std::filesystem;

namespace {

class WriteBundle : public testing::Test {
protected:
  void SetUp() override {
    folder =
        fs::path(testing::TempDir()) /
        ("shardc_" + std::string(testing::UnitTest::GetInstance()->current_test_info()->name()));
    fs::remove_all(folder);
    fs::create_directories(folder);
  }
  void TearDown() override { fs::remove_all(folder); }

  std::string write(const fs::path &place, const std::vector<BundleFile> &wanted) {
    return llvm::toString(writeBundle(place.string(), wanted));
  }
  static std::string read(const fs::path &file) {
    std::stringstream text;
    text << std::ifstream(file).rdbuf();
    return text.str();
  }
  static void put(const fs::path &file, const std::string &text) {
    fs::create_directories(file.parent_path());
    std::ofstream(file) << text;
  }
  size_t entries() const {
    return std::distance(fs::directory_iterator(folder), fs::directory_iterator());
  }

  fs::path folder;
  const std::vector<BundleFile> files = {{"plan.json", "{\n  \"shardc\": 1\n}\n"},
                                         {"src/main.cpp", "int main() {}\n"}};
};

TEST_F(WriteBundle, MakesTheFolderAndThoseAboveIt) {
  EXPECT_EQ(write(folder / "deep" / "b%%d", files), "");
  EXPECT_EQ(read(folder / "deep" / "b%%d" / "src" / "main.cpp"), "int main() {}\n");
  EXPECT_EQ(std::distance(fs::directory_iterator(folder / "deep"), fs::directory_iterator()), 1);
}

TEST_F(WriteBundle, ReplacesABundleButKeepsItsBuildFolder) {
  const fs::path place = folder / "b";
  ASSERT_EQ(write(place, files), "");
  put(place / "src" / "old.cpp", "old");
  put(place / "build" / "CMakeCache.txt", "cache");
  EXPECT_EQ(write(place, {files[0], {"src/new.cpp", "new"}}), "");
  EXPECT_EQ(read(place / "src" / "new.cpp"), "new");
  EXPECT_FALSE(fs::exists(place / "src" / "old.cpp"));
  EXPECT_EQ(read(place / "build" / "CMakeCache.txt"), "cache");
  EXPECT_EQ(entries(), 1u);
}

TEST_F(WriteBundle, TakesAnEmptyFolderAndATrailingSlash) {
  fs::create_directories(folder / "b");
  EXPECT_EQ(write(folder.string() + "/b/", files), "");
  EXPECT_TRUE(fs::exists(folder / "b" / "plan.json"));
  EXPECT_EQ(entries(), 1u);
}

TEST_F(WriteBundle, NeverTouchesAnotherFolder) {
  put(folder / "b" / "plan.json", "{\"name\": \"not ours\"}");
  put(folder / "b" / "thesis.tex", "years of work");
  const std::string error = write(folder / "b", files);
  EXPECT_NE(error.find("is not a bundle of shardc"), std::string::npos) << error;
  EXPECT_EQ(read(folder / "b" / "thesis.tex"), "years of work");
  EXPECT_FALSE(fs::exists(folder / "b" / "src"));
  EXPECT_EQ(entries(), 1u);
}

TEST_F(WriteBundle, NeverTouchesAFileOrALink) {
  put(folder / "file", "text");
  fs::create_directory_symlink(folder, folder / "link");
  for (const char *name : {"file", "link"})
    EXPECT_NE(write(folder / name, files).find("is not a folder"), std::string::npos);
  EXPECT_EQ(read(folder / "file"), "text");
  EXPECT_EQ(entries(), 2u);
}

TEST_F(WriteBundle, LeavesNothingBehindWhenItFails) {
  ASSERT_EQ(write(folder / "b", files), "");
  // A file cannot be a folder too.
  const std::string error = write(folder / "b", {files[0], {"plan.json/x", ""}});
  EXPECT_NE(error.find("cannot"), std::string::npos) << error;
  EXPECT_EQ(read(folder / "b" / "src" / "main.cpp"), "int main() {}\n");
  EXPECT_EQ(entries(), 1u);
}

} // namespace
