// SPDX-License-Identifier: Apache-2.0
#include "tests/fuzz/command_run.h"

#include "cli/command.h"

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <fstream>
#include <sstream>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

namespace shardc::test {

namespace fs = std::filesystem;

static std::string contents(const fs::path &file, size_t most = std::string::npos) {
  std::ostringstream text;
  text << std::ifstream(file, std::ios::binary).rdbuf();
  return std::move(text).str().substr(0, most);
}

static void setTimer(int which, double seconds) {
  itimerval timer = {};
  timer.it_value.tv_sec = static_cast<time_t>(seconds);
  timer.it_value.tv_usec = static_cast<suseconds_t>((seconds - double(time_t(seconds))) * 1e6);
  setitimer(which, &timer, nullptr);
}

static void openAs(int stream, const std::string &path, int flags) {
  const int file = open(path.c_str(), flags, 0666);
  dup2(file, stream);
  if (file != stream) close(file);
}

/// In the child: the command, and nothing of the test.
[[noreturn]] static void become(const fs::path &folder, const std::vector<std::string> &words,
                                const Fate &fate, double seconds) {
  openAs(STDIN_FILENO, "/dev/null", O_RDONLY);
  openAs(STDOUT_FILENO, folder.string() + ".out", O_WRONLY | O_CREAT | O_TRUNC);
  openAs(STDERR_FILENO, folder.string() + ".err", O_WRONLY | O_CREAT | O_TRUNC);
  if (chdir(folder.c_str()) != 0) _exit(99);
  for (int signal : {SIGSEGV, SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGPROF, SIGALRM})
    std::signal(signal, SIG_DFL);
  setTimer(ITIMER_PROF, seconds);
  setTimer(ITIMER_REAL, 20 * seconds);
  std::vector<std::string> all = {"shardc"};
  all.insert(all.end(), words.begin(), words.end());
  std::vector<char *> pointers;
  for (std::string &word : all)
    pointers.push_back(word.data());
  pointers.push_back(nullptr);
  if (fate.fileBytes) {
    const rlimit limit = {rlim_t(*fate.fileBytes), rlim_t(*fate.fileBytes)};
    setrlimit(RLIMIT_FSIZE, &limit);
  }
  std::exit(runCommand(static_cast<int>(all.size()), pointers.data()));
}

CommandOutcome runInFolder(const fs::path &folder, const std::vector<std::string> &words,
                           const Fate &fate, double seconds) {
  std::fflush(nullptr);
  const pid_t child = fork();
  if (child == 0) become(folder, words, fate, seconds);
  if (fate.signal != 0) {
    usleep(static_cast<useconds_t>(fate.micros));
    kill(child, fate.signal);
  }
  int status = 0;
  rusage used = {};
  while (wait4(child, &status, 0, &used) < 0)
    ;
  constexpr size_t kMost = 1 << 20;
  CommandOutcome outcome;
  outcome.code = WIFEXITED(status) ? WEXITSTATUS(status) : 0;
  outcome.signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
  outcome.out = contents(folder.string() + ".out", kMost);
  outcome.err = contents(folder.string() + ".err", kMost);
  outcome.seconds = double(used.ru_utime.tv_sec) + double(used.ru_utime.tv_usec) * 1e-6;
  return outcome;
}

FolderState stateOf(const fs::path &folder) {
  FolderState state;
  for (const auto &entry : fs::recursive_directory_iterator(folder)) {
    std::optional<std::string> &content = state[fs::relative(entry.path(), folder).string()];
    if (!entry.is_directory()) content = contents(entry.path());
  }
  return state;
}

} // namespace shardc::test
