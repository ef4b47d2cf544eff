#include "machine/calibrate.h"

#include <math.h>
#include <omp.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

#include "base/memory.h"
#include "machine/bench_barrier.h"
#include "machine/bench_copy.h"
#include "machine/bench_pingpong.h"
#include "machine/bench_product.h"
#include "machine/bench_random_get.h"
#include "machine/bench_stream.h"
#include "machine/far.h"

enum { smallest_B = 1 << 20, careful_B = 192 << 20, indexed_B = 16 << 20, message_B = 4 << 20 };

/* Up to where each goes: beyond the caches of ordinary machines, and beyond those of any. */
static const double largest_B[] = {[TC_CALIBRATE_QUICK] = 96 << 20, [TC_CALIBRATE_THOROUGH] = 512 << 20};
static const tc_effort efforts[] =
    {[TC_CALIBRATE_QUICK] = {5, 1e-3, 0.02}, [TC_CALIBRATE_THOROUGH] = {15, 30e-3, 1.0}};
static const tc_effort careful = {15, 4e-3, 0.5};

/* One calibration on its way. */
typedef struct calibration {
  tc_bench bench;
  const tc_log *log;
  tc_log_level progress; /* of the log that hears how far it is */
  tc_machine *machine;
} calibration;

/* Notes an estimate as value and spread number `w` of a parameter. */
static void keep(calibration *c, int param, int w, tc_estimate estimate) {
  tc_param_at(&c->machine->params, param)[w] = estimate.value;
  tc_param_at(&c->machine->spread, param)[w] = estimate.spread;
  tc_log_note(c->log, TC_LOG_VERBOSE, "%-40s %10.4g (spread %.0f %%)", tc_param_name(param), estimate.value,
              100.0 * estimate.spread);
}

#define KEEP(c, name, estimate) keep(c, TC_PARAM_##name, 0, estimate)

/* Collective. A working set as `wanted`, but beyond 4 MiB all ranks of a node together take at most an eighth
 * of its memory. */
static tc_status limit_working_set(const tc_world *world, double wanted, double *bytes) {
  const double memory = (double)sysconf(_SC_PHYS_PAGES) * (double)sysconf(_SC_PAGESIZE);
  *bytes = fmin(wanted, fmax(4.0 * smallest_B, memory / 8.0 / tc_far_most_on_node(world)));
  return tc_world_min(world, bytes, 1);
}

/* Working sets from smallest_B to most, in equal ratios. */
static void choose_working_sets(double most, double *bytes) {
  for (int w = 0; w < TC_WORKING_SETS; w++)
    bytes[w] = floor(smallest_B * pow(most / smallest_B, (double)w / (TC_WORKING_SETS - 1)));
}

/* Collective. The least share of the time that a rank had its core; 0, not known, where threads are more than
 * cores and take turns. That may be so on some nodes only, so ranks agree: what follows from it is
 * collective. */
static tc_status note_core_share(calibration *c) {
  const long threads = (long)tc_far_most_on_node(c->bench.world) * omp_get_max_threads();
  c->machine->cpu_share = threads > sysconf(_SC_NPROCESSORS_ONLN) ? 0.0 : c->bench.cpu_share;
  return tc_world_min(c->bench.world, &c->machine->cpu_share, 1);
}

/* Rows of one width, for one working set. A row through pointers costs no less than a plain one: on a crowded
 * machine the barrier that is taken off may take longer than all its rows, and nothing would be left. */
static tc_status measure_width(calibration *c, int w, int width) {
  const size_t bytes = (size_t)c->machine->params.working_set_B[w];
  tc_estimate row, pointer;
  TC_TRY(tc_bench_row(&c->bench, width, bytes, &row));
  keep(c, width == 4 ? TC_PARAM_row4_s : TC_PARAM_row16_s, w, row);
  if (tc_far_most_on_node(c->bench.world) == 1) return TC_OK;
  TC_TRY(tc_bench_pointer_row(&c->bench, width, bytes, c->machine->params.node_barrier_s, &pointer));
  pointer.value = fmax(pointer.value, row.value);
  keep(c, width == 4 ? TC_PARAM_pointer_row4_s : TC_PARAM_pointer_row16_s, w, pointer);
  return TC_OK;
}

