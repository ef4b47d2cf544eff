/* Hint `streamed`: arrays that are larger than the last-level cache and are read evenly. Their cost falls
 * only if fewer bytes are read. */
#include <unistd.h>

#include "blame/hints/hint.h"

static const double least_percent = 10.0;
enum {
  /* An array is read evenly if no part of it has more samples than this factor times the mean of its parts,
   * or fewer than the mean divided by this factor. */
  even = 3
};

/* Returns the size of this machine's last-level cache in bytes; 0 if unknown. */
static int64_t last_cache(void) {
  const long bytes = sysconf(_SC_LEVEL3_CACHE_SIZE);
  return bytes > 0 ? bytes : 0;
}

static bool is_even(const tb_row *row) {
  for (int b = 0; b < TB_TOUCH_BINS; b++)
    if (row->bin[b] * TB_TOUCH_BINS > even * row->samples ||
        row->bin[b] * TB_TOUCH_BINS * even < row->samples)
      return false;
  return true;
}

static tc_status find_streamed(const tb_hint_input *in, tb_hints *out) {
  const int64_t cache = last_cache();
  for (int i = 0; i < in->touch->count && cache > 0; i++) {
    const tb_row *row = &in->touch->row[in->touch->order[i]];
    tc_line line = {0};
    if (row->touched->kind != TB_TOUCH_OBJECT || tb_hint_percent(in, row) < least_percent) continue;
    if (row->touched->bytes < cache || !is_even(row)) continue;
    tc_line_add(&line,
                "%s (%.1f %%) is %.1f times as large as the last-level cache of this machine and is used "
                "evenly: use a narrower type, or do more work in each pass over it",
                row->name, tb_hint_percent(in, row), (double)row->touched->bytes / (double)cache);
    TC_TRY(tb_hints_add(out, line.text));
  }
  return TC_OK;
}

const tb_hint tb_hint_streamed = {.name = "streamed",
                                  .summary = "an array larger than the last-level cache is used evenly",
                                  .find = find_streamed};
