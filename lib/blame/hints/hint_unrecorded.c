/* Hint `unrecorded`: samples whose data have no name, because small allocations were not recorded. */
#include <inttypes.h>

#include "blame/hints/hint.h"

/* Sizes in bytes from which the hint suggests to record allocations. It first suggests the size of a cache
 * line, because smaller objects are numerous and rarely cost time. If objects of that size were already
 * recorded, it suggests 16 bytes. */
enum { suggested_bytes = 64, suggested_bytes_min = 16 };

/* Returns the size in bytes from which all processes have recorded allocations. This is the largest of the
 * limits of the processes. */
static uint64_t find_recorded_min_bytes(const tb_samples *samples) {
  uint64_t bytes = 0;
  for (int p = 0; p < samples->processes; p++) {
    const uint64_t process_bytes = samples->process[p].header->object_bytes;
    if (samples->process[p].samples > 0 && process_bytes > bytes) bytes = process_bytes;
  }
  return bytes;
}

static tc_status describe_unrecorded(const tb_hint_input *in, const tb_row *row, double percent,
                                     tc_line *out) {
  (void)row;
  const uint64_t bytes = find_recorded_min_bytes(in->selection->profile->samples);
  if (bytes > suggested_bytes_min)
    tc_line_add(out,
                "%.1f %% of the samples used memory without a name, and objects below %" PRIu64
                " bytes were not recorded: sample with --objects %d",
                percent, bytes, bytes > suggested_bytes ? suggested_bytes : suggested_bytes_min);
  return TC_OK;
}

const tb_hint tb_hint_unrecorded = {.name = "unrecorded",
                                    .summary = "memory without a name, while small objects were not recorded",
                                    .kinds = 1u << TB_TOUCH_OTHER,
                                    .percent_min = 3.0,
                                    .describe = describe_unrecorded};
