/* Hint `streamed`: arrays that are larger than the last-level cache and of which all parts
 * are read equally often. No cache can store the part that is used more, so the cost falls only if fewer
 * bytes are read. */
#include <unistd.h>

#include "blame/hints/hint.h"

enum {
  /* An array is divided into parts of equal size. The array is read evenly if each part has at most the mean
   * number of samples of a part times this factor, and at least the mean divided by this factor. */
  evenness_max = 3
};

static bool is_even(const tb_row *row) {
  for (int b = 0; b < TB_TOUCH_BINS; b++)
    if (row->bin_samples[b] * TB_TOUCH_BINS > evenness_max * row->samples ||
        row->bin_samples[b] * TB_TOUCH_BINS * evenness_max < row->samples)
      return false;
  return true;
}

static tc_status describe_streamed(const tb_hint_input *in, const tb_row *row, double percent, tc_line *out) {
  (void)in;
  const long cache = sysconf(_SC_LEVEL3_CACHE_SIZE); /* size in bytes, not positive if unknown */
  if (cache > 0 && row->touched->bytes >= cache && is_even(row))
    tc_line_add(out,
                "%s (%.1f %%) is %.1f times as large as the last-level cache of this machine and is used "
                "evenly: use a narrower type, or do more work in each pass over it",
                row->name, percent, (double)row->touched->bytes / (double)cache);
  return TC_OK;
}

const tb_hint tb_hint_streamed = {.name = "streamed",
                                  .summary = "an array larger than the last-level cache is used evenly",
                                  .kinds = 1u << TB_TOUCH_OBJECT,
                                  .percent_min = 10.0,
                                  .describe = describe_streamed};
