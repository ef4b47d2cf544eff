/* Replays the allocations and frees of a process (see live_allocations.h). tb_live_allocations_create sorts
 * all events by time. tb_live_allocations_advance applies them to two sets of live objects, those of malloc
 * and those of mmap, because memory of malloc may be part of a mapping. munmap may leave two parts of a
 * mapping. The second part becomes a separate object, for which create_rest reserves an entry without a
 * record. */
#include "blame/samples/live_allocations.h"

#include <stdlib.h>
#include <string.h>

#include "base/containers/ordered_set.h"
#include "base/containers/search.h"
#include "base/core/memory.h"

/* An allocation or a free. */
typedef struct event {
  /* time in ns since the start of the process; negative for events of the process that forked it */
  int64_t time_ns;
  int object; /* index in `object` of the allocation; -1 if the event is a free */
  const ts_file_free *freed;
} event;

struct tb_live_allocations {
  tc_pool pool;
  int count, events, done;
  tb_live_allocation *object; /* sorted by start address; entries without a record are reserved for the part
                                 of a mapping after a hole */
  event *event;               /* allocations and frees of the process, sorted by time */
  /* live objects of malloc and of mmap; objects of one set may contain objects of the other */
  tc_ordered_set live[2];
};

/* ---- creation ---- */

/* Returns the process from which this one was forked and whose address space layout it shares; -1 if there is
 * none. */
