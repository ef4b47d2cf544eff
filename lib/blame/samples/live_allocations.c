/* Replays the allocations and frees of a process (see live_allocations.h). tb_live_allocations_create sorts
 * all events by time. tb_live_allocations_advance applies the events to two sets of live objects. Objects of
 * malloc and of mmap are separate, because memory of malloc may be part of a mapping. munmap may remove the
 * middle of a mapping, so that two parts remain. The second part becomes a separate object, for which
 * reserve_remainder reserves an entry without a record. */
#include "blame/samples/live_allocations.h"

#include <stdlib.h>
#include <string.h>

#include "base/containers/ordered_set.h"
#include "base/containers/search.h"
#include "base/core/memory.h"

/* An allocation or a free. */
typedef struct allocation_event {
  /* time in ns since the start of the process; negative for events of the process that forked it */
  int64_t time_ns;
  int object; /* index in `object` of the allocation; -1 if the event is a free */
  const ts_file_free *freed;
} allocation_event;

struct tb_live_allocations {
  tc_pool pool;
  int count, events, applied_events;
  tb_live_allocation *object; /* sorted by start address; entries without a record are reserved for the upper
                               * part of a mapping that munmap divides in two */
  allocation_event *event;    /* allocations and frees of the process, sorted by time */
  /* live objects of malloc and of mmap, as indices in `object`; an object of mmap may contain objects of
   * malloc */
  tc_ordered_set live_set[2];
};

/* ---- creation ---- */

/* Returns the index of the process from which this process was forked, and whose address space layout it
 * shares; -1 if there is no such process. */
static int find_parent(const tb_samples *samples, int process) {
  const tb_sample_file *child = &samples->process[process];
  for (int p = 0; p < samples->processes && child->modules > 0; p++) {
    const tb_sample_file *parent = &samples->process[p];
    if (p == process || parent->header->pid != child->header->parent || parent->modules == 0) continue;
    const ts_file_module *a = parent->module[0], *b = child->module[0];
    if (strcmp(parent->header->host, child->header->host) == 0 && a->bias == b->bias && a->low == b->low &&
        parent->header->start_ns <= child->header->start_ns && strcmp(a->path, b->path) == 0)
      return p;
  }
  return -1;
}

/* Reserves an entry for the rest of a mapping from the address `at` on, because munmap or a new mapping may
 * end the part before this address. */
static void reserve_remainder(tb_live_allocations *live, uint64_t at) {
  live->object[live->count++] = (tb_live_allocation){.begin = at};
}

/* Adds the allocations and frees that `process` recorded. Subtracts `start_offset_ns` from their times,
 * because the times of a child count from its own start, which is this much later. Omits events whose
 * resulting time exceeds `time_max_ns`. */
static void add_records(tb_live_allocations *live, const tb_sample_file *process, int number,
                        int64_t start_offset_ns, int64_t time_max_ns) {
  for (int a = 0; a < process->allocations; a++) {
    const ts_file_allocation *record = process->allocation[a];
    const uint64_t end = record->address + record->bytes;
    if ((int64_t)record->record.time_ns - start_offset_ns > time_max_ns) break;
    live->object[live->count++] = (tb_live_allocation){record->address, end, number, record};
    if (record->mapped) reserve_remainder(live, end);
  }
  for (int f = 0; f < process->frees; f++) {
    const ts_file_free *freed = process->free[f];
    const int64_t time_ns = (int64_t)freed->record.time_ns - start_offset_ns;
    if (time_ns > time_max_ns) break;
    live->event[live->events++] = (allocation_event){time_ns, -1, freed};
    if (freed->bytes > 0) reserve_remainder(live, freed->address + freed->bytes);
  }
}

/* Orders objects by address. Entries without a record precede others at the same address. */
static int compare_objects(const void *left, const void *right) {
  const tb_live_allocation *a = left, *b = right;
  if (a->begin != b->begin) return a->begin < b->begin ? -1 : 1;
  return a->record < b->record ? -1 : a->record > b->record;
}

/* Orders events by time. A free precedes an allocation at the same time, because a new allocation may reuse
 * the memory at once. */
static int compare_events(const void *left, const void *right) {
  const allocation_event *a = left, *b = right;
  if (a->time_ns != b->time_ns) return a->time_ns < b->time_ns ? -1 : 1;
  return (a->object > b->object) - (a->object < b->object);
}

