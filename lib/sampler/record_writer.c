/* Writes records to blocks of the output file (see record_writer.h). Blocks are mapped into memory. A full
 * block is unmapped and replaced by the next block of the file. Each thread writes to its own block in its
 * signal handler. Records that are not written by a signal handler share one more block. */
#include "sampler/record_writer.h"

#include <fcntl.h>
#include <sched.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

#include "sampler/process_state.h"
#include "sampler/thread.h"

/* ---- blocks ---- */

static bool is_output_file(const ts_state *state, int file) {
  ts_identity identity;
  return ts_sys_get_identity(file, &identity) && identity.device == state->identity.device &&
         identity.file == state->identity.file;
}

/* Opens the output file again if the program has closed its descriptor or reused the number. If several
 * threads do this at the same time, all use the descriptor of the first. Returns false on failure. */
static bool ensure_file_open(ts_state *state) {
  int old_file = state->file;
  if (is_output_file(state, old_file)) return true;
  const int opened = ts_sys_open(state->path, O_RDWR);
  if (opened < 0) return false;
  const int file = ts_sys_move_descriptor(opened);
  if (atomic_compare_exchange_strong(&state->file, &old_file, file)) return is_output_file(state, file);
  ts_sys_close(file);
  return is_output_file(state, old_file);
}

/* Time before a block is requested again after the disk was full. */
static const uint64_t retry_delay_ns = 10000000;

static unsigned char *map_next_block(ts_state *state) {
  if (ts_state_elapsed_ns() < state->retry_time_ns) return NULL;
  uint32_t index = atomic_exchange(&state->retry_block, 0);
  uint32_t no_block = 0;
  if (!ensure_file_open(state)) return NULL;
  if (index == 0) index = atomic_fetch_add(&state->blocks, 1);
  const off_t from = (off_t)index * TS_SAMPLER_BLOCK;
  unsigned char *memory = NULL;
  if (ts_sys_reserve(state->file, from, TS_SAMPLER_BLOCK))
    memory = ts_sys_map(TS_SAMPLER_BLOCK, state->file, from);
  if (memory) return memory;
  atomic_compare_exchange_strong(&state->retry_block, &no_block, index);
  state->retry_time_ns = ts_state_elapsed_ns() + retry_delay_ns;
  return NULL;
}

/* Returns the address of `bytes` free bytes (at most TS_SAMPLER_BLOCK) in the block, or in the next block of
 * the file if the block is full. Returns NULL if no further block can be opened. */
static void *reserve_bytes(ts_block_writer *block, uint32_t bytes) {
  if (!block->block || block->used + bytes > TS_SAMPLER_BLOCK) {
    unsigned char *memory = map_next_block(ts_process_state);
    if (!memory) return NULL;
    unsigned char *full = block->block;
    *block = (ts_block_writer){memory, 0};
    ts_sys_unmap(full, TS_SAMPLER_BLOCK);
  }
  return block->block + block->used;
}

/* ---- records ---- */

void *ts_record_begin(ts_block_writer *block, ts_file_kind kind, uint32_t bytes, uint32_t weight) {
  ts_file_record *record = reserve_bytes(block, bytes);
  if (!record) {
    ts_state_add_count(&ts_process_state->header->lost, weight);
    return NULL;
  }
  record->kind = kind;
  record->thread = ts_this_thread ? ts_this_thread->number : 0;
  record->time_ns = ts_state_elapsed_ns();
  return record;
}

void ts_record_end(ts_block_writer *block, ts_file_record *record, uint32_t bytes) {
  __atomic_store_n(&record->size, bytes, __ATOMIC_RELEASE);
  block->used += bytes;
}

ts_block_writer *ts_record_lock(void) {
  /* number that identifies the calling thread: the address of one of its thread-local variables */
  const uintptr_t self = (uintptr_t)&ts_this_thread;
  uintptr_t no_owner = 0;
  if (ts_process_state->lock_owner == self) {
    ts_state_add_count(&ts_process_state->header->lost, 1);
    return NULL;
  }
  for (int attempt = 1; !atomic_compare_exchange_weak(&ts_process_state->lock_owner, &no_owner, self);
       attempt++) {
    if (attempt % 64 == 0) sched_yield();
    no_owner = 0;
  }
  return &ts_process_state->shared_block;
}

void ts_record_unlock(void) { ts_process_state->lock_owner = 0; }

void ts_record_write_note(const char *format, ...) {
  char text[1024] = {0};
  va_list arguments;
  va_start(arguments, format);
  const int length = vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  if (length < 0) return;
  const size_t used = strlen(text) / 8 * 8 + 8;
  const uint32_t bytes = (uint32_t)(sizeof(ts_file_note) + used);
  ts_block_writer *block = ts_record_lock();
  if (!block) return;
  ts_file_note *note = ts_record_begin(block, TS_SAMPLER_NOTE, bytes, 1);
  if (note) {
    memcpy(note->text, text, used);
    ts_record_end(block, &note->record, bytes);
  }
  ts_record_unlock();
}
