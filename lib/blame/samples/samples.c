/* Reads all sample files of a directory (see samples.h). The processes are sorted by rank, host, process
 * number and start, so that a report does not depend on the order of the files in the directory.
 * tb_samples_open checks that all files have the same sampling period, because only then can their numbers of
 * samples be added. */
#include "blame/samples/samples.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "base/file/directory_read.h"
#include "blame/samples/sample_file.h"

const char tb_samples_none_advice[] =
    "check that the program is neither static nor setuid, that its launcher passes the environment on, and "
    "that it uses CPU time for more than one period";

static bool is_file_name(const char *name) {
  const size_t length = strlen(name);
  return length > 4 && strcmp(name + length - 4, ".tcb") == 0;
}

static tc_status folder_error(const char *folder, int reason) {
  return tc_status_create(TC_INPUT, "%s: cannot be read: %s: use a directory written by tcblame run", folder,
                          strerror(reason));
}

static tc_status add_paths(const char *folder, DIR *open, tb_sample_paths *out) {
  int reason;
  const char *path;
  for (const struct dirent *entry; (entry = tc_directory_next(open, &reason));) {
    if (!is_file_name(entry->d_name)) continue;
    TC_TRY(tc_pool_printf(out->pool, &path, "%s/%s", folder, entry->d_name));
    TC_TRY(TC_ARRAY_ADD(out, &path));
  }
  return reason ? folder_error(folder, reason) : TC_OK;
}

tc_status tb_sample_paths_list(const char *folder, tb_sample_paths *out) {
  DIR *open = opendir(folder);
  if (!open) return folder_error(folder, errno);
  const tc_status status = add_paths(folder, open, out);
  closedir(open);
  return status;
}

static int compare_sample_files(const void *a, const void *b) {
  const ts_file_header *first = ((const tb_sample_file *)a)->header,
                       *second = ((const tb_sample_file *)b)->header;
  if (first->rank != second->rank) return first->rank < second->rank ? -1 : 1;
  const int host = strcmp(first->host, second->host);
  if (host != 0) return host;
  if (first->pid != second->pid) return first->pid < second->pid ? -1 : 1;
  return first->start_ns < second->start_ns ? -1 : first->start_ns > second->start_ns;
}

static tc_status read_files(const char *folder, tb_samples *samples) {
  tb_sample_paths path = {.pool = &samples->pool};
  TC_TRY(tb_sample_paths_list(folder, &path));
  TC_TRY(tc_pool_alloc(path.pool, (size_t)path.count * sizeof *samples->process, &samples->process));
  for (int p = 0; p < path.count; p++) {
    tb_sample_file *process = &samples->process[samples->processes];
    TC_TRY(tb_sample_file_read(path.item[p], path.pool, process));
    samples->processes += process->header != NULL;
    samples->empty_files += process->header == NULL;
  }
  qsort(samples->process, (size_t)samples->processes, sizeof *samples->process, compare_sample_files);
  return TC_OK;
}

static tc_status check_period(const tb_sample_file *first, const tb_sample_file *second) {
  const ts_file_header *a = first->header, *b = second->header;
  if (a->period_ns == b->period_ns) return TC_OK;
  return tc_status_create(TC_INPUT,
                          "%s: the sampling period is %.4g ms (%s clock), but in %s %.4g ms (%s clock): "
                          "rerun all processes with one --clock",
                          first->path, 1e-6 * (double)a->period_ns, a->clock, second->path,
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
  if (samples->empty_files > 0)
    return tc_status_create(TC_INPUT,
                            "%s: no sample, because the disk was full: free space and rerun tcblame run",
                            folder);
  return tc_status_create(TC_INPUT, "%s: no sample%s: %s", folder,
                          samples->processes > 0 ? "" : ", and no file of tcblame run",
                          tb_samples_none_advice);
}

tc_status tb_samples_open(const char *folder, tb_samples **out) {
  TC_TRY(tc_alloc_zero(1, sizeof **out, "samples", out));
  tc_status status = read_files(folder, *out);
  if (!status) status = check_samples(folder, *out);
  if (status) tb_samples_close(out);
  return status;
}

void tb_samples_close(tb_samples **samples) {
  if (*samples) tc_pool_free(&(*samples)->pool);
  tc_free(*samples);
  *samples = NULL;
}
