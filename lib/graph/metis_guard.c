#include "graph/metis_guard.h"

#include "graph/partition.h"
#include "graph/sigterm_guard.h"
#include "graph/stdout_guard.h"

/* Static, because a signal handler on another thread may still read `term` after tc_sigterm_guard_end. */
static tc_sigterm_guard term;
static tc_stdout_guard mute;

static void begin(void) {
  mute = tc_stdout_guard_begin();
  tc_sigterm_guard_begin(&term);
}

static bool end(void) {
  const bool raised = tc_sigterm_guard_end(&term);
  tc_stdout_guard_end(&mute);
  return raised;
}

static void forward(void) { raise(SIGTERM); }

void tc_metis_guard_install(void) {
  static const tc_partition_guard guard = {begin, end, forward};
  tc_partition_set_guard(&guard);
}
