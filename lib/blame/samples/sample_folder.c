/* Counts or removes the sample files of a directory (see sample_folder.h). Only the headers of the files are
 * read. Files of processes without samples are removed after a run. A file is retained if its process has a
 * child with samples, because a forked child begins with the allocations of its parent. */
#include "blame/samples/sample_folder.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "blame/samples/samples.h"
#include "sampler/file_format.h"

/* A sample file of the directory. */
typedef struct folder_entry {
  const char *path;
  bool is_empty;
  bool has_valid_header; /* true if the header could be read and begins with TS_SAMPLER_MAGIC */
  ts_file_header header;
} folder_entry;

typedef struct folder_entries {
  int count;
  folder_entry *entry;
  tc_pool pool;
} folder_entries;

static tc_status read_entries(const char *folder, folder_entries *out) {
  tb_sample_paths path = {.pool = &out->pool};
  TC_TRY(tb_sample_paths_list(folder, &path));
  TC_TRY(tc_pool_alloc(&out->pool, (size_t)path.count * sizeof *out->entry, &out->entry));
  for (; out->count < path.count; out->count++) {
    folder_entry *l = &out->entry[out->count];
    l->path = path.item[out->count];
    const int file = open(l->path, O_RDONLY | O_CLOEXEC);
    const ssize_t bytes = file < 0 ? -1 : read(file, &l->header, sizeof l->header);
    if (file >= 0) close(file);
    l->is_empty = bytes == 0;
    l->has_valid_header = bytes == (ssize_t)sizeof l->header &&
                          memcmp(l->header.magic, TS_SAMPLER_MAGIC, sizeof l->header.magic) == 0;
  }
  return TC_OK;
}

static bool has_child(const folder_entries *all, const ts_file_header *parent) {
  for (int l = 0; l < all->count; l++) {
    const ts_file_header *h = &all->entry[l].header;
    if (all->entry[l].has_valid_header && h->samples > 0 && h->parent == parent->pid &&
        memcmp(h->host, parent->host, sizeof h->host) == 0)
      return true;
  }
  return false;
}

static bool is_removable(const folder_entries *all, const folder_entry *l) {
  return l->has_valid_header && l->header.samples == 0 && l->header.lost == 0 && l->header.end_ns != 0 &&
         !has_child(all, &l->header);
}

tc_status tb_sample_folder_count(const char *folder, tb_sample_folder *out) {
  folder_entries all = {0};
  *out = (tb_sample_folder){0};
  tc_status status = read_entries(folder, &all);
  for (int l = 0; !status && l < all.count; l++) {
    const folder_entry *at = &all.entry[l];
    if (is_removable(&all, at) && unlink(at->path) == 0) continue;
    out->files++;
    out->empty_files += at->is_empty;
    if (!at->has_valid_header) continue;
    out->processes += at->header.samples > 0;
    out->samples += (int64_t)at->header.samples;
    out->lost += (int64_t)at->header.lost;
  }
  tc_pool_free(&all.pool);
  return status;
}

tc_status tb_sample_folder_remove_files(const char *folder, bool remove, int *found) {
  folder_entries all = {0};
  tc_status status = read_entries(folder, &all);
  for (int l = 0; !status && remove && l < all.count; l++)
    if (unlink(all.entry[l].path) != 0 && errno != ENOENT)
      status = tc_status_create(TC_OUTPUT, "%s: cannot be removed: %s: use another directory (-o)",
                                all.entry[l].path, strerror(errno));
  *found = all.count;
  tc_pool_free(&all.pool);
  return status;
}
