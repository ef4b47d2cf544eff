/* Samples: the sample files of one or more processes (format: sampler/file_format.h). tcblame report and diff
 * (apps/tcblame/launch/report_input.c) open them, and all other modules read them through a profile. Usage:
 * tb_samples_open, then the profile, then tb_samples_close. The pointers of a tb_sample_file point into its
 * mapped file. */
#ifndef TC_BLAME_SAMPLES_SAMPLES_H
#define TC_BLAME_SAMPLES_SAMPLES_H

#include "base/containers/array.h"
#include "sampler/file_format.h"

/* A process with its mapped file. Records are separated by kind and sorted by time, regions by tag. The
 * reader has checked each record: counts are within their limits, texts end within the record, `outer_tag` <
 * `tag` and `low` < `high`. It has not checked addresses. */
typedef struct tb_sample_file {
  const char *path;
  const ts_file_header *header;
  int samples, regions, allocations, frees, modules, threads, notes;
  const ts_file_sample *const *sample;
  const ts_file_region *const *region;
  const ts_file_allocation *const *allocation;
  const ts_file_free *const *free;
  const ts_file_module *const *module;
  const ts_file_thread *const *thread;
  const ts_file_note *const *note;
  int damaged_blocks; /* number of truncated or invalid blocks, whose records before the damage are used */
} tb_sample_file;

typedef struct tb_samples {
  int processes;
  tb_sample_file *process; /* [processes] sorted by rank, host, pid and start; includes processes without
                              samples, such as shells */
  int empty_files;         /* number of files without a header, which processes leave if the disk is full */
  tc_pool pool;            /* owns all memory and the mapped files */
} tb_samples;

/* Reads all files *.tcb of a directory. A file to which a process still writes is read up to its current
 * size. Errors: TC_INPUT if there is no directory, no sample file or no sample, if a file is invalid or of
 * another version, or if the sampling periods differ; TC_INTERNAL if memory is exhausted. */
tc_status tb_samples_open(const char *folder, tb_samples **out);
void tb_samples_close(tb_samples **samples);

/* List of the paths of the sample files *.tcb of a directory. Set the member `pool`, which owns the texts,
 * before use. tb_sample_paths_list fills the list. Errors: TC_INPUT if the directory cannot be read;
 * TC_INTERNAL if memory is exhausted. */
typedef TC_ARRAY(const char *) tb_sample_paths;
tc_status tb_sample_paths_list(const char *folder, tb_sample_paths *out);

/* Text with advice that ends the error message about a directory without samples. */
extern const char tb_samples_none_advice[];

#endif
