#include "sampler/record_writer.h"

#include <sched.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "sampler/process_state.h"
#include "sampler/thread.h"

void *tc_record_begin(tc_block *block, tc_sampler_kind kind, uint32_t bytes, uint32_t weight) {
  tc_sampler_record *record = tc_block_reserve(block, bytes);
  if (!record) {
    tc_state_count(&tc_state_now->header->lost, weight);
    return NULL;
  }
  record->kind = kind;
  record->thread = tc_self ? tc_self->number : 0;
  record->time_ns = tc_state_time();
  return record;
}

void tc_record_end(tc_block *block, tc_sampler_record *record, uint32_t bytes) {
  __atomic_store_n(&record->size, bytes, __ATOMIC_RELEASE);
  block->used += bytes;
}

tc_block *tc_record_hold(void) {
  const uintptr_t self = (uintptr_t)&tc_self; /* no two threads have it at one address */
  uintptr_t nobody = 0;
  if (tc_state_now->holder == self) {
    tc_state_count(&tc_state_now->header->lost, 1);
    return NULL;
  }
  for (int turn = 1; !atomic_compare_exchange_weak(&tc_state_now->holder, &nobody, self); turn++) {
    if (turn % 64 == 0) sched_yield();
    nobody = 0;
  }
  return &tc_state_now->events;
}

void tc_record_release(void) { tc_state_now->holder = 0; }

void ts_record_write_note(const char *format, ...) {
  char text[1024] = {0};
  va_list arguments;
  va_start(arguments, format);
  const int length = vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  if (length < 0) return;
  const size_t used = strlen(text) / 8 * 8 + 8;
  const uint32_t bytes = (uint32_t)(sizeof(tc_sampler_note) + used);
  tc_block *block = tc_record_hold();
  if (!block) return;
  tc_sampler_note *note = tc_record_begin(block, TC_SAMPLER_NOTE, bytes, 1);
  if (note) {
    memcpy(note->text, text, used);
    tc_record_end(block, &note->record, bytes);
  }
  tc_record_release();
}
