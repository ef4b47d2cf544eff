/* Serving the others while computing. Open MPI makes no progress by itself: a rank that reads from another
 * node waits until the owner enters MPI. So a long computation calls tc_progress every few rows. */
#ifndef TC_COMM_PROGRESS_H
#define TC_COMM_PROGRESS_H

#include <stdbool.h>

#include "comm/window.h"

typedef struct tc_progress {
  const tc_world *world;
  bool needed;      /* somebody may read from another node */
  double last_s;    /* when this rank last entered MPI */
  double silence_s; /* longest time it did not */
} tc_progress;

tc_progress tc_progress_start(const tc_window *window);

/* Enters MPI when the last time is longer than 20 us ago. Cheap: a look at the clock. Only on the thread that
 * initialised MPI. */
void tc_progress_poke(tc_progress *progress);

/* To be called after an operation that entered MPI for other reasons. */
void tc_progress_entered(tc_progress *progress);

#endif
