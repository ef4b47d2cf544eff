/* Tests how often the bounds of jobs hold (the job stays below its bound) and how wide they are, in simulated
 * worlds (worlds.h). By default 8 sequences of each world are simulated. The limits are valid for 100
 * sequences, which the test model/interval_worlds_all simulates (TETRACAST_SEQUENCES=100). */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/numeric/stats.h"
#include "model/interval/worlds.h"

enum { SEQUENCES_MAX = 400 };

/* Limits for each world: the range of the mean percentage of held bounds of all jobs, the smallest mean
 * percentages of jobs 101 to 120 and of jobs 101 to 200, and the largest median of bound / measured. */
static const struct {
  double held_min, held_max, changed_min, after_min, width_max;
} limits[WORLD_COUNT] = {{94.0, 97.5, 0.0, 94.0, 1.28},
                         {94.0, 97.5, 0.0, 94.0, 1.56},
                         {0.0, 100.0, 80.0, 93.0, HUGE_VAL},
                         {94.0, 97.5, 0.0, 94.0, 1.56}};

/* Results of all sequences of one world. held, changed and after are the percentages of held bounds of all
 * jobs, of jobs 101 to 120 and of jobs 101 to 200. */
typedef struct world_result {
  double held, changed, after; /* percentages of held bounds */
  int poor;                    /* sequences in which fewer than 90 of the jobs 101 to 200 held */
  double width;                /* median of bound / measured */
} world_result;

static int count_sequences(void) {
  const char *text = getenv("TETRACAST_SEQUENCES");
  const int count = text ? atoi(text) : 8;
  cr_assert(count > 0 && count <= SEQUENCES_MAX);
  return count;
}

static int count_held(const tc_job_record *record, int from, int end) {
  int held = 0;
  for (int i = from; i < end; i++) held += record[i].measured_s[TC_JOB_GROUP_steps] <= record[i].bound_s;
  return held;
}

static world_result simulate_world(world_kind world, int sequences) {
  static tc_job_record record[WORLD_JOBS];
  static double width[SEQUENCES_MAX * WORLD_JOBS];
  world_result result = {0};
  for (int s = 0; s < sequences; s++) {
    world_simulate(world, s, record);
    const int after = count_held(record, 100, WORLD_JOBS);
    result.held += count_held(record, 0, WORLD_JOBS) * 100.0 / WORLD_JOBS / sequences;
    result.changed += count_held(record, 100, 120) * 5.0 / sequences;
    result.after += (double)after / sequences;
    result.poor += after < 90;
    for (int i = 0; i < WORLD_JOBS; i++)
      width[s * WORLD_JOBS + i] = record[i].bound_s / record[i].measured_s[TC_JOB_GROUP_steps];
  }
  result.width = tc_median(width, (size_t)(sequences * WORLD_JOBS));
  return result;
}

static void expect_promise(world_kind world) {
  const int sequences = count_sequences();
  const world_result r = simulate_world(world, sequences);
  const char *name = world_names[world];
  fprintf(stderr,
          "%s: held %.1f %%, jobs 101 to 120 %.1f %%, 101 to 200 %.1f %%, %d poor, bound / measured %.3f\n",
          name, r.held, r.changed, r.after, r.poor, r.width);
  cr_expect(r.held >= limits[world].held_min && r.held <= limits[world].held_max, "%s: held %g %%", name,
            r.held);
  cr_expect(r.changed >= limits[world].changed_min, "%s: jobs 101 to 120 held %g %%", name, r.changed);
  cr_expect(r.after >= limits[world].after_min, "%s: jobs 101 to 200 held %g %%", name, r.after);
  cr_expect(20 * r.poor <= sequences, "%s: %d of %d sequences held in less than 90 %%", name, r.poor,
            sequences);
  cr_expect(r.width <= limits[world].width_max, "%s: median of bound / measured %g", name, r.width);
}

Test(interval_worlds, calm) { expect_promise(WORLD_CALM); }

Test(interval_worlds, spells) { expect_promise(WORLD_SPELLS); }

Test(interval_worlds, drift) { expect_promise(WORLD_DRIFT); }

Test(interval_worlds, mix) { expect_promise(WORLD_MIX); }
