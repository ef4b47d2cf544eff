#include "comm/progress.h"

#include "base/timer.h"

static const double patience_s =
    20e-6; /* about what one remote read costs: nobody waits much longer for us */

tc_progress tc_progress_start(const tc_window *window) {
  return (tc_progress){window->world, window->far != MPI_WIN_NULL, tc_now_s(), 0.0};
}

void tc_progress_entered(tc_progress *p) {
  double now = tc_now_s(), silence = now - p->last_s;
  if (silence > p->silence_s) p->silence_s = silence;
  p->last_s = now;
}

void tc_progress_poke(tc_progress *p) {
  int found;
  if (!p->needed || tc_now_s() - p->last_s < patience_s) return;
  MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, p->world->comm, &found, MPI_STATUS_IGNORE);
  tc_progress_entered(p);
}
