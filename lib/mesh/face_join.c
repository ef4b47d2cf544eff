/* Distributes records to buckets and joins each bucket. First, all cells and .face entries are visited to
 * count the records of each bucket. The buckets are then divided into up to 4 ranges. For each range, a pass
 * over all cells and entries creates the records of the range and joins these buckets, so only the records of
 * one range occupy memory. Cells and entries are divided into one chunk for each thread. A bucket contains
 * first the records of cells and then those of entries, both in ascending order, so the order of records does
 * not depend on the threads. */
#include "mesh/face_join.h"

#include <omp.h>

#include "base/core/pool.h"
#include "mesh/face_record.h"

/* records_max: largest mean number of records of a bucket. bits_max: largest number of hash bits that select
 * a bucket. passes_max: number of passes for all but small meshes. A cell has four records of 16 bytes, so
 * with four passes about 16 bytes per cell are in memory at a time. */
enum { records_max = 4096, bits_max = 20, passes_max = 4 };

/* A value of the hash table is 1 + index of the first record of a face in its bucket, or 0 if the slot is
 * free. join_cells sets the bit MATCHED in the slot of a face when it finds the second cell with this face.
 */
#define MATCHED UINT32_C(0x80000000)

typedef struct work {
  tc_face_join *join;
  int bits;   /* number of bits of the hash that select a bucket */
  int chunks; /* number of chunks of cells, and also of entries */
  int passes;
  uint32_t buckets, records; /* at most 2^32 - 1 records: 4 for each of 2^29 cells, and 2^31 - 1 entries */
  uint32_t first, last;      /* buckets of this pass: first .. last-1 */
  uint32_t base;             /* number of records in earlier passes */
  /* [2 chunks][buckets] position of the next record of each chunk in each bucket, counted over all passes.
   * Records are ordered by bucket, then by chunk, and chunks of entries follow those of cells. place_records
   * increases a position for each record that it places. */
  uint32_t *end;
  tc_face_record *record; /* [records of the largest pass] */
  size_t slots;           /* number of slots for each thread, a power of 2 */
  uint32_t *slot;         /* [threads][slots] hash tables */
  tc_pool memory;
} work;

static uint32_t get_bucket(const work *w, uint64_t hash) { return (uint32_t)(hash >> 1 >> (63 - w->bits)); }

static uint32_t *get_ends(const work *w, int chunk) { return w->end + (size_t)chunk * w->buckets; }

/* Returns the number of records in all buckets before `bucket`. The result is valid only until place_records
 * has placed the records of `bucket`. */
static uint32_t get_begin(const work *w, uint32_t bucket) {
  return bucket < w->buckets ? w->end[bucket] : w->records;
}

static uint32_t get_pass_begin(const work *w, int pass) {
  return w->buckets / (uint32_t)w->passes * (uint32_t)pass;
}

static int32_t get_chunk_begin(int32_t items, int chunk, int chunks) {
  return (int32_t)((int64_t)items * chunk / chunks);
}

static void count_cells(const work *w, int chunk, uint32_t *count) {
  const int32_t cells = w->join->cells, end = get_chunk_begin(cells, chunk + 1, w->chunks);
  tc_face_record r[4];
  for (int32_t cell = get_chunk_begin(cells, chunk, w->chunks); cell < end; cell++) {
    tc_face_records_of_cell(cell, w->join->vertices + 4 * (size_t)cell, r);
    for (int s = 0; s < 4; s++) {
      count[get_bucket(w, tc_face_record_hash(&r[s]))]++;
      w->join->neighbour[4 * (size_t)cell + (size_t)s] = -1;
    }
  }
}

static tc_face_record get_entry_record(const work *w, int32_t e) {
  return tc_face_record_of_triangle(w->join->entry_nodes + 3 * (size_t)e, e);
}

static void count_entries(const work *w, int chunk, uint32_t *count) {
  const int32_t entries = w->join->entries, end = get_chunk_begin(entries, chunk + 1, w->chunks);
  for (int32_t e = get_chunk_begin(entries, chunk, w->chunks); e < end; e++) {
    const tc_face_record r = get_entry_record(w, e);
    count[get_bucket(w, tc_face_record_hash(&r))]++;
  }
}

/* Buffer for records of the current pass. add_to_batch stores every record, but increases `count` only if the
 * bucket belongs to the current pass. The next record then overwrites a record of another pass. This avoids
 * an unpredictable branch for each record. */
