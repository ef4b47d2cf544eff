#include "sampler/allocation_log.h"

#include <errno.h>
#include <string.h>

#include "sampler/module_list.h"
#include "sampler/process_state.h"
#include "sampler/record_writer.h"
#include "sampler/thread.h"
#include "sampler/unwind.h"

/* Programs that allocate all the time are spared. So many allocations have stacks. From then on they say who
 * called alone, and nothing at all when the same caller gets the same memory again; and so many are said at
 * most. */
enum { with_stacks = 20000, most = 1000000 };

bool tc_objects_want(size_t bytes) { return tc_attached() && bytes >= tc_state_now->header->object_bytes; }

static ts_allocation *place_of(uint64_t at) {
  return &tc_state_now->place[(at >> 4) * 11400714819323198485u >> 32 & (TC_STATE_PLACES - 1)];
}

static void write_free(uint64_t at, uint64_t bytes, tc_block *block) {
  tc_sampler_free *record = tc_record_begin(block, TC_SAMPLER_FREE, sizeof *record, 1);
  if (!record) return;
  record->address = at;
  record->bytes = bytes;
  tc_record_end(block, &record->record, sizeof *record);
}

static void write_allocation(const ts_allocation *place, const ts_stack_walk *walk, bool mapped,
                             tc_block *block) {
  const uint32_t bytes = (uint32_t)(sizeof(tc_sampler_allocate) + (1 + walk->depth) * sizeof(uint64_t));
  tc_modules_meet(&place->caller, 1, block);
  tc_modules_meet(walk->stack, walk->depth, block);
  tc_sampler_allocate *record = tc_record_begin(block, TC_SAMPLER_ALLOCATE, bytes, 1);
  if (!record) return;
  record->address = place->at;
  record->bytes = place->bytes;
  record->mapped = mapped;
  record->depth = 1 + walk->depth;
  record->stack[0] = place->caller;
  memcpy(record->stack + 1, walk->stack, walk->depth * sizeof *walk->stack);
  tc_record_end(block, &record->record, bytes);
}

/* What was freed there, and is not said yet. */
static void settle(ts_allocation *place, tc_block *block) {
  if (place->gone) write_free(place->at, 0, block);
  *place = (ts_allocation){0};
}

static bool is_again(const ts_allocation *place, const ts_allocation *now) {
  return place->gone && place->at == now->at && place->bytes >= now->bytes && place->caller == now->caller;
}

/* The block is held. */
static void enter(const ts_allocation *now, const ts_stack_walk *walk, bool mapped, tc_block *block) {
  ts_allocation *place = place_of(now->at);
  if (is_again(place, now)) {
    place->gone = false;
    return;
  }
  settle(place, block);
  if (tc_state_now->said == most) {
    tc_state_now->header->truncated_objects = 2;
    return;
  }
  tc_state_now->said++;
  *place = *now;
  write_allocation(now, walk, mapped, block);
}

bool tc_objects_know(const void *at) {
  const uint64_t address = (uint64_t)(uintptr_t)at;
  return place_of(address)->at == address;
}

void tc_objects_add(const void *at, size_t bytes, const void *caller, bool mapped) {
  const int error = errno;
  uint64_t stack[TC_SAMPLER_STACK - 1];
  const ts_allocation now = {(uint64_t)(uintptr_t)at, bytes, (uint64_t)(uintptr_t)caller, false};
  ts_stack_walk walk = {.start = now.caller, .stack = stack, .room = TC_SAMPLER_STACK - 1};
  const bool more = atomic_fetch_add(&tc_state_now->objects, 1) < with_stacks;
  if (more)
    tc_unwind(&walk);
  else
    tc_state_now->header->truncated_objects = 1;
  tc_block *block = tc_record_hold();
  if (block) {
    enter(&now, &walk, mapped, block);
    tc_record_release();
  }
  errno = error;
}

/* The block is held. */
static void leave(uint64_t address, uint64_t bytes, tc_block *block) {
  ts_allocation *place = place_of(address);
  const bool here = place->at == address;
  if (!here && tc_state_now->said == most) return;
  if (here && bytes == 0 && tc_state_now->objects >= with_stacks) {
    place->gone = true;
    return;
  }
  if (here) *place = (ts_allocation){0};
  write_free(address, bytes, block);
}

void tc_objects_remove(const void *at, size_t bytes) {
  const int error = errno;
  tc_block *block = tc_record_hold();
  if (block) {
    leave((uint64_t)(uintptr_t)at, bytes, block);
    tc_record_release();
  }
  errno = error;
}
