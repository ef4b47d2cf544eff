/* Simulated worlds, which are models of a machine and its users. A world produces sequences of jobs whose
 * forecasts have random errors, and computes the bound of each job from the jobs before it. Used by
 * test_interval_worlds.c and test_interval_replay.c. A world has 4 kinds of jobs and 12 meshes. The
 * logarithms of the job lengths are uniformly distributed, and the pauses between jobs take 300 s on average.
 * The random numbers come from a hash, so the sequences are the same in each run. */
#ifndef TC_TESTS_MODEL_WORLDS_H
#define TC_TESTS_MODEL_WORLDS_H

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "base/numeric/hash.h"
#include "model/interval/job_bound.h"

enum { WORLD_JOBS = 200, WORLD_KINDS = 4, WORLD_MESHES = 12 };

typedef enum world_kind { WORLD_CALM, WORLD_SPELLS, WORLD_DRIFT, WORLD_MIX, WORLD_COUNT } world_kind;

static const char *const world_names[WORLD_COUNT] = {"calm", "spells", "drift", "mix"};

static const int64_t world_start = 1764000000; /* start of each sequence, in seconds since 1970 */

typedef struct world_random {
  uint64_t state;
} world_random;

/* Returns a uniformly distributed number between 0 and 1, both excluded. */
static inline double world_uniform(world_random *random) {
  random->state = tc_hash_mix(random->state + 0x9e3779b97f4a7c15u);
  return ((double)(random->state >> 12) + 0.5) * 0x1p-52;
}

static inline double world_normal(world_random *random) {
  const double radius = sqrt(-2.0 * log(world_uniform(random)));
  return radius * cos(2.0 * acos(-1.0) * world_uniform(random));
}

static inline double world_exponential(world_random *random, double mean) {
  return -mean * log(world_uniform(random));
}

/* Host whose speed changes at random times if has_spells is true. Until the time change_s, work takes
 * `factor` times as long as on an undisturbed host. */
typedef struct world_host {
  bool has_spells, is_slow;
  double factor, now_s, change_s;
} world_host;

static inline void world_host_change(world_host *host, world_random *random) {
  host->now_s = host->change_s;
  host->is_slow = !host->is_slow;
  host->factor = host->is_slow ? 1.2 + 0.7 * world_uniform(random) : 1.0;
  host->change_s += world_exponential(random, host->is_slow ? 600.0 : 3000.0);
}

static inline world_host world_host_create(bool has_spells, world_random *random) {
  world_host host = {.has_spells = has_spells, .factor = 1.0, .is_slow = true};
  if (has_spells)
    world_host_change(&host, random);
  else
    host.change_s = 1e300;
  return host;
}

/* Runs work that takes `work_s` seconds on an undisturbed host, and returns the seconds that it takes on this
 * host. */
static inline double world_host_run(world_host *host, world_random *random, double work_s) {
  const double begin_s = host->now_s;
  while (host->now_s + work_s * host->factor > host->change_s) {
    work_s -= (host->change_s - host->now_s) / host->factor;
    world_host_change(host, random);
  }
  host->now_s += work_s * host->factor;
  return host->now_s - begin_s;
}

/* Advances the host by `pause_s` seconds. */
static inline void world_host_pause(world_host *host, world_random *random, double pause_s) {
  const double end_s = host->now_s + pause_s;
  while (end_s > host->change_s) world_host_change(host, random);
  host->now_s = end_s;
}

/* Logarithms of the constant parts of the forecast errors in a sequence. One part is common to all jobs, one
 * to each kind of job, and one to each mesh. */
typedef struct world_errors {
  double machine, kind[WORLD_KINDS], mesh[WORLD_MESHES];
} world_errors;

static inline world_errors world_errors_create(world_random *random) {
  world_errors errors = {.machine = 0.15 * world_normal(random)};
  for (int k = 0; k < WORLD_KINDS; k++) errors.kind[k] = 0.12 * world_normal(random);
  for (int m = 0; m < WORLD_MESHES; m++) errors.mesh[m] = 0.10 * world_normal(random);
  return errors;
}

static inline tc_job_key world_key(int kind, int mesh) {
  tc_job_key key = {.mesh_hash = (uint64_t)(mesh / 3 + 1), .nodes = 1, .ranks = 1 << mesh % 3, .threads = 1};
  strcpy(key.scheme, kind % 2 ? "gradient" : "two-point");
  strcpy(key.method, kind / 2 ? "implicit" : "euler");
  return key;
}

/* Returns the record of a job that took `measured_s` and for which `bound` was computed before its start. */
static inline tc_job_record world_record(const world_host *host, const tc_job_question *question,
                                         const tc_job_bound *bound, double measured_s) {
  tc_job_record record = {.end_time = world_start + (int64_t)host->now_s,
                          .version = TC_JOB_RECORD_VERSION,
                          .key = question->key,
                          .score = tc_job_score(measured_s, bound->median_s),
                          .score_now = NAN,
                          .steps_now_s = NAN,
                          .level = bound->level,
                          .bound_s = bound->bound_s,
                          .alpha = tc_job_alpha_next(bound->alpha, bound->level, measured_s > bound->bound_s),
                          .tail = NAN};
  memcpy(record.forecast_s, question->forecast_s, sizeof record.forecast_s);
  record.measured_s[TC_JOB_GROUP_steps] = measured_s;
  return record;
}

/* Simulates one sequence of jobs in a world and fills in record[WORLD_JOBS]. */
static inline void world_simulate(world_kind world, int sequence, tc_job_record *record) {
  world_random random = {tc_hash_mix((uint64_t)world * 1000 + (uint64_t)sequence + 1)};
  const world_errors errors = world_errors_create(&random);
  world_host host = world_host_create(world == WORLD_SPELLS || world == WORLD_MIX, &random);
  for (int i = 0; i < WORLD_JOBS; i++) {
    const bool is_single = world == WORLD_MIX && i < 60;
    const int kind = is_single ? 0 : (int)(WORLD_KINDS * world_uniform(&random)),
              mesh = is_single ? 0 : (int)(WORLD_MESHES * world_uniform(&random));
    tc_job_question question = {.key = world_key(kind, mesh), .level = 0.95};
    tc_job_bound bound;
    const double forecast_s = 20.0 * exp(log(43200.0 / 20.0) * world_uniform(&random)),
                 error = errors.machine + errors.kind[kind] + errors.mesh[mesh] +
                         0.10 * world_normal(&random) + (world == WORLD_DRIFT && i >= 100 ? log(1.3) : 0.0);
    question.forecast_s[TC_JOB_GROUP_steps] = forecast_s;
    tc_job_bound_compute(i, record, world_start + (int64_t)host.now_s, &question, &bound);
    const double measured_s = world_host_run(&host, &random, forecast_s * exp(error));
    record[i] = world_record(&host, &question, &bound, measured_s);
    world_host_pause(&host, &random, world_exponential(&random, 300.0));
  }
}

#endif
