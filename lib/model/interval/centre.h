/* Nested centre: the expected value of a job from the values of earlier jobs on the same machine. It is
 * computed for the logarithms of measured / forecast of each group and for the tail of the steps
 * (job_bound.h). The value of each level is shrunk towards that of the previous level, as if one or two
 * additional jobs had shown no difference between the two levels. The median and the clip limit the effect of
 * a single disturbed job. Pure. */
#ifndef TC_MODEL_INTERVAL_CENTRE_H
#define TC_MODEL_INTERVAL_CENTRE_H

#include <stdbool.h>

/* Value of one earlier job. */
typedef struct tc_centre_value {
  double value;      /* not NaN */
  bool is_same_kind; /* true if the job has the scheme and the method of the new job */
  bool is_same_job;  /* true if the earlier job also had the same mesh, ranks and nodes */
} tc_centre_value;

/* Returns the centre of value[count], count <= TC_JOB_RECORDS_MAX. `prior` is the centre without values. */
double tc_centre_compute(int count, const tc_centre_value *value, double prior);

#endif
