/* Summary of a directory of samples. Only the headers of its files are read. Called by tcblame run
 * (apps/tcblame/commands/cmd_run.c and launch/output_folder.c) before and after the program runs. */
#ifndef TC_BLAME_SAMPLES_SAMPLE_FOLDER_H
#define TC_BLAME_SAMPLES_SAMPLE_FOLDER_H

#include <stdbool.h>
#include <stdint.h>

#include "base/core/status.h"

typedef struct tb_sample_folder {
  int files, processes; /* `files`: number of files; `processes`: number of processes that have samples */
  int empty_files;      /* number of empty files, which processes leave if the disk is full */
  int64_t samples, lost;
} tb_sample_folder;

/* Counts the files and their samples. Removes the files of processes that have ended without samples. Retains
 * such a file if a child of the process has samples. Errors: TC_INPUT if the directory cannot be read;
 * TC_INTERNAL if memory is exhausted. */
tc_status tb_sample_folder_count(const char *folder, tb_sample_folder *out);

/* Removes all sample files if `remove` is true. Sets *found to the number of sample files in either case.
 * Errors: TC_INPUT if the directory cannot be read; TC_OUTPUT if a file cannot be removed. */
tc_status tb_sample_folder_remove_files(const char *folder, bool remove, int *found);

#endif
