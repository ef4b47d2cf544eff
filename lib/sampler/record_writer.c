#include "sampler/record_writer.h"

#include <sched.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "sampler/process_state.h"
#include "sampler/thread.h"

void *ts_record_begin(ts_block_writer *block, ts_file_kind kind, uint32_t bytes, uint32_t weight) {
  ts_file_record *record = ts_block_writer_reserve(block, bytes);
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
