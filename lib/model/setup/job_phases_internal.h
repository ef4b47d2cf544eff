/* Parts of the forecast of a job that its files share: a function for each phase, and seconds of work at a
 * measured rate. Internal to job_forecast.c, job_work.c, job_phases_*.c and setup_forecast.c. No other module
 * may include this header. Work that does not occur takes 0 s and needs no parameter. All functions are pure.
 */
#ifndef TC_MODEL_SETUP_JOB_PHASES_INTERNAL_H
#define TC_MODEL_SETUP_JOB_PHASES_INTERNAL_H

#include <math.h>
#include <stddef.h>

#include "model/setup/job_forecast.h"

/* Inputs and result of a forecast. All members are borrowed. */
typedef struct tc_job_model {
  const tc_params *machine;
  const tc_job_counts *counts; /* NULL for the launcher, which has no phase */
  bool allows_defaults;
  tc_job_forecast *out; /* receives the first missing parameter and the use of defaults */
} tc_job_model;

/* Return the forecast seconds of a phase: tc_job_phase_start_s, tc_job_phase_import_s, .. NaN if a parameter
 * is missing. */
#define TC_JOB_PHASE(name, group, text) double tc_job_phase_##name##_s(const tc_job_model *m);
#include "base/program/job_phases.def"
#undef TC_JOB_PHASE

/* Returns the value of a parameter on the machine, else its default. If both are unknown, returns NaN, and
 * the parameter is the missing one of the forecast unless an earlier one is. */
double tc_job_param(const tc_job_model *m, int param);

/* Does the same with the default value of the parameter. */
double tc_job_param_or_nan(const tc_job_model *m, int param);

/* Returns the seconds of `count` units of work; `param` is the time of a unit. */
double tc_job_work_s(const tc_job_model *m, double count, int param);

/* Returns the seconds of moving `bytes`; `param` is a bandwidth. */
double tc_job_move_s(const tc_job_model *m, double bytes, int param);

/* Returns the seconds of the pages of `bytes` that the job touches first: of memory, or of a file in the
 * cache of the system. The system zeroes or maps each page, and a hypervisor may have to provide it. */
double tc_job_pages_s(const tc_job_model *m, double bytes);

/* Returns the seconds of `count` repetitions of a time from another model, which may be NaN. */
double tc_job_repeat_s(double count, double seconds);

/* Returns the seconds of `rows` rows at the parameter KIND_SCHEME_row_s of the job's scheme; NaN if there is
 * no such parameter. */
double tc_job_scheme_s(const tc_job_model *m, double rows, const char *kind);

/* Returns the seconds of work on the field that takes as long as a number of passes of a check. */
double tc_job_passes_s(const tc_job_model *m, double passes);

/* Returns the seconds of a copy of the matrix into memory whose pages are counted elsewhere. */
double tc_job_copy_s(const tc_job_model *m);

/* Seconds of creating multigrid levels, by stage of the setup (base/ledger/setup_stages.h). */
typedef struct tc_levels_seconds {
  double aggregates_s, coarse_matrices_s;
} tc_levels_seconds;

/* Returns the seconds of creating multigrid levels once, by ranks on `nodes` nodes. Derived here: each part
 * of the setup takes a time for each row and coupling, and the messages and reductions of the aggregation
 * take their measured times. Messages within a node take no time for their bytes. */
tc_levels_seconds tc_job_levels_s(const tc_job_model *m, const tc_levels_work *work, int nodes);

/* Returns the seconds of the calls of the speed probe at one moment: before the measurements, before the
 * steps or after them (run/environment/job_probe.c). Calls between steps are negligible. A machine without
 * times of the probe has no calls. */
double tc_job_probes_s(const tc_job_model *m);

#endif
