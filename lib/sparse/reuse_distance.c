/* Counting of reuse distances. The cache lines of x are divided into groups, and one line of each group is
 * sampled. One pass over the rows sends each read of a sampled line to an LRU stack of the sampled lines. The
 * stack's count, multiplied by the number of lines per group, estimates the lines touched since the last use.
 * Lines adjacent to a sampled line are tracked too, because a read is in order only if an adjacent line was
 * touched shortly before. */
#include "sparse/reuse_distance.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "base/core/memory.h"
#include "base/numeric/hash.h"
#include "sparse/lru_stack.h"

/* rows_remembered: a read counts as in order if the adjacent line was touched at most this number of rows
 * earlier. With 16 rows, all ordered reads are found in boxes in natural or Cuthill-McKee order, and 8 % of
 * the distant reads are misclassified in blocks of 13333 random rows. With 64 rows, a quarter of the latter
 * would be misclassified. */
enum { values_a_line = TC_REUSE_LINE / 8, rows_remembered = 16, widest = 64, fewest_lines = 1 << 14 };

/* Roles of a cache line of x: not used, next to a counted line, or counted. For a line next to a counted
 * line, only the last row that touched it is stored. This row decides if reads of the counted line are in
 * order. */
enum { left_out, adjacent, counted };

typedef struct walk {
  const tc_ell_pattern *x;
  double row_bytes;
  int32_t first; /* first row whose reads are counted; earlier rows only touch lines */
  int32_t lines, sampled;
  uint8_t *what;        /* [lines + 1] role of each line */
  int32_t *row;         /* [lines + 1] last row that touched the line; -1 if none did */
  tc_lru_stack recency; /* LRU stack of the groups, ordered by the last use of each group's counted line */
  tc_reuse *out;
} walk;

static int32_t divide_up(int32_t n, int32_t by) { return n / by + (n % by > 0); }

/* Selects one cache line in each group of w->sampled consecutive lines by a hash of the group's number, and
 * sets the role of every line. */
static void choose_lines(walk *w) {
  memset(w->what, left_out, (size_t)w->lines + 1);
  for (int32_t group = 0, first = 0; first < w->lines; group++, first += w->sampled) {
    const int32_t rest = w->lines - first, size = rest < w->sampled ? rest : w->sampled,
                  chosen = first + (int32_t)(tc_hash_mix((uint64_t)group) % (uint64_t)size);
    if (chosen > 0 && w->what[chosen - 1] == left_out) w->what[chosen - 1] = adjacent;
    w->what[chosen] = counted;
    w->what[chosen + 1] = adjacent;
  }
}

static bool is_in_order(const walk *w, int32_t line, int32_t row) {
  const int32_t below = line > 0 ? w->row[line - 1] : -1, above = w->row[line + 1],
                latest = below > above ? below : above;
  return latest > w->row[line] && row - latest <= rows_remembered;
}

static int bin_of(double bytes) {
  int exponent;
  if (bytes < TC_REUSE_LINE) return 0;
  const double fraction = frexp(bytes / TC_REUSE_LINE, &exponent); /* fraction is in [1/2, 1) */
  const int bin = 2 * (exponent - 1) + (fraction >= 0.70710678118654752440);
  return bin < TC_REUSE_BINS ? bin : TC_REUSE_BINS - 1;
}

/* Estimates the number of lines touched since the last use of `line` from one counted line per group. For
 * each adjacent group whose counted line was touched since then, half of the uncounted lines of the own group
 * are assumed to have been touched too. */
static double lines_since(walk *w, int32_t line) {
  const tc_lru_stack *r = &w->recency;
  const int32_t group = line / w->sampled, last = (w->lines - 1) / w->sampled;
  const int like_it = (group > 0 && tc_lru_stack_is_newer(r, group - 1, group)) +
                      (group < last && tc_lru_stack_is_newer(r, group + 1, group));
  const int32_t others = tc_lru_stack_touch(&w->recency, group);
  return others < 0 ? -1.0 : (double)w->sampled * others + (w->sampled - 1) * like_it / 2.0;
}

/* Records that matrix row `row` reads cache line `line`, one of the lines whose reuse is counted. */
static void read_line(walk *w, int32_t line, int32_t row) {
  const double others = lines_since(w, line),
               bytes = TC_REUSE_LINE * others + w->row_bytes * (row - w->row[line]);
  const bool in_order = is_in_order(w, line, row);
  if (row < w->first) return;
  if (others < 0.0)
    *(in_order ? &w->out->cold_in_order : &w->out->cold) += w->sampled;
  else
    (in_order ? w->out->in_order : w->out->scattered)[bin_of(bytes)] += w->sampled;
}

static void sort_few(int n, int32_t *number) {
  for (int i = 1; i < n; i++) {
    const int32_t held = number[i];
    int k = i;
    for (; k > 0 && number[k - 1] > held; k--) number[k] = number[k - 1];
    number[k] = held;
  }
}

