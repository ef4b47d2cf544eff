/* Forecast record: forecast and measured seconds of one finished job. The bounds of later jobs on the same
 * machine are computed from such records (job_bound.h). io/machine/job_records.h stores them in a file. Plain
 * data; no MPI, no clock. */
#ifndef TC_MODEL_INTERVAL_JOB_RECORD_H
#define TC_MODEL_INTERVAL_JOB_RECORD_H

#include <stdint.h>

#include "base/program/job_phases.h"

/* Version of the models of the phases. Each change of a formula in model/setup/job_phases_*.c or of the list
 * of groups increases it. Records of other versions are ignored. */
enum { TC_JOB_RECORD_VERSION = 4 };

enum {
  TC_JOB_RECORDS_MAX = 256,     /* largest number of records that a bound uses */
  TC_JOB_RECORD_AGE_DAYS = 180, /* age in days beyond which a record is not used */
  /* a record is not used if its end time is more than these seconds after the present time, because a clock
   * was wrong */
  TC_JOB_RECORD_CLOCK_S = 3600,
  TC_JOB_MARKS = 4, /* number of marks, which are shares of the steps at which a run records its remaining
                       time */
  TC_JOB_NAME_SIZE = 24
};

/* The marks: shares of the steps at which tc_job_record.remaining is recorded. */
static const double tc_job_mark_share[TC_JOB_MARKS] = {0.1, 0.25, 0.5, 0.75};

/* Properties by which jobs are compared. Jobs with the same scheme and method are of the same kind. Jobs of
 * the same kind with the same mesh and the same numbers of ranks and nodes count as the same job. */
typedef struct tc_job_key {
  uint64_t mesh_hash;
  int nodes, ranks, threads;
  char scheme[TC_JOB_NAME_SIZE], method[TC_JOB_NAME_SIZE];
} tc_job_key;

/* A record. Times are in seconds. NaN means unknown. All forecasts are results of the model, before they are
 * corrected by earlier records. */
typedef struct tc_job_record {
  int64_t end_time; /* end of the job in seconds since 1970, UTC */
  int version;      /* TC_JOB_RECORD_VERSION of the program that wrote the record */
  tc_job_key key;
  int64_t cells, steps; /* number of cells of the mesh, and of steps that this job made */
  char strategy[TC_JOB_NAME_SIZE], storage[TC_JOB_NAME_SIZE];
  int outcome; /* exit code: 0, or 75 if the job was interrupted and can be resumed */
  /* Forecast and measured seconds of each group of phases. The forecast uses the machine parameters that were
   * known before the run measured any, as the commands predict and quote do. All of forecast_s is NaN if no
   * parameters were known. */
  double forecast_s[TC_JOB_GROUP_COUNT];
  double measured_s[TC_JOB_GROUP_COUNT];
  /* ln((measured + 0.5 s) / (corrected forecast + 0.5 s)) of the whole job. The forecast is corrected with
   * the records that existed at the start of the job */
  double score;
  /* Forecast of the group `steps` with the parameters that the run itself measured, and the score of the job
   * with this forecast. */
  double steps_now_s, score_now;
  double level;   /* probability that the job does not exceed its bound */
  double bound_s; /* bound of the whole job that was reported at its start */
  /* self-corrected error probability after this job (member alpha of tc_job_bound, job_bound.h) */
  double alpha;
  double tail; /* mean / median of the time of a step, minus 1 */
  /* time of the speed probe during the run, divided by its time when the machine was measured */
  double probe;
  double cpu_share;               /* processor time / (wall time x threads) of the ranks during the steps */
  double remaining[TC_JOB_MARKS]; /* ln(true / displayed remaining time) at each mark */
} tc_job_record;

#endif
