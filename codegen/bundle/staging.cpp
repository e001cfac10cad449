// SPDX-License-Identifier: Apache-2.0
#include "codegen/bundle/staging.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include <chrono>
#include <thread>
#include <vector>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace shardc {

namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;
using llvm::Error;
using llvm::StringRef;

FolderLock::FolderLock(StringRef folder) : state(lock(folder.str())) {}

FolderLock::~FolderLock() {
  if (file >= 0) close(file);
}

FolderLock::State FolderLock::lock(const std::string &folder) {
  file = open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (file < 0) return errno == ENOENT ? State::busy : State::unknown;
  if (flock(file, LOCK_EX | LOCK_NB) != 0)
    return errno == EWOULDBLOCK ? State::busy : State::unknown;
  struct stat opened = {}, there = {};
  const bool isThere = fstat(file, &opened) == 0 && lstat(folder.c_str(), &there) == 0 &&
                       opened.st_dev == there.st_dev && opened.st_ino == there.st_ino;
  return isThere ? State::held : State::busy;
}

llvm::Expected<FolderLock> lockBundle(StringRef folder) {
  using Clock = std::chrono::steady_clock;
  const auto end = Clock::now() + std::chrono::seconds(10);
  for (;;) {
    FolderLock lock(folder);
    if (!lock.isBusy()) return lock;
    if (Clock::now() > end) break;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return llvm::createStringError(std::make_error_code(std::errc::device_or_resource_busy),
                                 "cannot replace '" + folder + "': another process is at it");
}

bool isOfBundle(StringRef name) {
  static constexpr StringRef ours[] = {"CMakeLists.txt", "README.md", "cubin", "data",
                                       "include",        "launch.sh", "ops",   "plan.json",
                                       "program.mlir",   "runtime",   "src"};
  return llvm::is_contained(ours, name);
}

/// What is in a folder, by its paths.
static llvm::Expected<std::vector<std::string>> entriesOf(StringRef folder) {
  std::vector<std::string> entries;
  std::error_code failed;
  for (fs::directory_iterator entry(folder, failed, /*follow_symlinks=*/false), end;
       entry != end && !failed; entry.increment(failed))
    entries.push_back(entry->path());
  if (!failed) return entries;
  return llvm::createStringError(failed, "cannot read '" + folder + "': " + failed.message());
}

static std::string inside(StringRef folder, StringRef name) {
  llvm::SmallString<128> joined(folder);
  path::append(joined, name);
  return joined.str().str();
}

Error keepOthers(StringRef from, StringRef to) {
  auto entries = entriesOf(from);
  if (!entries) return entries.takeError();
  for (const std::string &entry : *entries) {
    const StringRef name = path::filename(entry);
    if (isOfBundle(name)) continue;
    if (const std::error_code failed = fs::rename(entry, inside(to, name)))
      return llvm::createStringError(failed, "cannot keep '" + entry + "': " + failed.message());
  }
  return Error::success();
}

static constexpr StringRef kMark = ".shardc-";
static constexpr size_t kDigits = 8;

std::string nameBeside(StringRef folder) {
  llvm::SmallString<128> suffix;
  fs::createUniquePath(std::string(kDigits, '%'), suffix, /*MakeAbsolute=*/false);
  return (folder + kMark + suffix).str();
}

/// Whether nameBeside() may have made the name.
static bool isBeside(StringRef name, StringRef folder) {
  return name.consume_front(path::filename(folder)) && name.consume_front(kMark) &&
         name.size() == kDigits && llvm::all_of(name, llvm::isHexDigit);
}

static void removeLeftover(StringRef leftover, StringRef folder) {
  const FolderLock lock(leftover);
  if (!lock.isHeld()) return;
  auto entries = entriesOf(leftover);
  if (!entries) return llvm::consumeError(entries.takeError());
  for (const std::string &entry : *entries) {
    const StringRef name = path::filename(entry);
    const std::string back = inside(folder, name);
    if (isOfBundle(name))
      fs::is_directory(entry) && !fs::is_symlink_file(entry) ? fs::remove_directories(entry)
                                                             : fs::remove(entry);
    else if (!fs::exists(back))
      fs::rename(entry, back);
  }
  rmdir(leftover.str().c_str()); // stays where something is in it
}

void removeLeftovers(StringRef folder) {
  auto entries = entriesOf(path::parent_path(folder));
  if (!entries) return llvm::consumeError(entries.takeError());
  for (const std::string &entry : *entries)
    if (isBeside(path::filename(entry), folder)) removeLeftover(entry, folder);
}

} // namespace shardc
