/* Nested centre: the expected value of a job from the values of earlier jobs on the same machine. job_bound.c
 * computes it for ln(measured / forecast time) of each group of phases and for the tail of the steps (mean /
 * median step time, minus 1). There are three levels: all jobs, jobs of the same kind, and the same job. The
 * value of each level is shrunk towards that of the previous level, as if one or two additional jobs had
 * shown no difference between the two levels. The median and a limit on each difference bound the effect of a
 * single disturbed job. Pure. */
#ifndef TC_MODEL_INTERVAL_CENTRE_H
#define TC_MODEL_INTERVAL_CENTRE_H

#include <stdbool.h>

/* Value of one earlier job, from which the centre for a new job is computed. */
typedef struct tc_centre_value {
  double value;      /* such as ln(measured / forecast time); must not be NaN */
  bool is_same_kind; /* true if the job has the scheme and the method of the new job */
  bool is_same_job;  /* true if the earlier job also had the same mesh, ranks and nodes */
} tc_centre_value;

/* Returns the centre of value[count], count <= TC_JOB_RECORDS_MAX. `prior` is the result if there are no
 * values. */
double tc_centre_compute(int count, const tc_centre_value *value, double prior);

#endif