enum { batch_max = 64 };
typedef struct batch {
  int count;
  tc_face_record record[batch_max + 4]; /* with room for the faces of one cell */
  uint32_t bucket[batch_max + 4];
} batch;

static inline void add_to_batch(const work *w, batch *held, const tc_face_record *r) {
  const uint32_t bucket = get_bucket(w, tc_face_record_hash(r));
  held->record[held->count] = *r;
  held->bucket[held->count] = bucket;
  held->count += bucket - w->first < w->last - w->first;
}

static void place_batch(const work *w, batch *held, uint32_t *end) {
  for (int i = 0; i < held->count; i++) w->record[end[held->bucket[i]]++ - w->base] = held->record[i];
  held->count = 0;
}

static void place_cells(const work *w, int chunk, uint32_t *chunk_end) {
  const int32_t cells = w->join->cells, end = get_chunk_begin(cells, chunk + 1, w->chunks);
  tc_face_record r[4];
  batch held = {.count = 0};
  for (int32_t cell = get_chunk_begin(cells, chunk, w->chunks); cell < end; cell++) {
    tc_face_records_of_cell(cell, w->join->vertices + 4 * (size_t)cell, r);
    for (int s = 0; s < 4; s++) add_to_batch(w, &held, &r[s]);
    if (held.count >= batch_max) place_batch(w, &held, chunk_end);
  }
  place_batch(w, &held, chunk_end);
}

static void place_entries(const work *w, int chunk, uint32_t *chunk_end) {
  const int32_t entries = w->join->entries, end = get_chunk_begin(entries, chunk + 1, w->chunks);
  batch held = {.count = 0};
  for (int32_t e = get_chunk_begin(entries, chunk, w->chunks); e < end; e++) {
    const tc_face_record r = get_entry_record(w, e);
    add_to_batch(w, &held, &r);
    if (held.count >= batch_max) place_batch(w, &held, chunk_end);
  }
  place_batch(w, &held, chunk_end);
}

/* Counts the records of each chunk in each bucket, and replaces each count by the position of the first of
 * these records. */
static void count_records(work *w) {
#pragma omp parallel for schedule(static, 1)
  for (int c = 0; c < w->chunks; c++) {
    count_cells(w, c, get_ends(w, c));
    count_entries(w, c, get_ends(w, w->chunks + c));
  }
  uint32_t end = 0;
  for (uint32_t b = 0; b < w->buckets; b++)
    for (int c = 0; c < 2 * w->chunks; c++) {
      const uint32_t count = get_ends(w, c)[b];
      get_ends(w, c)[b] = end;
      end += count;
    }
}

static void place_records(work *w) {
#pragma omp parallel for schedule(static, 1)
  for (int c = 0; c < w->chunks; c++) {
    place_cells(w, c, get_ends(w, c));
    place_entries(w, c, get_ends(w, w->chunks + c));
  }
}

static bool precedes(const int32_t a[3], const int32_t b[3]) {
  for (int i = 0; i < 3; i++)
    if (a[i] != b[i]) return a[i] < b[i];
  return false;
}

static void record_fault(tc_face_join *join, const tc_face_record *r) {
#pragma omp critical(tc_face_join_fault)
  if (!join->has_fault || precedes(r->vertex, join->fault)) {
    join->has_fault = true;
    memcpy(join->fault, r->vertex, sizeof join->fault);
  }
}

typedef struct table {
  uint32_t *slot;
  size_t mask;
} table;

/* Returns the slot of a face, or the free slot where it belongs. */
static inline uint32_t *find_slot(const table *t, const tc_face_record *bucket, const tc_face_record *r) {
  size_t at = (size_t)(tc_face_record_hash(r) >> 20) & t->mask;
  while (t->slot[at] && !tc_face_record_is_same(&bucket[(t->slot[at] & ~MATCHED) - 1], r))
    at = (at + 1) & t->mask;
  return &t->slot[at];
}

static void join_cells(tc_face_join *join, const table *t, const tc_face_record *bucket, uint32_t n) {
  for (uint32_t i = 0; i < n; i++) {
    const tc_face_record *r = &bucket[i];
    uint32_t *slot = find_slot(t, bucket, r);
    if (!*slot) {
      *slot = i + 1;
      continue;
    }
    const tc_face_record *other = &bucket[(*slot & ~MATCHED) - 1];
    if (*slot & MATCHED || !((r->face ^ other->face) & TC_FACE_PARITY)) record_fault(join, r);
    *slot |= MATCHED;
    const int32_t face = tc_face_record_face(r), other_face = tc_face_record_face(other);
    join->neighbour[face] = other_face / 4;
    join->neighbour[other_face] = face / 4;
  }
}