/* What else lies in memory and caches. */
static tc_status measure_values(calibration *c, int w) {
  const size_t bytes = (size_t)c->machine->params.working_set_B[w];
  tc_estimate e;
  TC_TRY(tc_bench_stream(&c->bench, bytes, true, &e));
  keep(c, TC_PARAM_stream_Bps, w, e);
  TC_TRY(tc_bench_copy(&c->bench, bytes, &e));
  keep(c, TC_PARAM_copy_s, w, e);
  return TC_OK;
}

static tc_status measure_working_set(calibration *c, int w) {
  tc_log_note(c->log, c->progress, "working set %d of %d: %.3g MB a rank", TC_WORKING_SETS - w,
              (int)TC_WORKING_SETS, 1e-6 * c->machine->params.working_set_B[w]);
  TC_TRY(measure_values(c, w));
  TC_TRY(measure_width(c, w, 4));
  return measure_width(c, w, 16);
}

static tc_status measure_node(calibration *c) {
  tc_params *p = &c->machine->params;
  const size_t largest = (size_t)p->working_set_B[TC_WORKING_SETS - 1];
  tc_estimate node_s, world_s, e;
  TC_TRY(tc_bench_stream(&c->bench, largest, tc_far_index(c->bench.world) == 0, &e));
  KEEP(c, lone_bandwidth_Bps, e);
  TC_TRY(tc_bench_barriers(&c->bench, &node_s, &world_s));
  KEEP(c, node_barrier_s, node_s);
  if (c->bench.world->near_groups > 1) {
    /* Of two nodes: each doubling of the nodes costs as much again (model/refined.c). */
    const double doublings = ceil(log2(c->bench.world->near_groups));
    KEEP(c, remote_barrier_s, tc_estimate_each(doublings, tc_estimate_beyond(world_s, node_s)));
  }
  /* Long measurements first: until they are done the system has found a core for each rank. */
  for (int w = TC_WORKING_SETS - 1; w >= 0; w--) TC_TRY(measure_working_set(c, w));
  KEEP(c, private_bandwidth_Bps,
       ((tc_estimate){p->stream_Bps[TC_WORKING_SETS - 1],
                      c->machine->spread.stream_Bps[TC_WORKING_SETS - 1]}));
  TC_TRY(tc_bench_pack(&c->bench, indexed_B, &e));
  KEEP(c, pack_s, e);
  TC_TRY(tc_bench_unpack(&c->bench, indexed_B, &e));
  KEEP(c, unpack_s, e);
  KEEP(c, cache_line_B, ((tc_estimate){tc_cache_line_B(), 0.0}));
  return TC_OK;
}

/* What each rank reads: 512 KiB, less where many share the node and its /dev/shm. */
static size_t exchange_B(const tc_world *world) {
  const int most = tc_far_most_on_node(world);
  return message_B / 8 / (size_t)(most > 8 ? 8 : most);
}

static tc_status measure_network(calibration *c) {
  tc_estimate e;
  if (c->bench.world->near_groups < 2) return TC_OK;
  tc_log_note(c->log, c->progress, "network");
  /* Networks are less steady than memory: more repeats, and longer ones. */
  c->bench.waits = true;
  c->bench.effort.repeats *= 2;
  c->bench.effort.repeat_s *= 3.0;
  TC_TRY(tc_bench_pingpong(&c->bench, message_B, &e));
  KEEP(c, remote_bandwidth_Bps, e);
  TC_TRY(tc_bench_exchange(&c->bench, exchange_B(c->bench.world), &e));
  KEEP(c, exchange_bandwidth_Bps, e);
  TC_TRY(tc_bench_random_get(&c->bench, &e));
  KEEP(c, remote_latency_s, e);
  TC_TRY(tc_bench_message(&c->bench, &e));
  KEEP(c, message_s, e);
  return TC_OK;
}

