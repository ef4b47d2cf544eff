/* Indexes the file of one process (see sample_file.h). The file is mapped, and pointers to its records are
 * collected in one list per kind, which is then sorted. */
#include "blame/samples/sample_file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/file/file.h"

enum { record_kinds = TS_SAMPLER_NOTE + 1 };

typedef const ts_file_record *record_pointer;

/* Pointers to the records by kind. */
typedef struct record_lists {
  TC_ARRAY(record_pointer) list[record_kinds];
  int damaged_blocks;
} record_lists;

static tc_status visit_block(const unsigned char *block, size_t bytes, record_lists *lists) {
  size_t at = 0;
  if (bytes < TS_SAMPLER_BLOCK) lists->damaged_blocks++;
  while (bytes - at >= sizeof(ts_file_record)) {
    const record_pointer next = (record_pointer)(const void *)(block + at);
    if (next->size == 0) return TC_OK;
    if (!tb_record_is_valid(next, bytes - at)) {
      if (bytes == TS_SAMPLER_BLOCK) lists->damaged_blocks++;
      return TC_OK;
    }
    TC_TRY(TC_ARRAY_ADD(&lists->list[next->kind], &next));
    at += next->size;
  }
  return TC_OK;
}

static int compare_records(const void *a, const void *b) {
  record_pointer first, second;
  memcpy(&first, a, sizeof first);
  memcpy(&second, b, sizeof second);
  if (first->time_ns != second->time_ns) return first->time_ns < second->time_ns ? -1 : 1;
  return first < second ? -1 : first > second;
}

/* Orders parallel regions by tag, those of equal tag by time and position in the file. */
static int compare_regions(const void *a, const void *b) {
  const ts_file_region *first, *second;
  memcpy(&first, a, sizeof first);
  memcpy(&second, b, sizeof second);
  return first->tag != second->tag ? (first->tag < second->tag ? -1 : 1) : compare_records(a, b);
}

static tc_status collect_records(const unsigned char *map, size_t bytes, tc_pool *pool, record_lists *lists) {
  *lists = (record_lists){.damaged_blocks = 0};
  for (int k = 0; k < record_kinds; k++) lists->list[k].pool = pool;
  for (size_t at = TS_SAMPLER_BLOCK; at < bytes; at += TS_SAMPLER_BLOCK)
    TC_TRY(visit_block(map + at, bytes - at < TS_SAMPLER_BLOCK ? bytes - at : TS_SAMPLER_BLOCK, lists));
  for (int k = 0; k < record_kinds; k++)
    TC_ARRAY_SORT(&lists->list[k], k == TS_SAMPLER_REGION ? compare_regions : compare_records);
  return TC_OK;
}

static bool has_end(const char *text, size_t capacity) { return memchr(text, 0, capacity) != NULL; }

static tc_status check_header(const char *path, const void *map, size_t bytes) {
  const ts_file_header *h = map;
  if (bytes < sizeof *h || memcmp(h->magic, TS_SAMPLER_MAGIC, sizeof h->magic) != 0)
    return tc_status_create(
        TC_INPUT, "%s: is not a sample file of this version of tcblame: remove it from the directory", path);
  if (h->header_bytes != sizeof *h || h->block_bytes != TS_SAMPLER_BLOCK)
    return tc_status_create(TC_INPUT, "%s: was written by another version of tcblame: rerun tcblame run",
                            path);
  if (h->period_ns == 0 || !has_end(h->clock, sizeof h->clock) ||
      !has_end(h->clock_note, sizeof h->clock_note) || !has_end(h->host, sizeof h->host) ||
      !has_end(h->program, sizeof h->program) || !has_end(h->folder, sizeof h->folder) ||
      h->command[TS_SAMPLER_COMMAND - 1] != 0 || h->command[TS_SAMPLER_COMMAND - 2] != 0)
    return tc_status_create(TC_INPUT, "%s: file header is damaged: rerun tcblame run", path);
  return TC_OK;
}

/* Stores the list of the records of one kind in the member `records` of `out`, and its length in the member
 * `number`. The lists have different pointer types, so their addresses are copied as bytes. This is valid,
 * because all pointers to structs have the same representation. */
#define TB_SET_LIST(kind, records, number)                                                                   \
  do {                                                                                                       \
    memcpy(&out->records, &lists.list[kind].item, sizeof out->records);                                      \
    out->number = lists.list[kind].count;                                                                    \
  } while (0)

tc_status tb_sample_file_index(const char *path, const void *map, size_t bytes, tc_pool *pool,
                               tb_sample_file *out) {
  record_lists lists;
  TC_TRY(check_header(path, map, bytes));
  TC_TRY(collect_records(map, bytes, pool, &lists));
  *out = (tb_sample_file){.path = path, .header = map, .damaged_blocks = lists.damaged_blocks};
  TB_SET_LIST(TS_SAMPLER_SAMPLE, sample, samples);
  TB_SET_LIST(TS_SAMPLER_REGION, region, regions);
  TB_SET_LIST(TS_SAMPLER_ALLOCATE, allocation, allocations);
  TB_SET_LIST(TS_SAMPLER_FREE, free, frees);
  TB_SET_LIST(TS_SAMPLER_MODULE, module, modules);
  TB_SET_LIST(TS_SAMPLER_THREAD, thread, threads);
  TB_SET_LIST(TS_SAMPLER_NOTE, note, notes);
  return TC_OK;
}

typedef struct file_mapping {
  void *at;
  size_t bytes;
} file_mapping;

static void unmap_file(void *mapping) {
  const file_mapping *m = mapping;
  munmap(m->at, m->bytes);
}

/* Maps a file. When the pool is freed, it unmaps the file. */
static tc_status map_file(const char *path, int descriptor, size_t bytes, tc_pool *pool, const void **out) {
  file_mapping *m;
  TC_TRY(tc_pool_alloc(pool, sizeof *m, &m));
  void *at = mmap(NULL, bytes, PROT_READ, MAP_PRIVATE, descriptor, 0);
  if (at == MAP_FAILED)
    return tc_status_create(TC_INPUT,
                            "%s: cannot be mapped into memory: %s: copy the directory to a local disk", path,
                            strerror(errno));
  *m = (file_mapping){at, bytes};
  TC_TRY(tc_pool_add_owned(pool, m, unmap_file));
  *out = at;
  return TC_OK;
}

tc_status tb_sample_file_read(const char *path, tc_pool *pool, tb_sample_file *out) {
  const void *map = NULL;
  int64_t bytes = 0;
  int descriptor = -1;
  *out = (tb_sample_file){.path = path};
  TC_TRY(tc_file_open_regular(path, TC_INPUT, &descriptor, &bytes));
  tc_status status = bytes > 0 ? map_file(path, descriptor, (size_t)bytes, pool, &map) : TC_OK;
  close(descriptor);
  return status || !map ? status : tb_sample_file_index(path, map, (size_t)bytes, pool, out);
}