static void walk_row(walk *w, int32_t row) {
  const int32_t *column = w->x->column + (size_t)row * (size_t)w->x->width, own = row / values_a_line;
  int32_t line[widest];
  int n = 0;
  for (int k = 0; k < w->x->width; k++) {
    const int32_t read = column[k] / values_a_line;
    if (column[k] != row && w->what[read] != left_out) line[n++] = read;
  }
  if (w->what[own] == counted) tc_lru_stack_touch(&w->recency, own / w->sampled);
  w->row[own] = row;
  sort_few(n, line);
  for (int i = 0; i < n; i++) {
    if (w->what[line[i]] == counted) read_line(w, line[i], row);
    w->row[line[i]] = row;
  }
}

static tc_status walk_rows(walk *w) {
  tc_status status = TC_OK;
  TC_GUARD(status, TC_ALLOC(w->what, w->lines + 1));
  TC_GUARD(status, TC_ALLOC(w->row, w->lines + 1));
  TC_GUARD(status, tc_lru_stack_init(divide_up(w->lines, w->sampled), &w->recency));
  choose_lines(w);
  memset(w->row, -1, ((size_t)w->lines + 1) * sizeof *w->row);
  *w->out = (tc_reuse){.rows = w->x->rows - w->first, .lines = w->lines, .sampled = w->sampled};
  for (int32_t row = 0; row < w->x->rows; row++) walk_row(w, row);
cleanup:
  tc_lru_stack_free(&w->recency);
  tc_free(w->row);
  tc_free(w->what);
  return status;
}

int32_t tc_reuse_sampling_interval(int32_t columns) {
  const int32_t lines = divide_up(columns, values_a_line);
  int32_t sampled = 1;
  while (lines / sampled >= 2 * fewest_lines) sampled *= 2;
  return sampled;
}

tc_status tc_reuse_count_part(const tc_ell_pattern *columns, int32_t first, int32_t sampled, double row_bytes,
                              tc_reuse *out) {
  walk w = {.x = columns,
            .row_bytes = row_bytes,
            .first = first,
            .lines = divide_up(columns->columns, values_a_line),
            .sampled = sampled,
            .out = out};
  return walk_rows(&w);
}

tc_status tc_reuse_count(const tc_ell_pattern *columns, double row_bytes, tc_reuse *out) {
  return tc_reuse_count_part(columns, 0, tc_reuse_sampling_interval(columns->columns), row_bytes, out);
}

double tc_reuse_bin_bytes(int bin) {
  const double octave = ldexp(TC_REUSE_LINE, bin / 2);
  return bin % 2 ? octave * 1.41421356237309504880 : octave;
}

/* Returns the fraction of the reads of a bin whose distance is at least `bytes`. */
static double share_beyond(int bin, double bytes) {
  const double part = 2.0 * log2(bytes / tc_reuse_bin_bytes(bin));
  return part <= 0.0 ? 1.0 : part >= 1.0 ? 0.0 : 1.0 - part;
}

double tc_reuse_reads_beyond(const tc_reuse *reuse, double bytes) {
  double beyond = 0.0;
  for (int b = TC_REUSE_BINS - 1; b >= 0; b--) beyond += share_beyond(b, bytes) * reuse->scattered[b];
  return beyond;
}

double tc_reuse_cache_misses(const tc_reuse *reuse, double row_bytes, double cache_B) {
  const double touched_B = reuse->rows * row_bytes + reuse->lines * TC_REUSE_LINE;
  return tc_reuse_reads_beyond(reuse, cache_B) + (touched_B >= cache_B ? reuse->cold : 0.0);
}

void tc_reuse_subtract(tc_reuse *from, const tc_reuse *usual) {
  const double times = usual->rows > 0.0 ? from->rows / usual->rows : 0.0;
  for (int b = 0; b < TC_REUSE_BINS; b++) {
    from->scattered[b] -= times * usual->scattered[b];
    from->in_order[b] -= times * usual->in_order[b];
  }
  from->cold -= times * usual->cold;
  from->cold_in_order -= times * usual->cold_in_order;
}

tc_status tc_reuse_count_tiles(const tc_ell_pattern *columns, int32_t tile, int sector_bytes,
                               double *sectors_a_row) {
  const int32_t values = sector_bytes / (int32_t)sizeof(double),
                sectors = divide_up(columns->columns, values);
  int32_t *last = NULL; /* [sectors] last tile that read the sector; -1 if none did */
  double read = 0.0;
  TC_TRY(TC_ALLOC(last, sectors));
  memset(last, -1, (size_t)sectors * sizeof *last);
  for (int32_t row = 0; row < columns->rows; row++) {
    const int32_t now = row / tile, *column = columns->column + (size_t)row * (size_t)columns->width;
    for (int k = -1; k < columns->width; k++) {
      int32_t *const tile_of = &last[(k < 0 ? row : column[k]) / values];
      read += *tile_of != now;
      *tile_of = now;
    }
  }
  *sectors_a_row = columns->rows > 0 ? read / columns->rows : 0.0;
  tc_free(last);
  return TC_OK;
}
