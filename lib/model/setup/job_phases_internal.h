/* Functions that the files of the job forecast share: one function for each phase, and functions that return
 * the seconds of work at a measured rate. Internal to job_forecast.c, job_work.c, job_phases_*.c and
 * setup_forecast.c. No other module may include this header. Work that does not occur (a count of 0) takes 0
 * s and needs no parameter. All functions are pure. */
#ifndef TC_MODEL_SETUP_JOB_PHASES_INTERNAL_H
#define TC_MODEL_SETUP_JOB_PHASES_INTERNAL_H

#include <math.h>
#include <stddef.h>

#include "model/setup/job_forecast.h"

/* Inputs and result of a forecast. All members are borrowed. */
typedef struct tc_job_model {
  const tc_params *machine;
  const tc_job_counts *counts; /* NULL for the forecast of the launcher (tc_job_launch_s) */
  bool allows_defaults;
  tc_job_forecast *out; /* its members `missing` and `uses_defaults` are set */
} tc_job_model;

/* Return the forecast seconds of a phase: tc_job_phase_start_s, tc_job_phase_import_s, .. NaN if a parameter
 * is missing. */
#define TC_JOB_PHASE(name, group, text) double tc_job_phase_##name##_s(const tc_job_model *m);
#include "base/program/job_phases.def"
#undef TC_JOB_PHASE

/* Returns the value of a machine parameter, or its default if the value is unknown and defaults are allowed.
 * Otherwise returns NaN and stores the number of the parameter in m->out->missing, unless another one is
 * stored there already. */
double tc_job_param(const tc_job_model *m, int param);

/* Does the same as tc_job_param for a parameter whose value is unknown: returns its default or NaN. */
double tc_job_param_or_nan(const tc_job_model *m, int param);

/* Returns the seconds of `count` units of work. `param` is the machine parameter with the seconds of one
 * unit. */
double tc_job_work_s(const tc_job_model *m, double count, int param);

/* Returns the seconds of moving `bytes` bytes. `param` is the machine parameter with the bandwidth in B/s. */
double tc_job_move_s(const tc_job_model *m, double bytes, int param);

/* Returns the extra seconds of touching `bytes` bytes for the first time, in memory or in the system's file
 * cache. The system zeroes or maps each new page, and a hypervisor may have to provide it. */
double tc_job_pages_s(const tc_job_model *m, double bytes);

/* Returns `count` times `seconds`, a time from another model that may be NaN; 0 if `count` is 0. */
double tc_job_repeat_s(double count, double seconds);

/* Returns `rows` times the parameter KIND_SCHEME_row_s, where KIND is `kind` and SCHEME is the job's scheme;
 * NaN if there is no such parameter. */
double tc_job_scheme_s(const tc_job_model *m, double rows, const char *kind);

/* Returns the seconds of work on the field that takes as long as `passes` checks of the field, each of which
 * reads all rows once. */
double tc_job_passes_s(const tc_job_model *m, double passes);

/* Returns the seconds of copying the matrix, without those of touching new pages (tc_job_pages_s). */
double tc_job_copy_s(const tc_job_model *m);

/* Seconds of creating multigrid levels, by stage of the setup (base/ledger/setup_stages.h). */
typedef struct tc_levels_seconds {
  double aggregates_s, coarse_matrices_s;
} tc_levels_seconds;

/* Returns the seconds of creating multigrid levels once, by ranks on `nodes` nodes. Derived here: each part
 * of the setup takes a measured time for each row and each coupling, and the messages and reductions of the
 * aggregation take their measured times. The bytes of messages within a node take no time. */
tc_levels_seconds tc_job_levels_s(const tc_job_model *m, const tc_levels_work *work, int nodes);

/* Returns the seconds of the calls of the speed probe at one moment: before the measurements, before the
 * steps or after them (run/environment/job_probe.c). Calls between steps are negligible. Returns 0 if the
 * machine parameters contain no times of the probe. */
double tc_job_probes_s(const tc_job_model *m);

#endif