/* Host, date and shape, as rank 0 sees them. */
static tc_status describe(const tc_world *world, tc_machine *machine) {
  const time_t now = time(NULL);
  struct tm utc;
  machine->nodes = world->near_groups;
  machine->ranks_per_node = tc_far_most_on_node(world);
  machine->threads = omp_get_max_threads();
  gethostname(machine->host, sizeof machine->host - 1);
  if (gmtime_r(&now, &utc)) strftime(machine->date, sizeof machine->date, "%Y-%m-%dT%H:%M:%SZ", &utc);
  snprintf(machine->source, sizeof machine->source, "%s",
           tc_machine_was_busy(machine) ? TC_MACHINE_MEASURED_BUSY : TC_MACHINE_MEASURED);
  snprintf(machine->name, sizeof machine->name, "%.200s", machine->host);
  return TC_MPI(MPI_Bcast(machine, (int)sizeof *machine, MPI_BYTE, 0, world->comm));
}

static tc_status measure(calibration *c) {
  TC_TRY(measure_node(c));
  TC_TRY(note_core_share(c)); /* waiting for a network is no sign of a busy machine */
  TC_TRY(measure_network(c));
  return describe(c->bench.world, c->machine);
}

tc_status tc_calibrate(const tc_world *world, tc_thoroughness thoroughness, const tc_log *log,
                       tc_machine *out) {
  tc_machine machine = {0};
  calibration c = {.log = log, .machine = &machine};
  c.progress = thoroughness == TC_CALIBRATE_THOROUGH ? TC_LOG_NORMAL : TC_LOG_VERBOSE;
  double most;
  TC_TRY(limit_working_set(world, largest_B[thoroughness], &most));
  choose_working_sets(most, machine.params.working_set_B);
  TC_TRY(tc_bench_open(world, efforts[thoroughness], (size_t)most, &c.bench));
  tc_status status = measure(&c);
  tc_bench_close(&c.bench);
  tc_memory_forget_peak();
  if (!status) *out = machine;
  return status;
}

/* The working set that lies nearest, by ratio. */
static int nearest(const double *working_set, double bytes) {
  int best = 0;
  for (int w = 1; w < TC_WORKING_SETS; w++)
    if (fabs(log(working_set[w] / bytes)) < fabs(log(working_set[best] / bytes))) best = w;
  return best;
}

/* Repeats that differ by more than this tell of a disturbance rather than of the machine: then it is tried
 * again, and the calmest of several attempts counts. */
static const double disturbed = 0.5;
enum { most_attempts = 3 };

static tc_status measure_again(calibration *c, int w, int width, double bytes) {
  c->machine->params.working_set_B[w] = floor(bytes);
  TC_TRY(measure_values(c, w));
  return measure_width(c, w, width <= 4 ? 4 : 16);
}

static double unrest(const tc_machine *machine, int w, int width) {
  const tc_params *spread = &machine->spread;
  return fmax(spread->stream_Bps[w], width <= 4 ? spread->row4_s[w] : spread->row16_s[w]);
}

static tc_status measure_calmly(calibration *c, int w, int width, double bytes) {
  const tc_machine before = *c->machine;
  tc_machine calmest;
  for (int attempt = 0; attempt < most_attempts; attempt++) {
    *c->machine = before;
    TC_TRY(measure_again(c, w, width, bytes));
    if (attempt == 0 || unrest(c->machine, w, width) < unrest(&calmest, w, width)) calmest = *c->machine;
    if (unrest(&calmest, w, width) < disturbed) break;
  }
  *c->machine = calmest;
  return TC_OK;
}

tc_status tc_calibrate_working_set(const tc_world *world, double bytes, int width, const tc_log *log,
                                   tc_machine *machine, double *then_over_now) {
  tc_params *p = &machine->params;
  calibration c = {.log = log, .machine = machine};
  TC_TRY(limit_working_set(world, fmax(smallest_B, fmin(bytes, careful_B)), &bytes));
  const int w = nearest(p->working_set_B, bytes);
  const double then = tc_params_curve(p, p->stream_Bps, bytes);
  TC_TRY(tc_bench_open(world, careful, (size_t)bytes, &c.bench));
  tc_status status = measure_calmly(&c, w, width, bytes);
  if (!status) status = note_core_share(&c);
  tc_bench_close(&c.bench);
  tc_memory_forget_peak();
  *then_over_now = then / p->stream_Bps[w];
  return status;
}
