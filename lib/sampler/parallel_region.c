#include "sampler/parallel_region.h"

#include <string.h>

#include "sampler/module_list.h"
#include "sampler/process_state.h"
#include "sampler/record_writer.h"
#include "sampler/syscalls.h"
#include "sampler/thread.h"
#include "sampler/unwind.h"

enum { sets = 64, ways = 4 };

/* Table entry of a parallel region that this thread has entered before. When the thread enters the region
 * again, it uses the same tag if the return addresses in `stack` are still at their stack slots. */
typedef struct region {
  /* `code`: return address in the program; `frame`: address in the caller's stack frame; `outer`: tag of the
   * enclosing region; `tag`: tag of this region, 0 if the table entry is unused */
  uint64_t code, frame, outer, tag;
  uint32_t depth;
  /* [depth] return addresses of the callers (without `code`), and the stack addresses that contain them */
  uint64_t stack[TS_SAMPLER_DEPTH], slot[TS_SAMPLER_DEPTH];
} region;

struct ts_region_table {
  region region[sets][ways];
  /* number of entries replaced so far; the next one to replace has index `turn` % `ways` in its group */
  uint32_t turn;
};

static bool is_same(const region *r, uint64_t code, uint64_t frame, uint64_t outer,
                    ts_readable_range ground) {
  ground.known = frame;
  if (r->tag == 0 || r->code != code || r->frame != frame || r->outer != outer) return false;
  for (uint32_t d = 0; d < r->depth; d++)
    if (!ts_unwind_frame_is_valid(r->slot[d], r->stack[d], &ground)) return false;
  return true;
}

/* Returns the group of `ways` table entries that may contain the region with this code and frame address.
 * Allocates the table at the first call; returns NULL if that fails. */
static region *find_set(ts_thread *self, uint64_t code, uint64_t frame) {
  if (!self->spawns) self->spawns = ts_system_map(sizeof *self->spawns, -1, 0);
  if (!self->spawns) return NULL;
  const uint64_t key = (code ^ frame * 31) * 11400714819323198485u;
  return self->spawns->region[(key >> 32) % sets];
}

static void write_spawn(const region *r) {
  const uint32_t depth = r->depth + 1, bytes = (uint32_t)(sizeof(ts_file_region) + depth * sizeof(uint64_t));
  ts_block_writer *block = ts_record_lock();
  if (!block) return;
  ts_modules_add_for_addresses(&r->code, 1, block);
  ts_modules_add_for_addresses(r->stack, r->depth, block);
  ts_file_region *spawn = ts_record_begin(block, TS_SAMPLER_REGION, bytes, 1);
  if (spawn) {
    spawn->spawn = r->tag;
    spawn->outer = r->outer;
    spawn->depth = depth;
    spawn->stack[0] = r->code;
    memcpy(spawn->stack + 1, r->stack, r->depth * sizeof *r->stack);
    ts_record_end(block, &spawn->record, bytes);
  }
  ts_record_unlock();
}

static void enter_region(region *r, uint64_t boundary) {
  ts_stack_walk walk = {.start = r->code,
                        .boundary = boundary,
                        .stack = r->stack,
                        .slot = r->slot,
                        .capacity = TS_SAMPLER_DEPTH - 1};
  ts_unwind(&walk);
  r->depth = walk.within;
  r->tag = atomic_fetch_add(&ts_state_now->spawns, 1) + 1;
  write_spawn(r);
}

uint64_t ts_region_tag(uint64_t code, uint64_t frame) {
  ts_thread *self = ts_self;
  region *set = self && ts_attached() ? find_set(self, code, frame) : NULL;
  if (!set) return 0;
  for (int w = 0; w < ways; w++)
    if (is_same(&set[w], code, frame, self->spawn, self->ground)) return set[w].tag;
  region *next = &set[self->spawns->turn++ % ways];
  *next = (region){.code = code, .frame = frame, .outer = self->spawn};
  enter_region(next, self->spawn ? self->boundary : 0);
  return next->tag;
}

void ts_region_enter_as_helper(uint64_t tag, uint64_t boundary) {
  ts_thread *self = ts_self;
  if (!self || tag == 0) return;
  /* A signal handler that runs between the next two assignments must not combine the old tag with the new
   * boundary. */
  self->spawn = 0;
  atomic_signal_fence(memory_order_seq_cst);
  self->boundary = boundary;
  atomic_signal_fence(memory_order_seq_cst);
  self->spawn = tag;
}

void ts_regions_free(ts_region_table *table) { ts_system_unmap(table, sizeof *table); }
