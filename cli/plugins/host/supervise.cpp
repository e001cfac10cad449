// SPDX-License-Identifier: Apache-2.0
// Processes whose parents end become children of this one, the subreaper, wherever they have put
// themselves: so all are found as children, one generation after the other.
#include "cli/plugins/host/supervise.h"

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <dirent.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace shardc::plugins {

/// The parent of a process; 0 where there is no such process any more.
static pid_t parentOf(const char *process) {
  char path[300], line[512];
  std::snprintf(path, sizeof path, "/proc/%s/stat", process);
  FILE *file = std::fopen(path, "r");
  if (!file) return 0;
  const size_t size = std::fread(line, 1, sizeof line - 1, file);
  std::fclose(file);
  line[size] = 0;
  // "7 (its name) S 1 ...": a name may have brackets and blanks in it, what follows has not.
  const char *behindName = nullptr;
  for (const char *at = line; *at; ++at)
    if (*at == ')') behindName = at + 1;
  int parent = 0;
  const bool isRead = behindName && std::sscanf(behindName, " %*c %d", &parent) == 1;
  return isRead ? parent : 0;
}

static void endChildren() {
  DIR *all = opendir("/proc");
  if (!all) return;
  while (const dirent *entry = readdir(all)) {
    const pid_t id = std::atoi(entry->d_name);
    if (id > 0 && parentOf(entry->d_name) == getpid()) kill(id, SIGKILL);
  }
  closedir(all);
}

/// Until there is none: who loses its parent becomes a child.
static void endAll(pid_t group) {
  kill(-group, SIGKILL);
  do
    endChildren();
  while (waitpid(-1, nullptr, 0) > 0 || errno == EINTR);
}

/// Waits for the end of a child, or for somebody who wants it: then nothing is known of its end.
static int waitFor(pid_t child, const sigset_t &signals) {
  while (true) {
    if (sigwaitinfo(&signals, nullptr) == SIGTERM) return 0;
    int status = 0;
    for (pid_t ended = 1; ended > 0;) {
      ended = waitpid(-1, &status, WNOHANG);
      if (ended == child) return status;
    }
  }
}

[[noreturn]] static void endAs(int status) {
  if (!WIFSIGNALED(status)) _exit(WEXITSTATUS(status));
  const int number = WTERMSIG(status);
  std::signal(number, SIG_DFL);
  sigset_t own;
  sigemptyset(&own);
  sigaddset(&own, number);
  sigprocmask(SIG_UNBLOCK, &own, nullptr);
  kill(getpid(), number);
  _exit(1);
}

void supervise() {
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  prctl(PR_SET_PDEATHSIG, SIGTERM);
  sigset_t signals, before;
  sigemptyset(&signals);
  sigaddset(&signals, SIGCHLD);
  sigaddset(&signals, SIGTERM);
  sigprocmask(SIG_BLOCK, &signals, &before);
  const pid_t self = getpid(), child = fork();
  if (child < 0) _exit(126);
  if (child == 0) {
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    sigprocmask(SIG_SETMASK, &before, nullptr);
    if (getppid() != self) _exit(127);
    return;
  }
  setpgid(child, child);               // as the child does itself: whoever is first
  for (int file = 0; file < 4; ++file) // the reply ends with the child
    close(file);
  const int status = waitFor(child, signals);
  endAll(child);
  endAs(status);
}

} // namespace shardc::plugins
