/* Counts the values per cell that a checkpoint contains. The estimate of the disk space
 * (run/outputs/disk_requirements.h) and the forecast of the job's time (job_counts.h) call the function
 * before the run. Pure. */
#ifndef TC_RUN_PLAN_CHECKPOINT_VALUES_H
#define TC_RUN_PLAN_CHECKPOINT_VALUES_H

#include "io/config/config.h"

/* Range of the number of values per cell. */
typedef struct tc_checkpoint_values {
  int min, max; /* smallest and largest number of values of 8 bytes per cell; the number depends on the step
                   of the checkpoint */
} tc_checkpoint_values;

/* Returns the range for runs with this config. */
tc_checkpoint_values tc_checkpoint_values_count(const tc_config *config);

#endif
