// SPDX-License-Identifier: Apache-2.0
// How a bundle gets to disk: written beside its place, then renamed into it. Whatever fails or
// interrupts, what was there before stays and nothing else is left; what a killed compile left goes
// with the next one.
#include "codegen/bundle.h"

#include "codegen/bundle/staging.h"
#include "codegen/folders.h"

#include "runtime/io/file.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

#include <cerrno>
#include <cstdio>
#include <fcntl.h>

namespace shardc {

namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;
using llvm::Error, llvm::Twine;

static Error failure(const Twine &what, StringRef where, std::error_code why) {
  return llvm::createStringError(why, what + " '" + where + "': " + why.message());
}

static Error writeFile(StringRef file, StringRef text) {
  if (const std::error_code failed =
          fs::create_directories(path::parent_path(file), /*IgnoreExisting=*/true, fs::all_all))
    return failure("cannot make the folder of", file, failed);
  std::error_code failed;
  llvm::raw_fd_ostream out(file, failed, fs::CD_CreateNew);
  if (failed) return failure("cannot write", file, failed);
  out << text;
  out.close();
  if (!out.has_error()) return Error::success();
  failed = out.error();
  out.clear_error();
  return failure("cannot write", file, failed);
}

/// Every plan.json of ours begins alike; that much is read, so a hostile file does no harm.
static bool isBundle(StringRef folder) {
  llvm::SmallString<128> plan(folder);
  path::append(plan, "plan.json");
  if (!fs::is_regular_file(plan)) return false; // nor wait for a pipe
  const auto begin = llvm::MemoryBuffer::getFileSlice(plan, 12, 0);
  if (!begin) return false;
  return (*begin)->getBuffer() == "{\n  \"shardc\"";
}

static bool isEmptyFolder(StringRef folder) {
  std::error_code failed;
  return fs::directory_iterator(folder, failed) == fs::directory_iterator() && !failed;
}

/// An error if there is anything that is neither a bundle nor empty.
static Error checkPlace(StringRef folder) {
  fs::file_status status;
  if (fs::status(folder, status)) return Error::success(); // nothing there
  if (status.type() != fs::file_type::directory_file)
    return llvm::createStringError(std::make_error_code(std::errc::not_a_directory),
                                   "'" + folder + "' is not a folder; choose another with -o");
  if (isBundle(folder) || isEmptyFolder(folder)) return Error::success();
  return llvm::createStringError(std::make_error_code(std::errc::file_exists),
                                 "folder '" + folder +
                                     "' is not a bundle of shardc and stays as it is; choose "
                                     "another with -o, or empty it");
}

static Error writeAll(StringRef folder, ArrayRef<BundleFile> files,
                      const runtime::HeldInterrupts &interrupts) {
  for (const BundleFile &file : files) {
    if (interrupts.came())
      return failure("cannot finish", folder, std::make_error_code(std::errc::interrupted));
    llvm::SmallString<128> name(folder);
    path::append(name, file.path);
    if (Error error = writeFile(name, file.text)) return error;
  }
  return Error::success();
}

/// Whether all that a bundle has in `folder` can be removed: half-way is too late to find out.
static Error checkRemovable(StringRef folder, bool isTop) {
  if (const std::error_code failed = fs::access(folder, fs::AccessMode::Write))
    return failure("cannot replace", folder, failed);
  std::error_code failed;
  for (fs::directory_iterator entry(folder, failed, /*follow_symlinks=*/false), end;
       entry != end && !failed; entry.increment(failed))
    if (entry->type() == fs::file_type::directory_file &&
        (!isTop || isOfBundle(path::filename(entry->path()))))
      if (Error error = checkRemovable(entry->path(), /*isTop=*/false)) return error;
  return failed ? failure("cannot read", folder, failed) : Error::success();
}

/// Each where the other was. Other processes see one or the other at both places, if the file
/// system can do that.
static std::error_code exchange(StringRef a, StringRef b) {
  if (renameat2(AT_FDCWD, a.str().c_str(), AT_FDCWD, b.str().c_str(), RENAME_EXCHANGE) == 0)
    return {};
  if (errno != EINVAL && errno != ENOSYS) return std::error_code(errno, std::generic_category());
  const std::string aside = nameBeside(a);
  if (const std::error_code failed = fs::rename(a, aside)) return failed;
  if (const std::error_code failed = fs::rename(b, a)) {
    fs::rename(aside, a);
    return failed;
  }
  return fs::rename(aside, b);
}

/// Puts `fresh` where `folder` is. Should a step fail, the old bundle comes back.
static Error replace(StringRef folder, StringRef fresh) {
  llvm::Expected<FolderLock> lock = lockBundle(folder);
  if (!lock) return lock.takeError();
  if (Error error = checkRemovable(folder, /*isTop=*/true)) return error;
  if (const std::error_code failed = exchange(folder, fresh))
    return failure("cannot replace", folder, failed);
  const StringRef old = fresh;
  if (Error error = keepOthers(old, folder)) {
    llvm::consumeError(keepOthers(folder, old));
    exchange(folder, old);
    return error;
  }
  if (const std::error_code failed = fs::remove_directories(old, /*IgnoreErrors=*/false))
    return failure("cannot remove the old bundle", old, failed);
  return Error::success();
}

/// Puts `fresh` where there is nothing, an empty folder or a bundle.
static Error place(StringRef folder, StringRef fresh) {
  const std::error_code failed = fs::rename(fresh, folder);
  if (failed && isBundle(folder)) return replace(folder, fresh);
  return failed ? failure("cannot make", folder, failed) : Error::success();
}

/// Writes a folder beside the place, and puts it there.
static Error writeThenPlace(StringRef folder, ArrayRef<BundleFile> files) {
  const runtime::HeldInterrupts interrupts;
  const std::string fresh = nameBeside(folder);
  std::optional<FolderLock> lock;
  do { // another compile into this place may take it for a leftover until there is a lock
    if (const std::error_code failed =
            fs::create_directory(fresh, /*IgnoreExisting=*/true, fs::all_all))
      return failure("cannot make folder", fresh, failed);
    lock.emplace(fresh);
  } while (lock->isBusy());
  Error error = writeAll(fresh, files, interrupts);
  if (!error) error = place(folder, fresh);
  if (error) fs::remove_directories(fresh);
  return error;
}

/// Where the bundle goes, as an absolute path; a link leads there and stays.
static std::error_code find(StringRef place, llvm::SmallString<128> &folder) {
  folder = place;
  if (const std::error_code failed = fs::make_absolute(folder)) return failed;
  path::remove_dots(folder);
  while (folder.size() > 1 && path::is_separator(folder.back()))
    folder.pop_back();
  if (!fs::is_symlink_file(folder)) return {};
  const llvm::SmallString<128> link = folder;
  return fs::real_path(link, folder);
}

Error writeBundle(StringRef place, ArrayRef<BundleFile> files) {
  llvm::SmallString<128> folder;
  if (const std::error_code failed = find(place, folder))
    return failure("cannot find", place, failed);
  if (Error error = checkPlace(folder)) return error;
  NewFolders above;
  if (const std::error_code failed = above.make(path::parent_path(folder)))
    return failure("cannot make the folder of", folder, failed);
  if (Error error = writeThenPlace(folder, files)) return error;
  above.keep();
  removeLeftovers(folder);
  return Error::success();
}

} // namespace shardc