/* Finds the faces of the entries, which are the records from `begin` to n-1 of the bucket. The first entry of
 * a face replaces the cell's record in the slot, so that later entries of the face are recognised as
 * repeated. */
static void join_entries(tc_face_join *join, const table *t, const tc_face_record *bucket, uint32_t begin,
                         uint32_t n) {
  for (uint32_t i = begin; i < n; i++) {
    const int32_t e = tc_face_record_face(&bucket[i]);
    uint32_t *slot = find_slot(t, bucket, &bucket[i]);
    const uint32_t first = (*slot & ~MATCHED) - 1;
    if (!*slot) {
      join->entry_face[e] = TC_FACE_NONE;
    } else if (first < begin) {
      join->entry_face[e] = tc_face_record_face(&bucket[first]);
      *slot = i + 1;
    } else {
      join->entry_face[e] = TC_FACE_REPEATED;
      if (join->entry_marker[e] != join->entry_marker[tc_face_record_face(&bucket[first])])
        record_fault(join, &bucket[i]);
    }
  }
}

/* Returns the number of slots for n records: a power of 2 of which at most 4/5 are used. */
static size_t count_slots(size_t n) {
  size_t slots = 16;
  while (4 * slots < 5 * n) slots *= 2;
  return slots;
}

static void join_bucket(const work *w, uint32_t b, uint32_t *slot) {
  const uint32_t begin = b > w->first ? get_ends(w, 2 * w->chunks - 1)[b - 1] : w->base,
                 entries = get_ends(w, w->chunks - 1)[b], end = get_ends(w, 2 * w->chunks - 1)[b];
  const tc_face_record *bucket = w->record + (begin - w->base);
  const table t = {slot, count_slots(end - begin) - 1};
  memset(slot, 0, (t.mask + 1) * sizeof *slot);
  join_cells(w->join, &t, bucket, entries - begin);
  join_entries(w->join, &t, bucket, entries - begin, end - begin);
}

static void join_buckets(const work *w) {
#pragma omp parallel for schedule(dynamic, 4)
  for (uint32_t b = w->first; b < w->last; b++)
    join_bucket(w, b, w->slot + (size_t)omp_get_thread_num() * w->slots);
}

/* Allocates the records of the largest pass and a hash table for each thread. */
static tc_status alloc_scratch(work *w) {
  size_t records = 0, slots = 0;
  for (int p = 0; p < w->passes; p++) {
    const size_t n = get_begin(w, get_pass_begin(w, p + 1)) - get_begin(w, get_pass_begin(w, p));
    if (n > records) records = n;
  }
  for (uint32_t b = 0; b < w->buckets; b++) {
    const size_t n = count_slots(get_begin(w, b + 1) - get_begin(w, b));
    if (n > slots) slots = n;
  }
  w->slots = slots;
  TC_TRY(TC_POOL_ARRAY(&w->memory, w->record, records));
  return TC_POOL_ARRAY(&w->memory, w->slot, slots * (size_t)w->chunks);
}

static tc_status run_passes(work *w) {
  TC_TRY(TC_POOL_ARRAY_ZERO(&w->memory, w->end, 2 * (size_t)w->chunks * w->buckets));
  count_records(w);
  TC_TRY(alloc_scratch(w));
  for (int p = 0; p < w->passes; p++) {
    w->first = get_pass_begin(w, p);
    w->last = get_pass_begin(w, p + 1);
    w->base = get_begin(w, w->first);
    place_records(w);
    join_buckets(w);
  }
  return TC_OK;
}

tc_status tc_face_join_run(tc_face_join *join) {
  work w = {.join = join, .chunks = omp_get_max_threads()};
  w.records = 4 * (uint32_t)join->cells + (uint32_t)join->entries;
  while (w.bits < bits_max && (uint64_t)records_max << w.bits < w.records) w.bits++;
  w.buckets = UINT32_C(1) << w.bits;
  w.passes = w.buckets < passes_max ? 1 : passes_max;
  const tc_status status = run_passes(&w);
  tc_pool_free(&w.memory);
  return status;
}
