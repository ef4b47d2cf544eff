#include <string.h>

#include "blame/samples/sample_file.h"

static bool is_text(const char *text, size_t room) { return memchr(text, 0, room) != NULL; }

/* An array of 8 bytes each behind what is fixed. */
static bool holds(const tc_sampler_record *record, size_t fixed, uint32_t depth, uint32_t most) {
  return depth <= most && record->size >= fixed + depth * sizeof(uint64_t);
}

static bool is_sample(const tc_sampler_record *record) {
  const tc_sampler_sample *sample = (const tc_sampler_sample *)record;
  const uint32_t most_weight = 1u << 30;
  return record->size >= sizeof *sample && holds(record, sizeof *sample, sample->depth, TC_SAMPLER_DEPTH) &&
         sample->spawn_depth <= sample->depth && sample->weight > 0 && sample->weight <= most_weight &&
         sample->state <= TC_SAMPLER_OPENMP_WAIT;
}

static bool is_spawn(const tc_sampler_record *record) {
  const tc_sampler_spawn *spawn = (const tc_sampler_spawn *)record;
  return record->size >= sizeof *spawn && holds(record, sizeof *spawn, spawn->depth, TC_SAMPLER_DEPTH) &&
         spawn->outer < spawn->spawn;
}

static bool is_allocation(const tc_sampler_record *record) {
  const tc_sampler_allocate *allocation = (const tc_sampler_allocate *)record;
  return record->size >= sizeof *allocation &&
         holds(record, sizeof *allocation, allocation->depth, TC_SAMPLER_STACK) &&
         allocation->bytes <= UINT64_MAX - allocation->address;
}

static bool is_module(const tc_sampler_record *record) {
  const tc_sampler_module *module = (const tc_sampler_module *)record;
  return record->size >= sizeof *module && module->low < module->high &&
         module->build_id_bytes <= TC_SAMPLER_BUILD_ID && is_text(module->path, sizeof module->path);
}

static bool is_note(const tc_sampler_record *record) {
  const size_t fixed = sizeof(tc_sampler_note);
  return record->size > fixed && is_text(((const tc_sampler_note *)record)->text, record->size - fixed);
}

bool tc_record_is_sound(const tc_sampler_record *record, size_t room) {
  if (record->size < sizeof *record || record->size > room || record->size % 8 != 0) return false;
  switch (record->kind) {
  case TC_SAMPLER_SAMPLE: return is_sample(record);
  case TC_SAMPLER_SPAWN: return is_spawn(record);
  case TC_SAMPLER_ALLOCATE: return is_allocation(record);
  case TC_SAMPLER_FREE: return record->size >= sizeof(tc_sampler_free);
  case TC_SAMPLER_MODULE: return is_module(record);
  case TC_SAMPLER_THREAD: return record->size >= sizeof(tc_sampler_thread);
  case TC_SAMPLER_NOTE: return is_note(record);
  default: return false;
  }
}
