#include "programs/interleaved_timing.h"

#include <math.h>

#include "base/core/timer.h"
#include "base/numeric/stats.h"
#include "comm/world/mpi_world.h"

#define TC_PHASE "timing"

typedef struct samples {
  const tc_world *world;
  int works, count;
  double wall_s, cpu_s; /* total wall time and total CPU time, in s, of all timed calls on this rank */
  double seconds[FG_INTERLEAVED_TIMING_WORKS][FG_INTERLEAVED_TIMING_MAX];
} samples;

static tc_status time_work(samples *s, const fg_timed_work *work, double *sample) {
  TC_TRY(TC_MPI(s->world, MPI_Barrier(tc_world_comm(s->world))));
  const double cpu_begin_s = tc_cpu_now_s(), began = tc_now_s();
  TC_TRY(work->work(work->context));
  *sample = tc_now_s() - began;
  s->wall_s += *sample;
  s->cpu_s += fmin(tc_cpu_now_s() - cpu_begin_s, *sample);
  return TC_OK;
}

static tc_status collect_samples(samples *s, const fg_timed_work *work, int repeats, double limit_s) {
  double spent_s = 0.0;
  for (; s->count < repeats && (s->count < FG_INTERLEAVED_TIMING_MIN || spent_s < limit_s); s->count++) {
    for (int i = 0; i < s->works; i++) TC_TRY(time_work(s, &work[i], &s->seconds[i][s->count]));
    spent_s = s->wall_s;
    TC_TRY(tc_world_max(s->world, &spent_s, 1));
  }
  return TC_OK;
}

static tc_status summarise_samples(samples *s, fg_interleaved_timing *out) {
  for (int i = 0; i < s->works; i++) out->s[i] = tc_median(s->seconds[i], (size_t)s->count);
  out->repeats = s->count;
  out->sum_s = out->s[0];
  out->cpu_share = s->cpu_s / s->wall_s;
  TC_TRY(tc_world_max(s->world, out->s, s->works));
  TC_TRY(tc_world_min(s->world, &out->cpu_share, 1));
  return TC_MPI(s->world,
                MPI_Allreduce(MPI_IN_PLACE, &out->sum_s, 1, MPI_DOUBLE, MPI_SUM, tc_world_comm(s->world)));
}

tc_status fg_interleaved_timing_run(const tc_world *world, int works, const fg_timed_work *work, int repeats,
                                    double limit_s, fg_interleaved_timing *out) {
  samples s = {.world = world, .works = works};
  TC_TRY(collect_samples(&s, work, repeats, limit_s));
  return summarise_samples(&s, out);
}
