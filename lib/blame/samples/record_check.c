#include <string.h>

#include "blame/samples/sample_file.h"

static bool is_text(const char *text, size_t capacity) { return memchr(text, 0, capacity) != NULL; }

/* Returns true if an array of `depth` 8-byte numbers fits into the record after its first `fixed` bytes, and
 * if `depth` is at most `depth_max`. */
static bool has_array(const ts_file_record *record, size_t fixed, uint32_t depth, uint32_t depth_max) {
  return depth <= depth_max && record->size >= fixed + depth * sizeof(uint64_t);
}

static bool is_sample(const ts_file_record *record) {
  const ts_file_sample *sample = (const ts_file_sample *)record;
  const uint32_t weight_max = 1u << 30;
  return record->size >= sizeof *sample &&
         has_array(record, sizeof *sample, sample->depth, TS_SAMPLER_DEPTH) &&
         sample->region_depth <= sample->depth && sample->weight > 0 && sample->weight <= weight_max &&
         sample->state <= TS_SAMPLER_OPENMP_WAIT;
}

static bool is_region(const ts_file_record *record) {
  const ts_file_region *region = (const ts_file_region *)record;
  return record->size >= sizeof *region &&
         has_array(record, sizeof *region, region->depth, TS_SAMPLER_DEPTH) &&
         region->outer_tag < region->tag;
}

static bool is_allocation(const ts_file_record *record) {
  const ts_file_allocation *allocation = (const ts_file_allocation *)record;
  return record->size >= sizeof *allocation &&
         has_array(record, sizeof *allocation, allocation->depth, TS_SAMPLER_STACK) &&
         allocation->bytes <= UINT64_MAX - allocation->address;
}

static bool is_module(const ts_file_record *record) {
  const ts_file_module *module = (const ts_file_module *)record;
  return record->size >= sizeof *module && module->low < module->high &&
         module->build_id_bytes <= TS_SAMPLER_BUILD_ID && is_text(module->path, sizeof module->path);
}

static bool is_note(const ts_file_record *record) {
  const size_t fixed = sizeof(ts_file_note);
  return record->size > fixed && is_text(((const ts_file_note *)record)->text, record->size - fixed);
}

bool tb_record_is_valid(const ts_file_record *record, size_t capacity) {
  if (record->size < sizeof *record || record->size > capacity || record->size % 8 != 0) return false;
  switch (record->kind) {
  case TS_SAMPLER_SAMPLE: return is_sample(record);
  case TS_SAMPLER_REGION: return is_region(record);
  case TS_SAMPLER_ALLOCATE: return is_allocation(record);
  case TS_SAMPLER_FREE: return record->size >= sizeof(ts_file_free);
  case TS_SAMPLER_MODULE: return is_module(record);
  case TS_SAMPLER_THREAD: return record->size >= sizeof(ts_file_thread);
  case TS_SAMPLER_NOTE: return is_note(record);
  default: return false;
  }
}
