/* Number of values per cell in a checkpoint. The estimate of the disk space (run/outputs/disk_requirements.h)
 * and the forecast of the job (job_counts.h) call the function before the run. Pure. */
#ifndef TC_RUN_PLAN_CHECKPOINT_VALUES_H
#define TC_RUN_PLAN_CHECKPOINT_VALUES_H

#include "io/config/config.h"

typedef struct tc_checkpoint_values {
  int min, max; /* fewest and most values of 8 bytes per cell, depending on the step of the checkpoint */
} tc_checkpoint_values;

tc_checkpoint_values tc_checkpoint_values_count(const tc_config *config);

#endif
