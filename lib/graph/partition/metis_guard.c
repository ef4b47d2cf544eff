#include "graph/partition/metis_guard.h"

#include "graph/partition/partition.h"
#include "graph/partition/sigterm_guard.h"
#include "graph/partition/stdout_guard.h"

/* Static, because a signal handler on another thread may still read `sigterm_guard` after
 * tc_sigterm_guard_end. */
static tc_sigterm_guard sigterm_guard;
static tc_stdout_guard stdout_guard;

static void begin_guards(void) {
  stdout_guard = tc_stdout_guard_begin();
  tc_sigterm_guard_begin(&sigterm_guard);
}

static bool end_guards(void) {
  const bool is_raised = tc_sigterm_guard_end(&sigterm_guard);
  tc_stdout_guard_end(&stdout_guard);
  return is_raised;
}

static void forward_sigterm(void) { raise(SIGTERM); }

void tc_metis_guard_install(void) {
  static const tc_partition_guard guard = {begin_guards, end_guards, forward_sigterm};
  tc_partition_set_guard(&guard);
}
