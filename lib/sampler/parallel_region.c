#include "sampler/parallel_region.h"

#include <string.h>

#include "sampler/module_list.h"
#include "sampler/process_state.h"
#include "sampler/record_writer.h"
#include "sampler/syscalls.h"
#include "sampler/thread.h"
#include "sampler/unwind.h"

enum { region_sets = 64, region_ways = 4 };

/* A parallel region that this thread has started. If the thread starts the region again, it uses the same
 * tag, provided that the return addresses in `stack` are still at the same stack addresses. */
typedef struct region {
  /* `code`: return address in the program; `frame`: address in the caller's stack frame; `outer_tag`: tag of
   * the enclosing region; `tag`: tag of this region, 0 if the table entry is unused */
  uint64_t code, frame, outer_tag, tag;
  uint32_t depth;
  /* [depth] return addresses of the callers (without `code`), and the stack addresses that contain them */
  uint64_t stack[TS_SAMPLER_DEPTH], slot[TS_SAMPLER_DEPTH];
} region;

struct ts_region_table {
  region region[region_sets][region_ways];
  /* number of entries replaced so far; the next entry to replace has the index `replaced` % `region_ways` in
   * its row of the table */
  uint32_t replaced;
};

static bool is_same_region(const region *r, uint64_t code, uint64_t frame, uint64_t outer_tag,
                           ts_readable_range readable) {
  readable.known_address = frame;
  if (r->tag == 0 || r->code != code || r->frame != frame || r->outer_tag != outer_tag) return false;
  for (uint32_t d = 0; d < r->depth; d++)
    if (!ts_unwind_frame_is_valid(r->slot[d], r->stack[d], &readable)) return false;
  return true;
}

/* Returns the `region_ways` table entries that may contain the region. Allocates the table at the first call;
 * returns NULL if that fails. */
static region *find_region_set(ts_thread *self, uint64_t code, uint64_t frame) {
  if (!self->region_table) self->region_table = ts_sys_map(sizeof *self->region_table, -1, 0);
  if (!self->region_table) return NULL;
  const uint64_t key = (code ^ frame * 31) * 11400714819323198485u;
  return self->region_table->region[(key >> 32) % region_sets];
}

static void write_region(const region *r) {
  const uint32_t depth = r->depth + 1, bytes = (uint32_t)(sizeof(ts_file_region) + depth * sizeof(uint64_t));
  ts_block_writer *block = ts_record_lock();
  if (!block) return;
  ts_modules_add_for_addresses(&r->code, 1, block);
  ts_modules_add_for_addresses(r->stack, r->depth, block);
  ts_file_region *record = ts_record_begin(block, TS_SAMPLER_REGION, bytes, 1);
  if (record) {
    record->tag = r->tag;
    record->outer_tag = r->outer_tag;
    record->depth = depth;
    record->stack[0] = r->code;
    memcpy(record->stack + 1, r->stack, r->depth * sizeof *r->stack);
    ts_record_end(block, &record->record, bytes);
  }
  ts_record_unlock();
}

static void record_region(region *r, uint64_t boundary) {
  ts_stack_walk walk = {.start_address = r->code,
                        .boundary = boundary,
                        .stack = r->stack,
                        .slot = r->slot,
                        .capacity = TS_SAMPLER_DEPTH - 1};
  ts_unwind(&walk);
  r->depth = walk.region_depth;
  r->tag = atomic_fetch_add(&ts_process_state->region_tags, 1) + 1;
  write_region(r);
}

uint64_t ts_region_tag(uint64_t code, uint64_t frame) {
  ts_thread *self = ts_this_thread;
  region *set = self && ts_process_is_attached() ? find_region_set(self, code, frame) : NULL;
  if (!set) return 0;
  for (int w = 0; w < region_ways; w++)
    if (is_same_region(&set[w], code, frame, self->region_tag, self->readable)) return set[w].tag;
  region *entry = &set[self->region_table->replaced++ % region_ways];
  *entry = (region){.code = code, .frame = frame, .outer_tag = self->region_tag};
  record_region(entry, self->region_tag ? self->region_boundary : 0);
  return entry->tag;
}

void ts_region_enter_as_helper(uint64_t tag, uint64_t boundary) {
  ts_thread *self = ts_this_thread;
  if (!self || tag == 0) return;
  /* The tag is cleared first, so that a signal handler that runs between the next two assignments cannot use
   * the old tag with the new boundary. */
  self->region_tag = 0;
  atomic_signal_fence(memory_order_seq_cst);
  self->region_boundary = boundary;
  atomic_signal_fence(memory_order_seq_cst);
  self->region_tag = tag;
}

void ts_regions_free(ts_region_table *table) { ts_sys_unmap(table, sizeof *table); }
