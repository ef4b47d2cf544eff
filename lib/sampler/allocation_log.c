/* Records allocations with limited cost (see allocation_log.h). A hash table holds the most recently recorded
 * allocations by address. After the first `with_stacks` allocations of the process, a freed allocation is
 * only marked as removed in the table. If the same caller then gets the same address again, no record is
 * written. The thread holds the record lock (record_writer.h) while it writes records. */
#include "sampler/allocation_log.h"

#include <errno.h>
#include <string.h>

#include "sampler/module_list.h"
#include "sampler/process_state.h"
#include "sampler/record_writer.h"
#include "sampler/thread.h"
#include "sampler/unwind.h"

/* Limits for programs that allocate continuously. The whole call stack is recorded for the first
 * `with_stacks` allocations, and only the caller for later ones. A later allocation is not recorded if the
 * same caller allocated the same address before and that allocation was freed. At most `most` allocations are
 * recorded. */
enum { with_stacks = 20000, most = 1000000 };

bool ts_allocations_are_recorded(size_t bytes) {
  return ts_attached() && bytes >= ts_state_now->header->object_bytes;
}

static ts_allocation *entry_of(uint64_t at) {
  return &ts_state_now->place[(at >> 4) * 11400714819323198485u >> 32 & (TS_STATE_ALLOCATIONS - 1)];
}

static void write_free(uint64_t at, uint64_t bytes, ts_block_writer *block) {
  ts_file_free *record = ts_record_begin(block, TS_SAMPLER_FREE, sizeof *record, 1);
  if (!record) return;
  record->address = at;
  record->bytes = bytes;
  ts_record_end(block, &record->record, sizeof *record);
}

static void write_allocation(const ts_allocation *place, const ts_stack_walk *walk, bool mapped,
                             ts_block_writer *block) {
  const uint32_t bytes = (uint32_t)(sizeof(ts_file_allocation) + (1 + walk->depth) * sizeof(uint64_t));
  ts_modules_add_for_addresses(&place->caller, 1, block);
  ts_modules_add_for_addresses(walk->stack, walk->depth, block);
  ts_file_allocation *record = ts_record_begin(block, TS_SAMPLER_ALLOCATE, bytes, 1);
  if (!record) return;
  record->address = place->at;
  record->bytes = place->bytes;
  record->mapped = mapped;
  record->depth = 1 + walk->depth;
  record->stack[0] = place->caller;
  memcpy(record->stack + 1, walk->stack, walk->depth * sizeof *walk->stack);
  ts_record_end(block, &record->record, bytes);
}

/* Clears a table entry. If its allocation was freed and the record of the removal is not written yet, writes
 * this record first. */
static void flush_entry(ts_allocation *place, ts_block_writer *block) {
  if (place->gone) write_free(place->at, 0, block);
  *place = (ts_allocation){0};
}

static bool is_again(const ts_allocation *place, const ts_allocation *now) {
  return place->gone && place->at == now->at && place->bytes >= now->bytes && place->caller == now->caller;
}

/* The caller holds the record lock. Adds an allocation to the table and writes its record. Writes no record
 * if the same code (return address) allocated this address before and the program has freed it since. */
static void enter_allocation(const ts_allocation *now, const ts_stack_walk *walk, bool mapped,
                             ts_block_writer *block) {
  ts_allocation *place = entry_of(now->at);
  if (is_again(place, now)) {
    place->gone = false;
    return;
  }
  flush_entry(place, block);
  if (ts_state_now->recorded == most) {
    ts_state_now->header->truncated_objects = 2;
    return;
  }
  ts_state_now->recorded++;
  *place = *now;
  write_allocation(now, walk, mapped, block);
}

bool ts_allocations_contain(const void *at) {
  const uint64_t address = (uint64_t)(uintptr_t)at;
  return entry_of(address)->at == address;
}

void ts_allocations_add(const void *at, size_t bytes, const void *caller, bool mapped) {
  const int error = errno;
  uint64_t stack[TS_SAMPLER_STACK - 1];
  const ts_allocation now = {(uint64_t)(uintptr_t)at, bytes, (uint64_t)(uintptr_t)caller, false};
  ts_stack_walk walk = {.start = now.caller, .stack = stack, .capacity = TS_SAMPLER_STACK - 1};
  const bool more = atomic_fetch_add(&ts_state_now->objects, 1) < with_stacks;
  if (more)
    ts_unwind(&walk);
  else
    ts_state_now->header->truncated_objects = 1;
  ts_block_writer *block = ts_record_lock();
  if (block) {
    enter_allocation(&now, &walk, mapped, block);
    ts_record_unlock();
  }
  errno = error;
}

/* The caller holds the record lock. Removes an allocation from the table and writes a record of the removal.
 * After the first `with_stacks` allocations, the removal of a whole allocation only marks the table entry as
 * freed. Its record is written when the entry is reused. */
static void leave_allocation(uint64_t address, uint64_t bytes, ts_block_writer *block) {
  ts_allocation *place = entry_of(address);
  const bool here = place->at == address;
  if (!here && ts_state_now->recorded == most) return;
  if (here && bytes == 0 && ts_state_now->objects >= with_stacks) {
    place->gone = true;
    return;
  }
  if (here) *place = (ts_allocation){0};
  write_free(address, bytes, block);
}

void ts_allocations_remove(const void *at, size_t bytes) {
  const int error = errno;
  ts_block_writer *block = ts_record_lock();
  if (block) {
    leave_allocation((uint64_t)(uintptr_t)at, bytes, block);
    ts_record_unlock();
  }
  errno = error;
}
