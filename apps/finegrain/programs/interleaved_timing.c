#include "programs/interleaved_timing.h"

#include <math.h>

#include "base/core/timer.h"
#include "base/numeric/stats.h"
#include "comm/world/mpi_world.h"

#define TC_PHASE "timing"

typedef struct samples {
  const tc_world *world;
  int works, count;
  double wanted_s, had_s; /* total wall time and CPU time of all timed calls on this rank */
  double of[FG_TURNS_WORKS][FG_TURNS_REPEATS];
} samples;

static tc_status time_once(samples *s, const fg_timed_work *turn, double *sample) {
  TC_TRY(TC_MPI(s->world, MPI_Barrier(tc_world_comm(s->world))));
  const double had = tc_cpu_now_s(), began = tc_now_s();
  TC_TRY(turn->work(turn->context));
  *sample = tc_now_s() - began;
  s->wanted_s += *sample;
  s->had_s += fmin(tc_cpu_now_s() - had, *sample);
  return TC_OK;
}

static tc_status collect_samples(samples *s, const fg_timed_work *turn, int repeats, double enough_s) {
  double spent_s = 0.0;
  for (; s->count < repeats && (s->count < FG_INTERLEAVED_TIMING_MIN || spent_s < enough_s); s->count++) {
    for (int i = 0; i < s->works; i++) TC_TRY(time_once(s, &turn[i], &s->of[i][s->count]));
    spent_s = s->wanted_s;
    TC_TRY(tc_world_max(s->world, &spent_s, 1));
  }
  return TC_OK;
}

static tc_status summarise_samples(samples *s, fg_interleaved_timing *out) {
  for (int i = 0; i < s->works; i++) out->s[i] = tc_median(s->of[i], (size_t)s->count);
  out->repeats = s->count;
  out->sum_s = out->s[0];
  out->cpu_share = s->had_s / s->wanted_s;
  TC_TRY(tc_world_max(s->world, out->s, s->works));
  TC_TRY(tc_world_min(s->world, &out->cpu_share, 1));
  return TC_MPI(s->world,
                MPI_Allreduce(MPI_IN_PLACE, &out->sum_s, 1, MPI_DOUBLE, MPI_SUM, tc_world_comm(s->world)));
}

tc_status fg_interleaved_timing_run(const tc_world *world, int works, const fg_timed_work *turn, int repeats,
                                    double enough_s, fg_interleaved_timing *out) {
  samples s = {.world = world, .works = works};
  TC_TRY(collect_samples(&s, turn, repeats, enough_s));
  return summarise_samples(&s, out);
}
