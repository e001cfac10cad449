// SPDX-License-Identifier: Apache-2.0
// Ballots of a warp, by what all its threads give.
#pragma once

/// The bit of each thread of the warp.
EMULATION_UNSEEN inline unsigned __ballot_sync(unsigned, bool holds) {
  emulation::Words given[32];
  emulation::gathered({{holds}}, given);
  unsigned all = 0;
  for (int thread = 0; thread < 32; ++thread)
    all |= given[thread].at[0] << thread;
  return all;
}
EMULATION_UNSEEN inline int __popc(unsigned bits) { return __builtin_popcount(bits); }
EMULATION_UNSEEN inline int __ffs(int bits) { return __builtin_ffs(bits); }
