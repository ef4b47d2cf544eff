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

static bool is_file(const ts_state *state, int file) {
  ts_identity identity;
  return ts_system_identity(file, &identity) && identity.device == state->identity.device &&
         identity.file == state->identity.file;
}

/* True if the output file is open. Opens it again if the program has closed its descriptor or reused the
 * number. If several threads notice this at the same time, each of them opens the file, and all use the
 * descriptor of the first. */
static bool is_open(ts_state *state) {
  int before = state->file;
  if (is_file(state, before)) return true;
  const int opened = ts_sys_open(state->path, O_RDWR);
  if (opened < 0) return false;
  const int file = ts_sys_move_descriptor(opened);
  if (atomic_compare_exchange_strong(&state->file, &before, file)) return is_file(state, file);
  ts_sys_close(file);
  return is_file(state, before);
}

/* Time in ns to wait before a block is requested again after the disk was full. */
static const uint64_t pause_ns = 10000000;

static unsigned char *open_block(ts_state *state) {
  if (ts_state_time() < state->patient_ns) return NULL;
  uint32_t index = atomic_exchange(&state->unfound, 0);
  uint32_t none = 0;
  if (!is_open(state)) return NULL;
  if (index == 0) index = atomic_fetch_add(&state->blocks, 1);
  const off_t from = (off_t)index * TS_SAMPLER_BLOCK;
  unsigned char *at = NULL;
  if (ts_system_reserve(state->file, from, TS_SAMPLER_BLOCK))
    at = ts_system_map(TS_SAMPLER_BLOCK, state->file, from);
  if (at) return at;
  atomic_compare_exchange_strong(&state->unfound, &none, index);
  state->patient_ns = ts_state_time() + pause_ns;
  return NULL;
}

/* Returns the address of `bytes` free bytes (at most TS_SAMPLER_BLOCK) in the block, or in the next block of
 * the file if the block is full. Returns NULL if no further block can be opened. */
static void *reserve_bytes(ts_block_writer *block, uint32_t bytes) {
  if (!block->at || block->used + bytes > TS_SAMPLER_BLOCK) {
    unsigned char *at = open_block(ts_state_now);
    if (!at) return NULL;
    unsigned char *full = block->at;
    *block = (ts_block_writer){at, 0};
    ts_system_unmap(full, TS_SAMPLER_BLOCK);
  }
  return block->at + block->used;
}

/* ---- records ---- */

void *ts_record_begin(ts_block_writer *block, ts_file_kind kind, uint32_t bytes, uint32_t weight) {
  ts_file_record *record = reserve_bytes(block, bytes);
  if (!record) {
    ts_state_count(&ts_state_now->header->lost, weight);
    return NULL;
  }
  record->kind = kind;
  record->thread = ts_self ? ts_self->number : 0;
  record->time_ns = ts_state_time();
  return record;
}

void ts_record_end(ts_block_writer *block, ts_file_record *record, uint32_t bytes) {
  __atomic_store_n(&record->size, bytes, __ATOMIC_RELEASE);
  block->used += bytes;
}

ts_block_writer *ts_record_lock(void) {
  /* number that identifies the calling thread: the address of one of its thread-local variables */
  const uintptr_t self = (uintptr_t)&ts_self;
  uintptr_t nobody = 0;
  if (ts_state_now->holder == self) {
    ts_state_count(&ts_state_now->header->lost, 1);
    return NULL;
  }
  for (int turn = 1; !atomic_compare_exchange_weak(&ts_state_now->holder, &nobody, self); turn++) {
    if (turn % 64 == 0) sched_yield();
    nobody = 0;
  }
  return &ts_state_now->events;
}

void ts_record_unlock(void) { ts_state_now->holder = 0; }

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
