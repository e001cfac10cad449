// SPDX-License-Identifier: Apache-2.0
// Files are written as a whole, and what is no file is written into.
#include "runtime/io/file.h"
#include "runtime/io/folder.h"
#include "support.h"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>

namespace shardc::runtime {
namespace {

namespace fs = std::filesystem;

class WriteFile : public testing::Test {
protected:
  /// The line of the failure, "" if there is none.
  static std::string write(const std::string &path, const std::string &data) {
    try {
      writeFile(path, data);
      return "";
    } catch (const Error &error) {
      EXPECT_EQ(error.code, Exit::environment);
      return error.what();
    }
  }
  std::vector<std::string> names() const {
    std::vector<std::string> all;
    for (const auto &entry : fs::directory_iterator(folder.path))
      all.push_back(entry.path().filename());
    std::sort(all.begin(), all.end());
    return all;
  }

  Folder folder;
  using Names = std::vector<std::string>;
};

TEST_F(WriteFile, ReplacesAFileAndLeavesNoOther) {
  const std::string path = folder.file("out");
  EXPECT_EQ(write(path, "first, and longer"), "");
  EXPECT_EQ(write(path, "second"), "");
  EXPECT_EQ(readFile(path), "second");
  EXPECT_EQ(names(), Names{"out"});
}

TEST_F(WriteFile, RespectsTheUmask) {
  const mode_t before = umask(027);
  EXPECT_EQ(write(folder.file("out"), "x"), "");
  umask(before);
  EXPECT_EQ(fs::status(folder.file("out")).permissions(), fs::perms(0640));
}

TEST_F(WriteFile, WritesWhatALinkLeadsTo) {
  fs::create_directory(folder.file("deep"));
  fs::create_symlink("deep/second", folder.file("first"));
  fs::create_symlink("../target", folder.file("deep/second"));
  EXPECT_EQ(write(folder.file("first"), "new"), ""); // the target is yet to be
  EXPECT_EQ(readFile(folder.file("target")), "new");
  EXPECT_EQ(write(folder.file("first"), "newer"), "");
  EXPECT_EQ(readFile(folder.file("target")), "newer");
  EXPECT_EQ(fs::read_symlink(folder.file("first")), "deep/second");
  EXPECT_EQ(fs::read_symlink(folder.file("deep/second")), "../target");
  EXPECT_EQ(names(), (Names{"deep", "first", "target"}));
}

TEST_F(WriteFile, FailsOnLinksInACircle) {
  fs::create_symlink("b", folder.file("a"));
  fs::create_symlink("a", folder.file("b"));
  EXPECT_NE(write(folder.file("a"), "x").find("a: cannot be written: "), std::string::npos);
  EXPECT_EQ(names(), (Names{"a", "b"}));
  EXPECT_TRUE(fs::is_symlink(folder.file("b")));
}

TEST_F(WriteFile, WritesIntoADeviceAndLeavesIt) {
  EXPECT_EQ(write("/dev/null", "gone"), "");
  EXPECT_TRUE(fs::is_character_file("/dev/null"));
  EXPECT_EQ(write("/dev/full", "no room"), "/dev/full: cannot be written: No space left on device");
  fs::create_symlink("/dev/null", folder.file("link"));
  EXPECT_EQ(write(folder.file("link"), "gone"), "");
  EXPECT_TRUE(fs::is_symlink(folder.file("link")));
  EXPECT_EQ(names(), Names{"link"});
}

TEST_F(WriteFile, WritesIntoAPipe) {
  const std::string path = folder.file("pipe");
  ASSERT_EQ(mkfifo(path.c_str(), 0600), 0);
  std::string got;
  std::thread reader([&] {
    const int pipe = open(path.c_str(), O_RDONLY);
    char bytes[64];
    for (ssize_t count; (count = read(pipe, bytes, sizeof bytes)) > 0;)
      got.append(bytes, static_cast<size_t>(count));
    close(pipe);
  });
  const std::string data(100000, 'x');
  EXPECT_EQ(write(path, data), "");
  reader.join();
  EXPECT_EQ(got, data);
  EXPECT_TRUE(fs::is_fifo(path));
}

TEST_F(WriteFile, WritesToStandardOutput) {
  testing::internal::CaptureStdout(); // a file whose name is gone
  EXPECT_EQ(write("/dev/stdout", "to the file"), "");
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "to the file");
}

TEST_F(WriteFile, LeavesNothingWhereTheDiskIsFull) {
  ASSERT_EQ(write(folder.file("out"), "old"), "");
  rlimit before = {};
  getrlimit(RLIMIT_FSIZE, &before);
  const rlimit small = {1000, before.rlim_max};
  const auto handler = std::signal(SIGXFSZ, SIG_IGN);
  setrlimit(RLIMIT_FSIZE, &small);
  const std::string error = write(folder.file("out"), std::string(5000, 'x'));
  setrlimit(RLIMIT_FSIZE, &before);
  std::signal(SIGXFSZ, handler);
  EXPECT_EQ(error, folder.file("out") + ": cannot be written: File too large");
  EXPECT_EQ(readFile(folder.file("out")), "old");
  EXPECT_EQ(names(), Names{"out"});
}

TEST_F(WriteFile, LeavesNothingWhereItIsInterrupted) {
  sigset_t term, before;
  sigemptyset(&term);
  sigaddset(&term, SIGTERM);
  pthread_sigmask(SIG_BLOCK, &term, &before); // so that it is there, and this process too
  raise(SIGTERM);
  const std::string error = write(folder.file("out"), "x");
  int came = 0;
  sigwait(&term, &came);
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  EXPECT_EQ(error, folder.file("out") + ": cannot be written: Interrupted system call");
  EXPECT_EQ(names(), Names{});
}

TEST(HeldInterrupts, EndTheProcessAfterwards) {
  EXPECT_EXIT(
      {
        const HeldInterrupts held;
        raise(SIGINT);
        std::fputs(held.came() ? "held" : "lost", stderr);
      },
      testing::KilledBySignal(SIGINT), "^held$");
}

TEST(HeldInterrupts, LeaveAloneWhatIsIgnored) {
  const auto handler = std::signal(SIGHUP, SIG_IGN);
  const HeldInterrupts held;
  raise(SIGHUP);
  EXPECT_FALSE(held.came());
  std::signal(SIGHUP, handler);
}

/// The files in a folder, with what leads to them.
std::vector<std::string> files_below(const std::string &path) {
  std::vector<std::string> all;
  for (const auto &entry : fs::recursive_directory_iterator(path))
    if (entry.is_regular_file()) all.push_back(entry.path().string().substr(path.size() + 1));
  std::sort(all.begin(), all.end());
  return all;
}

TEST(ReplaceFolder, LeavesTheNewOneAlone) {
  const Folder folder;
  for (const char *name : {"saved", "saved.part", "saved.old.part"})
    fs::create_directory(folder.file(name));
  writeFile(folder.file("saved/old"), "");
  writeFile(folder.file("saved.old.part/older"), ""); // of a run that was killed
  writeFile(folder.file("saved.part/new"), "");
  replace_folder(folder.file("saved.part/"), folder.file("saved/"));
  EXPECT_EQ(files_below(folder.path), std::vector<std::string>{"saved/new"});
}

TEST(ReplaceFolder, LeavesTheOldOneWhereItFails) {
  const Folder folder;
  fs::create_directory(folder.file("saved"));
  writeFile(folder.file("saved/old"), "");
  EXPECT_EQ(exitOf([&] { replace_folder(folder.file("none.part/"), folder.file("saved/")); }),
            Exit::environment);
  EXPECT_EQ(files_below(folder.path), std::vector<std::string>{"saved/old"});
}

TEST(OneLine, KeepsWhatPrints) {
  EXPECT_EQ(one_line("w_1 [2, 3] ~"), "w_1 [2, 3] ~");
  EXPECT_EQ(one_line("é ‰ 漢 😀"), "é ‰ 漢 😀");
  EXPECT_EQ(one_line(""), "");
}

TEST(OneLine, HasAMarkForEachByteThatDoesNot) {
  EXPECT_EQ(one_line("a\n\t\x1b[31m\x7f"), "a???[31m?");
  EXPECT_EQ(one_line("\xff\xfe\x80"), "???");
  EXPECT_EQ(one_line("\xc3"), "?");                // cut short
  EXPECT_EQ(one_line("\xc3("), "?(");              // no second byte
  EXPECT_EQ(one_line("\xc0\xaf"), "??");           // not the shortest
  EXPECT_EQ(one_line("\xe0\x80\xaf"), "???");      // nor this
  EXPECT_EQ(one_line("\xed\xa0\x80"), "???");      // half a pair
  EXPECT_EQ(one_line("\xf4\x90\x80\x80"), "????"); // beyond the last character
  EXPECT_EQ(one_line("\u0085\u009b"), "????");     // controls
  EXPECT_EQ(one_line("\u202e\u2066\ufeff"), "?????????");
}

} // namespace
} // namespace shardc::runtime
