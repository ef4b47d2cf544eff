/* Reads all sample files of a directory (see samples.h). The processes are sorted by rank, host, process
 * number and start, so that the order of the directory does not affect a report. Samples can be added only if
 * all have the same period, which is checked here. */
#include "blame/samples/samples.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "base/file/directory_read.h"
#include "blame/samples/sample_file.h"

const char tb_samples_why_none[] =
    "check that the program is neither static nor setuid, that its launcher passes the environment on, and "
    "that it uses CPU time for more than one period";

bool tb_samples_is_file_name(const char *name) {
  const size_t length = strlen(name);
  return length > 4 && strcmp(name + length - 4, ".tcb") == 0;
}

static tc_status folder_error(const char *folder, int reason) {
  return tc_status_create(TC_INPUT, "%s: cannot be read: %s", folder, strerror(reason));
}

static tc_status count_files(const char *folder, DIR *open, int *files) {
  int reason;
  *files = 0;
  for (const struct dirent *entry; (entry = tc_directory_next(open, &reason));)
    *files += tb_samples_is_file_name(entry->d_name);
  rewinddir(open);
  return reason ? folder_error(folder, reason) : TC_OK;
}

static tc_status read_file(const char *folder, const char *name, tb_samples *samples) {
  const char *path = NULL;
  tb_sample_file *process = &samples->process[samples->processes];
  TC_TRY(tc_pool_printf(samples->pool, &path, "%s/%s", folder, name));
  TC_TRY(tb_sample_file_read(path, samples->pool, process));
  if (process->header)
    samples->processes++;
  else
    samples->empty++;
  return TC_OK;
}

/* Reads the files that were counted. Files that appear later are ignored. */
static tc_status read_files(const char *folder, DIR *open, tb_samples *samples) {
  int files, reason = 0;
  TC_TRY(count_files(folder, open, &files));
  TC_TRY(tc_pool_alloc(samples->pool, (size_t)(files + 1) * sizeof *samples->process, &samples->process));
  while (samples->processes + samples->empty < files) {
    const struct dirent *entry = tc_directory_next(open, &reason);
    if (!entry) break;
    if (tb_samples_is_file_name(entry->d_name)) TC_TRY(read_file(folder, entry->d_name, samples));
  }
  return reason ? folder_error(folder, reason) : TC_OK;
}

static int compare_sample_files(const void *a, const void *b) {
  const ts_file_header *one = ((const tb_sample_file *)a)->header,
                       *other = ((const tb_sample_file *)b)->header;
  if (one->rank != other->rank) return one->rank < other->rank ? -1 : 1;
  const int host = strcmp(one->host, other->host);
  if (host != 0) return host;
  if (one->pid != other->pid) return one->pid < other->pid ? -1 : 1;
  return one->start_ns < other->start_ns ? -1 : one->start_ns > other->start_ns;
}

static tc_status check_period(const tb_sample_file *one, const tb_sample_file *other) {
  const ts_file_header *a = one->header, *b = other->header;
  if (a->period_ns == b->period_ns) return TC_OK;
  return tc_status_create(TC_INPUT,
                          "%s: the sampling period is %.4g ms (%s clock), but in %s %.4g ms (%s clock): "
                          "rerun all processes with one --clock",
                          one->path, 1e-6 * (double)a->period_ns, a->clock, other->path,
                          1e-6 * (double)b->period_ns, b->clock);
}

/* Checks that there are samples and that all have the same period. */
static tc_status check_samples(const char *folder, const tb_samples *samples) {
  const tb_sample_file *first = NULL;
  for (int p = 0; p < samples->processes; p++) {
    const tb_sample_file *process = &samples->process[p];
    if (process->samples == 0) continue;
    if (!first) first = process;
    TC_TRY(check_period(first, process));
  }
  if (first) return TC_OK;
  if (samples->empty > 0)
    return tc_status_create(TC_INPUT,
                            "%s: no sample, because the disk was full: free space and rerun tcblame run",
                            folder);
  return tc_status_create(TC_INPUT, "%s: no sample%s: %s", folder,
                          samples->processes > 0 ? "" : ", and no file of tcblame run", tb_samples_why_none);
}

tc_status tb_samples_open(const char *folder, tb_samples **out) {
  tb_samples *samples = NULL;
  DIR *open = opendir(folder);
  tc_status status = TC_OK;
  if (!open) return tc_status_create(TC_INPUT, "%s: cannot be read: %s", folder, strerror(errno));
  TC_GUARD(status, TC_ALLOC_ZERO(samples, 1));
  TC_GUARD(status, TC_ALLOC_ZERO(samples->pool, 1));
  TC_GUARD(status, read_files(folder, open, samples));
  qsort(samples->process, (size_t)samples->processes, sizeof *samples->process, compare_sample_files);
  TC_GUARD(status, check_samples(folder, samples));
  *out = samples;
cleanup:
  closedir(open);
  if (status) tb_samples_close(&samples);
  return status;
}

void tb_samples_close(tb_samples **samples) {
  if (*samples && (*samples)->pool) tc_pool_free((*samples)->pool);
  if (*samples) tc_free((*samples)->pool);
  tc_free(*samples);
  *samples = NULL;
}
