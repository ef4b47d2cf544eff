/* Records allocations with limited cost (see allocation_log.h). A hash table holds the most recently recorded
 * allocations by address. After the first `allocations_with_stack` allocations of the process, a free only
 * marks the allocation as freed in the table. If the same caller then gets the same address again, neither
 * the free nor the new allocation has a record. The thread holds the record lock (record_writer.h) while it
 * writes records. */
#include "sampler/allocation_log.h"

#include <errno.h>
#include <string.h>

#include "sampler/module_list.h"
#include "sampler/process_state.h"
#include "sampler/record_writer.h"
#include "sampler/thread.h"
#include "sampler/unwind.h"

/* Limits for programs that allocate continuously: number of allocations that are recorded with their whole
 * call stack, and maximum number of recorded allocations. */
enum { allocations_with_stack = 20000, allocations_max = 1000000 };

bool ts_allocations_are_recorded(size_t bytes) {
  return ts_process_is_attached() && bytes >= ts_process_state->header->object_bytes;
}

static ts_allocation *find_entry(uint64_t address) {
  return &ts_process_state
              ->recent_allocation[(address >> 4) * 11400714819323198485u >> 32 & (TS_STATE_ALLOCATIONS - 1)];
}

static void write_free(uint64_t address, uint64_t bytes, ts_block_writer *block) {
  ts_file_free *record = ts_record_begin(block, TS_SAMPLER_FREE, sizeof *record, 1);
  if (!record) return;
  record->address = address;
  record->bytes = bytes;
  ts_record_end(block, &record->record, sizeof *record);
}

static void write_allocation(const ts_allocation *allocation, const ts_stack_walk *walk, bool mapped,
                             ts_block_writer *block) {
  const uint32_t bytes = (uint32_t)(sizeof(ts_file_allocation) + (1 + walk->depth) * sizeof(uint64_t));
  ts_modules_add_for_addresses(&allocation->caller, 1, block);
  ts_modules_add_for_addresses(walk->stack, walk->depth, block);
  ts_file_allocation *record = ts_record_begin(block, TS_SAMPLER_ALLOCATE, bytes, 1);
  if (!record) return;
  record->address = allocation->address;
  record->bytes = allocation->bytes;
  record->mapped = mapped;
  record->depth = 1 + walk->depth;
  record->stack[0] = allocation->caller;
  memcpy(record->stack + 1, walk->stack, walk->depth * sizeof *walk->stack);
  ts_record_end(block, &record->record, bytes);
}

/* Clears a table entry. If the allocation is marked as freed, first writes the record of the free. */
static void flush_entry(ts_allocation *entry, ts_block_writer *block) {
  if (entry->is_freed) write_free(entry->address, 0, block);
  *entry = (ts_allocation){0};
}

static bool is_repeated_allocation(const ts_allocation *entry, const ts_allocation *new) {
  return entry->is_freed && entry->address == new->address && entry->bytes >= new->bytes &&
         entry->caller == new->caller;
}

/* Records a new allocation. The caller must hold the record lock. Writes no record if the table contains a
 * freed allocation at this address by the same caller. The entry then becomes valid again. */
static void record_allocation(const ts_allocation *new, const ts_stack_walk *walk, bool mapped,
                              ts_block_writer *block) {
  ts_allocation *entry = find_entry(new->address);
  if (is_repeated_allocation(entry, new)) {
    entry->is_freed = false;
    return;
  }
  flush_entry(entry, block);
  if (ts_process_state->allocations_recorded == allocations_max) {
    ts_process_state->header->truncated_objects = 2;
    return;
  }
  ts_process_state->allocations_recorded++;
  *entry = *new;
  write_allocation(new, walk, mapped, block);
}

bool ts_allocations_contain(const void *at) {
  const uint64_t address = (uint64_t)(uintptr_t)at;
  return find_entry(address)->address == address;
}

void ts_allocations_add(const void *at, size_t bytes, const void *caller, bool mapped) {
  const int error = errno;
  uint64_t stack[TS_SAMPLER_STACK - 1];
  const ts_allocation new = {(uint64_t)(uintptr_t)at, bytes, (uint64_t)(uintptr_t)caller, false};
  ts_stack_walk walk = {.start_address = new.caller, .stack = stack, .capacity = TS_SAMPLER_STACK - 1};
  const bool records_stack =
      atomic_fetch_add(&ts_process_state->allocation_calls, 1) < allocations_with_stack;
  if (records_stack)
    ts_unwind(&walk);
  else
    ts_process_state->header->truncated_objects = 1;
  ts_block_writer *block = ts_record_lock();
  if (block) {
    record_allocation(&new, &walk, mapped, block);
    ts_record_unlock();
  }
  errno = error;
}

/* Records that an allocation, or a part of it, is freed. The caller must hold the record lock. After the
 * first `allocations_with_stack` allocations, freeing a whole allocation only marks the table entry as freed.
 * The record of the free is written when the entry is reused for another allocation. */
static void record_removal(uint64_t address, uint64_t bytes, ts_block_writer *block) {
  ts_allocation *entry = find_entry(address);
  const bool is_in_table = entry->address == address;
  if (!is_in_table && ts_process_state->allocations_recorded == allocations_max) return;
  if (is_in_table && bytes == 0 && ts_process_state->allocation_calls >= allocations_with_stack) {
    entry->is_freed = true;
    return;
  }
  if (is_in_table) *entry = (ts_allocation){0};
  write_free(address, bytes, block);
}

void ts_allocations_remove(const void *at, size_t bytes) {
  const int error = errno;
  ts_block_writer *block = ts_record_lock();
  if (block) {
    record_removal((uint64_t)(uintptr_t)at, bytes, block);
    ts_record_unlock();
  }
  errno = error;
}