static tc_status collect_allocations(tb_live_allocations *live, const tb_samples *samples, int process) {
  const tb_sample_file *own = &samples->process[process];
  const int parent = find_parent(samples, process);
  const tb_sample_file *parent_file = parent >= 0 ? &samples->process[parent] : NULL;
  const int64_t start_offset_ns =
      parent >= 0 ? (int64_t)(own->header->start_ns - parent_file->header->start_ns) : 0;
  const size_t objects = (size_t)own->allocations + (parent >= 0 ? (size_t)parent_file->allocations : 0);
  const size_t frees = (size_t)own->frees + (parent >= 0 ? (size_t)parent_file->frees : 0);
  TC_TRY(tc_pool_alloc(&live->pool, (2 * objects + frees + 1) * sizeof *live->object, &live->object));
  TC_TRY(tc_pool_alloc(&live->pool, (objects + frees + 1) * sizeof *live->event, &live->event));
  if (parent >= 0) add_records(live, parent_file, parent, start_offset_ns, 0);
  add_records(live, own, process, 0, INT64_MAX);
  qsort(live->object, (size_t)live->count, sizeof *live->object, compare_objects);
  for (int i = 0; i < live->count; i++) {
    if (!live->object[i].record) continue;
    const int64_t time_ns = (int64_t)live->object[i].record->record.time_ns;
    live->event[live->events++] =
        (allocation_event){time_ns - (live->object[i].process == process ? 0 : start_offset_ns), i, NULL};
  }
  qsort(live->event, (size_t)live->events, sizeof *live->event, compare_events);
  for (int l = 0; l < 2; l++) TC_TRY(tc_ordered_set_init(&live->pool, live->count, &live->live_set[l]));
  return TC_OK;
}

tc_status tb_live_allocations_create(const tb_samples *samples, int process, tb_live_allocations **out) {
  TC_TRY(tc_alloc_zero(1, sizeof **out, "objects", out));
  tc_status status = collect_allocations(*out, samples, process);
  if (status) tb_live_allocations_destroy(out);
  return status;
}

void tb_live_allocations_destroy(tb_live_allocations **objects) {
  if (!*objects) return;
  tc_pool_free(&(*objects)->pool);
  tc_free(*objects);
  *objects = NULL;
}

/* ---- advancing in time ---- */

static int count_objects_below(const tb_live_allocations *live, uint64_t address) {
  int at;
  TC_SEARCH(at, live->count, live->object[at].begin < address);
  return at;
}

static int find_last_at_or_below(const tb_live_allocations *live, uint64_t address) {
  return (address == UINT64_MAX ? live->count : count_objects_below(live, address + 1)) - 1;
}

/* Stores the part of the object `whole` from the address `high` on as a separate live object. `layer` is the
 * index in live->live_set. */
static void add_remainder(tb_live_allocations *live, int layer, tb_live_allocation whole, uint64_t high) {
  const int remainder = count_objects_below(live, high);
  if (whole.end <= high) return;
  whole.begin = high;
  live->object[remainder] = whole;
  tc_ordered_set_add(&live->live_set[layer], remainder);
}

/* Removes from live_set[layer] all objects that overlap the addresses from `low` up to, but not including,
 * `high`. If `cuts_objects` is true, removes only the overlapping part of each object. */
static void clear_range(tb_live_allocations *live, int layer, uint64_t low, uint64_t high,
                        bool cuts_objects) {
  tc_ordered_set *set = &live->live_set[layer];
  if (high <= low) return;
  for (int i = tc_ordered_set_find_at_or_below(set, find_last_at_or_below(live, high - 1));
       i >= 0 && live->object[i].end > low; i = tc_ordered_set_find_at_or_below(set, i - 1)) {
    const tb_live_allocation object = live->object[i];
    if (cuts_objects && object.begin < low)
      live->object[i].end = low;
    else
      tc_ordered_set_remove(set, i);
    if (cuts_objects) add_remainder(live, layer, object, high);
  }
}

static void add_allocation(tb_live_allocations *live, int number) {
  const tb_live_allocation *object = &live->object[number];
  const bool mapped = object->record->mapped != 0;
  clear_range(live, mapped, object->begin, object->end, mapped);
  tc_ordered_set_add(&live->live_set[mapped], number);
}

static void free_allocation(tb_live_allocations *live, const ts_file_free *freed) {
  const int i =
      tc_ordered_set_find_at_or_below(&live->live_set[0], find_last_at_or_below(live, freed->address));
  if (freed->bytes > 0)
    clear_range(live, 1, freed->address, freed->address + freed->bytes, true);
  else if (i >= 0 && live->object[i].begin == freed->address)
    tc_ordered_set_remove(&live->live_set[0], i);
}

void tb_live_allocations_advance(tb_live_allocations *live, uint64_t time_ns) {
  for (; live->applied_events < live->events && live->event[live->applied_events].time_ns <= (int64_t)time_ns;
       live->applied_events++) {
    const allocation_event *event = &live->event[live->applied_events];
    if (event->freed)
      free_allocation(live, event->freed);
    else
      add_allocation(live, event->object);
  }
}

const tb_live_allocation *tb_live_allocations_find(const tb_live_allocations *live, uint64_t address) {
  const tb_live_allocation *best = NULL;
  for (int l = 0; l < 2; l++) {
    const int i = tc_ordered_set_find_at_or_below(&live->live_set[l], find_last_at_or_below(live, address));
    if (i >= 0 && address < live->object[i].end && (!best || live->object[i].begin > best->begin))
      best = &live->object[i];
  }
  return best;
}
