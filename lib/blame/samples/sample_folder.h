/* What a run has left, by the headers of its files alone. */
#ifndef TC_BLAME_SAMPLES_SAMPLE_FOLDER_H
#define TC_BLAME_SAMPLES_SAMPLE_FOLDER_H

#include <stdbool.h>
#include <stdint.h>

#include "base/core/status.h"

typedef struct tb_sample_folder {
  int files, processes; /* processes: with samples */
  int empty;            /* files of processes that had no room on the disk at all */
  int64_t samples, lost;
} tb_sample_folder;

/* Counts, and removes the files of processes that ended without a sample and had no child with one. Errors:
 * TC_INPUT: the folder cannot be read. */
tc_status tb_sample_folder_count(const char *folder, tb_sample_folder *out);

/* Removes all files of samples. *found: how many there were; remove false: only counts them. Errors:
 * TC_INPUT: the folder cannot be read; TC_OUTPUT: a file cannot be removed. */
tc_status tb_sample_folder_remove_files(const char *folder, bool remove, int *found);

#endif
