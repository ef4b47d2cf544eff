/* What a run has left, by the headers of its files alone. */
#ifndef TC_BLAME_SAMPLES_SAMPLE_FOLDER_H
#define TC_BLAME_SAMPLES_SAMPLE_FOLDER_H

#include <stdbool.h>
#include <stdint.h>

#include "base/core/status.h"

typedef struct tc_harvest {
  int files, processes; /* processes: with samples */
  int empty;            /* files of processes that had no room on the disk at all */
  int64_t samples, lost;
} tc_harvest;

/* Counts, and removes the files of processes that ended without a sample and had no child with one. Errors:
 * TC_INPUT: the folder cannot be read. */
tc_status tc_harvest_count(const char *folder, tc_harvest *out);

/* Removes all files of samples. *found: how many there were; remove false: only counts them. Errors:
 * TC_INPUT: the folder cannot be read; TC_OUTPUT: a file cannot be removed. */
tc_status tc_harvest_clear(const char *folder, bool remove, int *found);

#endif
