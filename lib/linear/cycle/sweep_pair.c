#include "linear/cycle/sweep_pair.h"

/* Number of slices that the first sweep computes before the second sweep continues. */
enum { chunk = 512 };

/* Slices of the calling thread: begin .. end-1. */
typedef struct range {
  int32_t begin, end;
} range;

/* True if the rows of a slice read rows of this thread only. */
static bool is_inner(const tc_sliced_rows *m, range r, int32_t slice) {
  return m->first_read[slice] >= r.begin && m->last_read[slice] < r.end;
}

static void sweep(const tc_sliced_rows *m, const tc_sweep_stage *stage, int32_t begin, int32_t end) {
  tc_smoother_sweep(m, stage->kind, &stage->sweep, begin, end);
}

/* Computes the second sweep of the inner slices from slice `at` on. The first sweep must be complete for all
 * slices before `done`. Stops at the first slice that reads slice `done` or a later one. Returns the next
 * slice to compute. */
static int32_t follow(const tc_sliced_rows *m, const tc_sweep_stage *second, range r, int32_t at,
                      int32_t done) {
  while (at < done) {
    int32_t stop = at;
    while (stop < done && is_inner(m, r, stop) && m->last_read[stop] < done) stop++;
    if (stop > at) sweep(m, second, at, stop);
    for (at = stop; at < done && !is_inner(m, r, at);) at++;
    if (at == stop) break;
  }
  return at;
}

static void sweep_outer_slices(const tc_sliced_rows *m, const tc_sweep_stage *second, range r) {
  for (int32_t at = r.begin; at < r.end; at++) {
    int32_t stop = at;
    while (stop < r.end && !is_inner(m, r, stop)) stop++;
    if (stop > at) sweep(m, second, at, stop);
    at = stop;
  }
}

void tc_sweep_pair_run(const tc_sliced_rows *m, const tc_sweep_stage *first, const tc_sweep_stage *second,
                       tc_level_exchange *exchange, tc_status *status) {
  range r;
  tc_sliced_rows_thread_slices(m, &r.begin, &r.end);
  for (int32_t done = r.begin, at = r.begin; done < r.end;) {
    const int32_t stop = r.end - done > chunk ? done + chunk : r.end;
    sweep(m, first, done, stop);
    done = stop;
    at = follow(m, second, r, at, done);
  }
#pragma omp barrier
  tc_level_exchange_run(exchange, first->sweep.out, first->sweep.out + m->slots, status);
  if (*status) return;
  sweep_outer_slices(m, second, r);
#pragma omp barrier
}
