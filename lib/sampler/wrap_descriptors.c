/* Intercepts close, close_range and closefrom. Daemons and shells close all descriptors that they did not
 * open. The intercepting functions do not close the descriptors of the sampler, and report that these are
 * already closed. */
#define _GNU_SOURCE
#include <errno.h>
#include <limits.h>
#include <unistd.h>

#include "sampler/next_symbol.h"
#include "sampler/process_state.h"
#include "sampler/syscalls.h"

TS_EXPORT int close(int descriptor) {
  TS_NEXT(close);
  if (!ts_process_is_attached() || !ts_sys_is_moved_descriptor(descriptor)) return next(descriptor);
  errno = EBADF;
  return -1;
}

/* Closes the descriptors `first` to `last`, except those of the sampler. */
TS_EXPORT int close_range(unsigned first, unsigned last, int flags) {
  TS_NEXT(close_range);
  int failed = 0;
  for (unsigned own_descriptor; ts_process_is_attached() && !failed && first <= last;
       first = own_descriptor + 1) {
    own_descriptor = ts_sys_find_moved_descriptor(first);
    if (own_descriptor > last || own_descriptor == UINT_MAX) break;
    if (own_descriptor > first) failed = next(first, own_descriptor - 1, flags);
  }
  return failed || first > last ? failed : next(first, last, flags);
}

TS_EXPORT void closefrom(int first) { close_range(first > 0 ? (unsigned)first : 0, UINT_MAX, 0); }