static int parent_of(const tb_samples *samples, int process) {
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

/* Reserves an entry for the part of a mapping that begins at `at`. This part becomes a separate object if a
 * hole in the mapping ends at `at`. */
static void create_rest(tb_live_allocations *o, uint64_t at) {
  o->object[o->count++] = (tb_live_allocation){.begin = at};
}

/* Adds the allocations and frees that `process` recorded. Converts their times to the clock of a process that
 * started `later` ns after `process`. Omits those after the converted time `most`. */
static void take_records(tb_live_allocations *o, const tb_sample_file *process, int number, int64_t later,
                         int64_t most) {
  for (int a = 0; a < process->allocations; a++) {
    const ts_file_allocation *record = process->allocation[a];
    const uint64_t end = record->address + record->bytes;
    if ((int64_t)record->record.time_ns - later > most) break;
    o->object[o->count++] = (tb_live_allocation){record->address, end, number, record};
    if (record->mapped) create_rest(o, end);
  }
  for (int f = 0; f < process->frees; f++) {
    const ts_file_free *freed = process->free[f];
    const int64_t time_ns = (int64_t)freed->record.time_ns - later;
    if (time_ns > most) break;
    o->event[o->events++] = (event){time_ns, -1, freed};
    if (freed->bytes > 0) create_rest(o, freed->address + freed->bytes);
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
  const event *a = left, *b = right;
  if (a->time_ns != b->time_ns) return a->time_ns < b->time_ns ? -1 : 1;
  return (a->object > b->object) - (a->object < b->object);
}

static tc_status collect_allocations(tb_live_allocations *o, const tb_samples *samples, int process) {
  const tb_sample_file *own = &samples->process[process];
  const int parent = parent_of(samples, process);
  const tb_sample_file *from = parent >= 0 ? &samples->process[parent] : NULL;
  const int64_t later = parent >= 0 ? (int64_t)(own->header->start_ns - from->header->start_ns) : 0;
  const size_t objects = (size_t)own->allocations + (parent >= 0 ? (size_t)from->allocations : 0);
  const size_t frees = (size_t)own->frees + (parent >= 0 ? (size_t)from->frees : 0);
  TC_TRY(tc_pool_alloc(&o->pool, (2 * objects + frees + 1) * sizeof *o->object, &o->object));
  TC_TRY(tc_pool_alloc(&o->pool, (objects + frees + 1) * sizeof *o->event, &o->event));
  if (parent >= 0) take_records(o, from, parent, later, 0);
  take_records(o, own, process, 0, INT64_MAX);
  qsort(o->object, (size_t)o->count, sizeof *o->object, compare_objects);
  for (int i = 0; i < o->count; i++) {
    if (!o->object[i].record) continue;
    const int64_t time_ns = (int64_t)o->object[i].record->record.time_ns;
    o->event[o->events++] = (event){time_ns - (o->object[i].process == process ? 0 : later), i, NULL};
  }
  qsort(o->event, (size_t)o->events, sizeof *o->event, compare_events);
  for (int l = 0; l < 2; l++) TC_TRY(tc_ordered_set_init(&o->pool, o->count, &o->live[l]));
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

/* Returns the number of objects that begin at lower addresses than `address`. */
static int count_before(const tb_live_allocations *o, uint64_t address) {
  int at;
  TC_SEARCH(at, o->count, o->object[at].begin < address);
  return at;
}

/* Returns the index of the last object that begins at or before an address; -1 if there is none. */
static int up_to(const tb_live_allocations *o, uint64_t address) {
  return (address == UINT64_MAX ? o->count : count_before(o, address + 1)) - 1;
}

/* Stores the part of the object `whole` from the address `high` on as a separate live object. `layer` is the
 * index in `live`. */
static void store_rest(tb_live_allocations *o, int layer, tb_live_allocation whole, uint64_t high) {
  const int rest = count_before(o, high);
  if (whole.end <= high) return;
  whole.begin = high;
  o->object[rest] = whole;
  tc_ordered_set_add(&o->live[layer], rest);
}

/* Ends all live objects of live[layer] that overlap the addresses from `low` up to, but not including,
 * `high`. If `partly` is true, only the overlapping part of each object ends. */
static void clear_range(tb_live_allocations *o, int layer, uint64_t low, uint64_t high, bool partly) {
  tc_ordered_set *live = &o->live[layer];
  if (high <= low) return;
  for (int i = tc_ordered_set_find_at_or_below(live, up_to(o, high - 1)); i >= 0 && o->object[i].end > low;
       i = tc_ordered_set_find_at_or_below(live, i - 1)) {
    const tb_live_allocation object = o->object[i];
    if (partly && object.begin < low)
      o->object[i].end = low;
    else
      tc_ordered_set_remove(live, i);
    if (partly) store_rest(o, layer, object, high);
  }
}

static void add_allocation(tb_live_allocations *o, int number) {
  const tb_live_allocation *object = &o->object[number];
  const bool mapped = object->record->mapped != 0;
  clear_range(o, mapped, object->begin, object->end, mapped);
  tc_ordered_set_add(&o->live[mapped], number);
}

static void free_allocation(tb_live_allocations *o, const ts_file_free *freed) {
  const int i = tc_ordered_set_find_at_or_below(&o->live[0], up_to(o, freed->address));
  if (freed->bytes > 0)
    clear_range(o, 1, freed->address, freed->address + freed->bytes, true);
  else if (i >= 0 && o->object[i].begin == freed->address)
    tc_ordered_set_remove(&o->live[0], i);
}

void tb_live_allocations_advance(tb_live_allocations *o, uint64_t time_ns) {
  for (; o->done < o->events && o->event[o->done].time_ns <= (int64_t)time_ns; o->done++) {
    const event *e = &o->event[o->done];
    if (e->freed)
      free_allocation(o, e->freed);
    else
      add_allocation(o, e->object);
  }
}

const tb_live_allocation *tb_live_allocations_find(const tb_live_allocations *o, uint64_t address) {
  const tb_live_allocation *best = NULL;
  for (int l = 0; l < 2; l++) {
    const int i = tc_ordered_set_find_at_or_below(&o->live[l], up_to(o, address));
    if (i >= 0 && address < o->object[i].end && (!best || o->object[i].begin > best->begin))
      best = &o->object[i];
  }
  return best;
}
