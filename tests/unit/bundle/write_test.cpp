// SPDX-License-Identifier: Apache-2.0
#include "codegen/bundle.h"

#include "gtest/gtest.h"

#include <csignal>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <thread>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace shardc;
namespace fs = std::filesystem;

namespace {

class WriteBundle : public testing::Test {
protected:
  void SetUp() override {
    folder = fs::path(testing::TempDir()) / ("shardc_write_" + std::to_string(getpid()));
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

TEST_F(WriteBundle, NeverTouchesAFile) {
  put(folder / "file", "text");
  fs::create_symlink("file", folder / "link");
  fs::create_symlink("nothing", folder / "broken");
  for (const char *name : {"file", "link"})
    EXPECT_NE(write(folder / name, files).find("is not a folder"), std::string::npos);
  EXPECT_NE(write(folder / "broken", files).find("cannot find"), std::string::npos);
  EXPECT_EQ(read(folder / "file"), "text");
  EXPECT_EQ(entries(), 3u);
}

TEST_F(WriteBundle, GoesWhereALinkLeadsAndKeepsIt) {
  fs::create_directories(folder / "far" / "b");
  fs::create_directory_symlink("far/b", folder / "link");
  EXPECT_EQ(write(folder / "link", files), ""); // empty so far
  put(folder / "far" / "b" / "build" / "CMakeCache.txt", "cache");
  EXPECT_EQ(write(folder / "link", {files[0], {"src/new.cpp", "new"}}), "");
  EXPECT_EQ(read(folder / "far" / "b" / "src" / "new.cpp"), "new");
  EXPECT_FALSE(fs::exists(folder / "far" / "b" / "src" / "main.cpp"));
  EXPECT_EQ(read(folder / "link" / "build" / "CMakeCache.txt"), "cache");
  EXPECT_EQ(fs::read_symlink(folder / "link"), "far/b");
  EXPECT_EQ(entries(), 2u);
}

TEST_F(WriteBundle, RespectsTheUmask) {
  const mode_t before = umask(027);
  EXPECT_EQ(write(folder / "above" / "b", files), "");
  umask(before);
  for (const char *name : {"above", "above/b", "above/b/src"})
    EXPECT_EQ(fs::status(folder / name).permissions(), fs::perms(0750)) << name;
  EXPECT_EQ(fs::status(folder / "above" / "b" / "plan.json").permissions(), fs::perms(0640));
  umask(0);
  EXPECT_EQ(write(folder / "open", files), "");
  umask(before);
  EXPECT_EQ(fs::status(folder / "open" / "src").permissions(), fs::perms(0777));
}

TEST_F(WriteBundle, LeavesNothingBehindWhenItFails) {
  ASSERT_EQ(write(folder / "b", files), "");
  // A file cannot be a folder too.
  const std::string error = write(folder / "b", {files[0], {"plan.json/x", ""}});
  EXPECT_NE(error.find("cannot"), std::string::npos) << error;
  EXPECT_EQ(read(folder / "b" / "src" / "main.cpp"), "int main() {}\n");
  EXPECT_EQ(entries(), 1u);
}

TEST_F(WriteBundle, LeavesNothingBehindWhenTheDiskIsFull) {
  ASSERT_EQ(write(folder / "b", files), "");
  rlimit before = {};
  getrlimit(RLIMIT_FSIZE, &before);
  const rlimit small = {1000, before.rlim_max};
  const auto handler = std::signal(SIGXFSZ, SIG_IGN);
  setrlimit(RLIMIT_FSIZE, &small);
  const std::string error =
      write(folder / "b", {files[0], {"src/main.cpp", std::string(5000, 'x')}});
  setrlimit(RLIMIT_FSIZE, &before);
  std::signal(SIGXFSZ, handler);
  EXPECT_NE(error.find("main.cpp': File too large"), std::string::npos) << error;
  EXPECT_EQ(read(folder / "b" / "src" / "main.cpp"), "int main() {}\n");
  EXPECT_EQ(entries(), 1u);
}

TEST_F(WriteBundle, LeavesNothingBehindWhenItIsInterrupted) {
  ASSERT_EQ(write(folder / "b", files), "");
  sigset_t term, before;
  sigemptyset(&term);
  sigaddset(&term, SIGTERM);
  pthread_sigmask(SIG_BLOCK, &term, &before); // so that it is there, and this process too
  raise(SIGTERM);
  const std::string error = write(folder / "b", {files[0], {"src/main.cpp", "new"}});
  int came = 0;
  sigwait(&term, &came);
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  EXPECT_NE(error.find("Interrupted"), std::string::npos) << error;
  EXPECT_EQ(read(folder / "b" / "src" / "main.cpp"), "int main() {}\n");
  EXPECT_EQ(entries(), 1u);
}

TEST_F(WriteBundle, LeavesNoFoldersAboveWhenItFails) {
  EXPECT_NE(write(folder / "deep" / "er" / "b", {files[0], {"plan.json/x", ""}}), "");
  EXPECT_EQ(entries(), 0u);
}

/// A process that was killed may leave the folder that it wrote, or the bundle that was there.
TEST_F(WriteBundle, RemovesWhatAKilledCompileLeft) {
  put(folder / "b.shardc-0123abcd" / "src" / "half.cpp", "ha");
  put(folder / "b.shardc-89abcdef" / "plan.json", files[0].text);
  put(folder / "b.shardc-89abcdef" / "build" / "CMakeCache.txt", "cache");
  EXPECT_EQ(write(folder / "b", files), "");
  EXPECT_EQ(entries(), 1u);
  EXPECT_EQ(read(folder / "b" / "build" / "CMakeCache.txt"), "cache");
  EXPECT_EQ(read(folder / "b" / "src" / "main.cpp"), "int main() {}\n");
}

TEST_F(WriteBundle, LeavesFoldersThatOnlyLookLikeLeftovers) {
  for (const char *name : {"b.20241124", "b.shardc-0123", "b.shardc-0123abcg", "a.shardc-0123abcd"})
    put(folder / name / "src" / "main.cpp", "text");
  put(folder / "b" / "plan.json", files[0].text);
  put(folder / "b" / "notes", "new");
  put(folder / "b.shardc-0123abcd" / "notes", "old");
  EXPECT_EQ(write(folder / "b", files), "");
  EXPECT_EQ(entries(), 6u);
  EXPECT_EQ(read(folder / "b" / "notes"), "new");
  EXPECT_EQ(read(folder / "b.shardc-0123abcd" / "notes"), "old");
}

TEST_F(WriteBundle, LeavesTheFolderOfACompileThatIsAtWork) {
  const fs::path place = folder / "b.shardc-0123abcd";
  put(place / "src" / "half.cpp", "ha");
  const int other = open(place.c_str(), O_RDONLY | O_DIRECTORY);
  ASSERT_EQ(flock(other, LOCK_EX), 0);
  EXPECT_EQ(write(folder / "b", files), "");
  EXPECT_EQ(read(place / "src" / "half.cpp"), "ha");
  close(other);
  EXPECT_EQ(write(folder / "b", files), "");
  EXPECT_EQ(entries(), 1u);
}

TEST_F(WriteBundle, OfSeveralAtOnceOneIsThereAsAWhole) {
  ASSERT_EQ(write(folder / "b", files), "");
  std::vector<BundleFile> many = {files[0]};
  for (int k = 0; k < 30; ++k)
    many.push_back({"src/" + std::to_string(k) + ".cpp", "text"});
  std::vector<std::thread> threads;
  std::vector<std::string> errors(8);
  for (std::string &error : errors)
    threads.emplace_back([&] { error = write(folder / "b", many); });
  for (std::thread &thread : threads)
    thread.join();
  for (const std::string &error : errors)
    EXPECT_EQ(error, "");
  const fs::path sources = folder / "b" / "src";
  EXPECT_EQ(std::distance(fs::directory_iterator(sources), fs::directory_iterator()), 30);
  EXPECT_EQ(entries(), 1u);
}

/// In a process of its own, as nobody: nothing is read-only for root.
TEST_F(WriteBundle, LeavesAReadOnlyBundle) {
  ASSERT_EQ(write(folder / "b", files), "");
  fs::permissions(folder, fs::perms::all);
  fs::permissions(folder / "b", fs::perms::all);
  fs::permissions(folder / "b" / "src", fs::perms(0555));
  EXPECT_EXIT(
      {
        if (getuid() == 0 && setuid(65534) != 0) std::exit(1);
        std::fputs(write(folder / "b", {files[0], {"src/main.cpp", "new"}}).c_str(), stderr);
        std::exit(0);
      },
      testing::ExitedWithCode(0), "cannot replace '.*/b/src': Permission denied$");
  EXPECT_EQ(read(folder / "b" / "src" / "main.cpp"), "int main() {}\n");
  EXPECT_EQ(entries(), 1u);
  fs::permissions(folder / "b" / "src", fs::perms::all);
}

} // namespace
