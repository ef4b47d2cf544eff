/* Hint `unrecorded`: samples in memory without a name, because small allocations were not recorded. */
#include <inttypes.h>

#include "blame/hints/hint.h"

/* Suggested limits in bytes. The hint suggests the size of a cache line first, because smaller objects are
 * numerous and rarely cost time. If objects of that size were recorded, it suggests 16 bytes. */
enum { small = 64, smallest = 16 };

static const double much_percent = 3.0;

/* Returns the smallest allocation size in bytes that all processes recorded. Each process has such a limit,
 * and the result is the largest of them. */
static uint64_t recorded_from(const tb_samples *samples) {
  uint64_t bytes = 0;
  for (int p = 0; p < samples->processes; p++) {
    const uint64_t its = samples->process[p].header->object_bytes;
    if (samples->process[p].samples > 0 && its > bytes) bytes = its;
  }
  return bytes;
}

static tc_status find_unrecorded(const tb_hint_input *in, tb_hints *out) {
  const uint64_t bytes = recorded_from(in->selection->profile->samples);
  for (int i = 0; i < in->touch->count && bytes > smallest; i++) {
    const tb_row *row = &in->touch->row[i];
    tc_line line = {0};
    if (row->touched->kind != TB_TOUCH_OTHER || tb_hint_percent(in, row) < much_percent) continue;
    tc_line_add(&line,
                "%.1f %% of the samples used memory without a name, and objects below %" PRIu64
                " bytes were not recorded: sample with --objects %d",
                tb_hint_percent(in, row), bytes, bytes > small ? small : smallest);
    TC_TRY(tb_hints_add(out, line.text));
  }
  return TC_OK;
}

const tb_hint tb_hint_unrecorded = {.name = "unrecorded",
                                    .summary = "memory without a name, while small objects were not recorded",
                                    .find = find_unrecorded};
