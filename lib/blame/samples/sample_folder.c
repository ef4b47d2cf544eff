/* Counts or removes the sample files of a directory, of which it reads only the headers (see
 * sample_folder.h). Files of processes without samples are removed after a run. A file is retained if its
 * process has a child with samples, because a forked child begins with the allocations of its parent. */
#include "blame/samples/sample_folder.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "base/core/memory.h"
#include "base/core/pool.h"
#include "base/file/directory_read.h"
#include "blame/samples/samples.h"
#include "sampler/file_format.h"

/* A sample file of the directory. */
typedef struct leaf {
  const char *path;
  bool empty;
  bool sound; /* true if the header could be read and has the magic number */
  ts_file_header header;
} leaf;

typedef struct leaves {
  int count;
  leaf *leaf;
  tc_pool pool;
} leaves;

static tc_status read_leaf(const char *folder, const char *name, leaves *out) {
  leaf *l = &out->leaf[out->count];
  TC_TRY(tc_pool_printf(&out->pool, &l->path, "%s/%s", folder, name));
  const int file = open(l->path, O_RDONLY | O_CLOEXEC);
  const ssize_t bytes = file < 0 ? -1 : read(file, &l->header, sizeof l->header);
  if (file >= 0) close(file);
  l->empty = bytes == 0;
  l->sound = bytes == (ssize_t)sizeof l->header &&
             memcmp(l->header.magic, TS_SAMPLER_MAGIC, sizeof l->header.magic) == 0;
  out->count++;
  return TC_OK;
}

static tc_status folder_error(const char *folder, int reason) {
  return tc_status_create(TC_INPUT, "%s: cannot be read: %s", folder, strerror(reason));
}

static tc_status count_leaves(const char *folder, DIR *open, int *files) {
  int reason;
  *files = 0;
  for (const struct dirent *entry; (entry = tc_directory_next(open, &reason));)
    *files += tb_samples_is_file_name(entry->d_name);
  rewinddir(open);
  return reason ? folder_error(folder, reason) : TC_OK;
}

static tc_status read_listed(const char *folder, DIR *open, leaves *out) {
  int files, reason = 0;
  TC_TRY(count_leaves(folder, open, &files));
  TC_TRY(tc_pool_alloc(&out->pool, (size_t)(files + 1) * sizeof *out->leaf, &out->leaf));
  while (out->count < files) {
    const struct dirent *entry = tc_directory_next(open, &reason);
    if (!entry) break;
    if (tb_samples_is_file_name(entry->d_name)) TC_TRY(read_leaf(folder, entry->d_name, out));
  }
  return reason ? folder_error(folder, reason) : TC_OK;
}

static tc_status read_leaves(const char *folder, leaves *out) {
  DIR *open = opendir(folder);
  if (!open) return folder_error(folder, errno);
  const tc_status status = read_listed(folder, open, out);
  closedir(open);
  return status;
}

static bool has_child(const leaves *all, const ts_file_header *parent) {
  for (int l = 0; l < all->count; l++) {
    const ts_file_header *h = &all->leaf[l].header;
    if (all->leaf[l].sound && h->samples > 0 && h->parent == parent->pid &&
        memcmp(h->host, parent->host, sizeof h->host) == 0)
      return true;
  }
  return false;
}

static bool is_of_no_use(const leaves *all, const leaf *l) {
  return l->sound && l->header.samples == 0 && l->header.lost == 0 && l->header.end_ns != 0 &&
         !has_child(all, &l->header);
}

tc_status tb_sample_folder_count(const char *folder, tb_sample_folder *out) {
  leaves all = {0};
  *out = (tb_sample_folder){0};
  tc_status status = read_leaves(folder, &all);
  for (int l = 0; !status && l < all.count; l++) {
    const leaf *at = &all.leaf[l];
    if (is_of_no_use(&all, at) && unlink(at->path) == 0) continue;
    out->files++;
    out->empty += at->empty;
    if (!at->sound) continue;
    out->processes += at->header.samples > 0;
    out->samples += (int64_t)at->header.samples;
    out->lost += (int64_t)at->header.lost;
  }
  tc_pool_free(&all.pool);
  return status;
}

tc_status tb_sample_folder_remove_files(const char *folder, bool remove, int *found) {
  leaves all = {0};
  tc_status status = read_leaves(folder, &all);
  for (int l = 0; !status && remove && l < all.count; l++)
    if (unlink(all.leaf[l].path) != 0 && errno != ENOENT)
      status = tc_status_create(TC_OUTPUT, "%s: cannot be removed: %s", all.leaf[l].path, strerror(errno));
  *found = all.count;
  tc_pool_free(&all.pool);
  return status;
}
