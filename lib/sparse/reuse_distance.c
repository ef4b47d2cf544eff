/* Counting of reuse distances. The cache lines of x are divided into groups, and one line of each group is
 * sampled. One pass over the rows sends each read of a sampled line to an LRU stack of the sampled lines. The
 * stack's count, multiplied by the number of lines per group, estimates the lines touched since the last use.
 * Lines adjacent to a sampled line are tracked too, because a read is in order only if an adjacent line was
 * touched shortly before. */
#include "sparse/reuse_distance.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "base/numeric/hash.h"
#include "sparse/lru_stack.h"

/* A read counts as in order if the adjacent line was touched at most ordered_rows_max rows earlier. With
 * blocks of 13333 random rows, a limit of 16 rows misclassifies 8 % of the distant reads, and a limit of 64
 * rows a quarter of them. A limit of 16 still finds all ordered reads for meshes of boxes in natural or
 * Cuthill-McKee order. */
enum {
  values_per_line = TC_REUSE_LINE / 8,
  ordered_rows_max = 16,
  insertion_max = 64, /* longest list of lines that insertion sort sorts; longer lists are sorted by qsort */
  sampled_lines_min = 1 << 14
};

/* Roles of a cache line of x: not used, adjacent to a counted line, or counted. For a line adjacent to a
 * counted line, only the last row that touched it is stored. This row decides if reads of the counted line
 * are in order. */
enum { line_unused, line_adjacent, line_counted };

typedef struct reuse_pass {
  const tc_ell_pattern *x;
  double row_bytes;
  int32_t first; /* first row whose reads are counted; the reads of earlier rows are not counted and only
                    update the stack */
  int32_t lines, sampled;
  /* Bytes of a column and its value, and bytes that each row streams in addition to them. */
  double column_bytes, own_bytes;
  int32_t *row_line;      /* [width] scratch: lines that a row reads */
  uint8_t *role;          /* [lines + 1] role of each line */
  int32_t *row;           /* [lines + 1] last row that touched the line; -1 if none did */
  tc_lru_stack lru_stack; /* LRU stack of the groups, ordered by the last use of each group's counted line */
  tc_reuse *out;
} reuse_pass;

static int32_t divide_rounding_up(int32_t n, int32_t divisor) { return n / divisor + (n % divisor > 0); }

/* Selects one cache line in each group of w->sampled consecutive lines by a hash of the group's number, and
 * sets the role of every line. */
static void sample_lines(reuse_pass *w) {
  memset(w->role, line_unused, (size_t)w->lines + 1);
  for (int32_t group = 0, first = 0; first < w->lines; group++, first += w->sampled) {
    const int32_t remaining = w->lines - first, size = remaining < w->sampled ? remaining : w->sampled,
                  selected = first + (int32_t)(tc_hash_mix((uint64_t)group) % (uint64_t)size);
    if (selected > 0 && w->role[selected - 1] == line_unused) w->role[selected - 1] = line_adjacent;
    w->role[selected] = line_counted;
    w->role[selected + 1] = line_adjacent;
  }
}

static bool is_in_order(const reuse_pass *w, int32_t line, int32_t row) {
  const int32_t below = line > 0 ? w->row[line - 1] : -1, above = w->row[line + 1],
                latest = below > above ? below : above;
  return latest > w->row[line] && row - latest <= ordered_rows_max;
}

static int find_bin(double bytes) {
  int exponent;
  if (bytes < TC_REUSE_LINE) return 0;
  /* `fraction` is from 1/2 to less than 1. */
  const double fraction = frexp(bytes / TC_REUSE_LINE, &exponent);
  const int bin = 2 * (exponent - 1) + (fraction >= 0.70710678118654752440);
  return bin < TC_REUSE_BINS ? bin : TC_REUSE_BINS - 1;
}

/* Estimates the number of lines touched since the last use of `line` from one counted line per group. For
 * each adjacent group whose counted line was touched since then, half of the uncounted lines of the own group
 * are assumed to have been touched too. */
static double estimate_lines_since(reuse_pass *w, int32_t line) {
  const tc_lru_stack *r = &w->lru_stack;
  const int32_t group = line / w->sampled, last = (w->lines - 1) / w->sampled;
  const int newer_neighbours = (group > 0 && tc_lru_stack_is_newer(r, group - 1, group)) +
                               (group < last && tc_lru_stack_is_newer(r, group + 1, group));
  const int32_t others = tc_lru_stack_touch(&w->lru_stack, group);
  return others < 0 ? -1.0 : (double)w->sampled * others + (w->sampled - 1) * newer_neighbours / 2.0;
}

/* Returns the bytes that the rows first .. row - 1 stream in addition to x. */
static double count_streamed_bytes(const reuse_pass *w, int32_t first, int32_t row) {
  if (!w->x->begin) return w->row_bytes * (row - first);
  return w->column_bytes * (double)(w->x->begin[row] - w->x->begin[first]) + w->own_bytes * (row - first);
}

/* Records that matrix row `row` reads cache line `line`, one of the lines whose reuse is counted. */
static void read_line(reuse_pass *w, int32_t line, int32_t row) {
  const double others = estimate_lines_since(w, line),
               bytes =
                   others < 0.0 ? 0.0 : TC_REUSE_LINE * others + count_streamed_bytes(w, w->row[line], row);
  const bool in_order = is_in_order(w, line, row);
  if (row < w->first) return;
  if (others < 0.0)
    *(in_order ? &w->out->cold_in_order : &w->out->cold) += w->sampled;
  else
    (in_order ? w->out->in_order : w->out->scattered)[find_bin(bytes)] += w->sampled;
}

static int compare_lines(const void *a, const void *b) {
  const int32_t x = *(const int32_t *)a, y = *(const int32_t *)b;
  return (x > y) - (x < y);
}

static void sort_lines(int n, int32_t *number) {
  if (n > insertion_max) {
    qsort(number, (size_t)n, sizeof *number, compare_lines);
    return;
  }
  for (int i = 1; i < n; i++) {
    const int32_t moving = number[i];
    int k = i;
    for (; k > 0 && number[k - 1] > moving; k--) number[k] = number[k - 1];
    number[k] = moving;
  }
}

static void visit_row(reuse_pass *w, int32_t row) {
  const int32_t *column = w->x->column, own_line = row / values_per_line;
  int32_t *line = w->row_line;
  int n = 0;
  for (size_t e = tc_ell_pattern_begin(w->x, row), end = tc_ell_pattern_end(w->x, row); e < end; e++) {
    const int32_t read_by_entry = column[e] / values_per_line;
    if (column[e] != row && w->role[read_by_entry] != line_unused) line[n++] = read_by_entry;
  }
  if (w->role[own_line] == line_counted) tc_lru_stack_touch(&w->lru_stack, own_line / w->sampled);
  w->row[own_line] = row;
  sort_lines(n, line);
  for (int i = 0; i < n; i++) {
    if (w->role[line[i]] == line_counted) read_line(w, line[i], row);
    w->row[line[i]] = row;
  }
}

static tc_status visit_rows(reuse_pass *w) {
  tc_status status = TC_OK;
  TC_GUARD(status, TC_ALLOC(w->row_line, w->x->width));
  TC_GUARD(status, TC_ALLOC(w->role, w->lines + 1));
  TC_GUARD(status, TC_ALLOC(w->row, w->lines + 1));
  TC_GUARD(status, tc_lru_stack_init(divide_rounding_up(w->lines, w->sampled), &w->lru_stack));
  sample_lines(w);
  memset(w->row, -1, ((size_t)w->lines + 1) * sizeof *w->row);
  *w->out = (tc_reuse){.rows = w->x->rows - w->first, .lines = w->lines, .sampled = w->sampled};
  for (int32_t row = 0; row < w->x->rows; row++) visit_row(w, row);
cleanup:
  tc_lru_stack_free(&w->lru_stack);
  tc_free(w->row);
  tc_free(w->role);
  tc_free(w->row_line);
  return status;
}

int32_t tc_reuse_sampling_interval(int32_t columns) {
  const int32_t lines = divide_rounding_up(columns, values_per_line);
  int32_t sampled = 1;
  while (lines / sampled >= 2 * sampled_lines_min) sampled *= 2;
  return sampled;
}

double tc_reuse_pattern_row_bytes(const tc_ell_pattern *columns) {
  const double position_B = 8.0;
  if (!columns->begin || columns->rows == 0) return tc_reuse_row_bytes(columns->width);
  return tc_reuse_row_bytes((double)columns->begin[columns->rows] / columns->rows) + position_B;
}

/* Sets the bytes of columns and rows of general rows, so that their average over the rows is row_bytes. */
static void set_streamed_bytes(reuse_pass *w) {
  const tc_ell_pattern *x = w->x;
  if (!x->begin || w->row_bytes == 0.0) return;
  w->column_bytes = 12.0;
  w->own_bytes = w->row_bytes - w->column_bytes * (double)x->begin[x->rows] / x->rows;
}

tc_status tc_reuse_count_part(const tc_ell_pattern *columns, int32_t first, int32_t sampled, double row_bytes,
                              tc_reuse *out) {
  reuse_pass w = {.x = columns,
                  .row_bytes = row_bytes,
                  .first = first,
                  .lines = divide_rounding_up(columns->columns, values_per_line),
                  .sampled = sampled,
                  .out = out};
  set_streamed_bytes(&w);
  return visit_rows(&w);
}

tc_status tc_reuse_count(const tc_ell_pattern *columns, double row_bytes, tc_reuse *out) {
  return tc_reuse_count_part(columns, 0, tc_reuse_sampling_interval(columns->columns), row_bytes, out);
}

double tc_reuse_bin_bytes(int bin) {
  const double octave = ldexp(TC_REUSE_LINE, bin / 2);
  return bin % 2 ? octave * 1.41421356237309504880 : octave;
}

/* Returns the fraction of the reads of a bin whose distance is at least `bytes`. */
static double compute_share_beyond(int bin, double bytes) {
  const double part = 2.0 * log2(bytes / tc_reuse_bin_bytes(bin));
  return part <= 0.0 ? 1.0 : part >= 1.0 ? 0.0 : 1.0 - part;
}

double tc_reuse_reads_beyond(const tc_reuse *reuse, double bytes) {
  double beyond = 0.0;
  for (int b = TC_REUSE_BINS - 1; b >= 0; b--) beyond += compute_share_beyond(b, bytes) * reuse->scattered[b];
  return beyond;
}

double tc_reuse_cache_misses(const tc_reuse *reuse, double row_bytes, double cache_B) {
  const double touched_B = reuse->rows * row_bytes + reuse->lines * TC_REUSE_LINE;
  return tc_reuse_reads_beyond(reuse, cache_B) + (touched_B >= cache_B ? reuse->cold : 0.0);
}

void tc_reuse_subtract(tc_reuse *from, const tc_reuse *reference) {
  const double times = reference->rows > 0.0 ? from->rows / reference->rows : 0.0;
  for (int b = 0; b < TC_REUSE_BINS; b++) {
    from->scattered[b] -= times * reference->scattered[b];
    from->in_order[b] -= times * reference->in_order[b];
  }
  from->cold -= times * reference->cold;
  from->cold_in_order -= times * reference->cold_in_order;
}

tc_status tc_reuse_count_tiles(const tc_ell_pattern *columns, int32_t tile, int sector_bytes,
                               double *sectors_a_row) {
  const int32_t values = sector_bytes / (int32_t)sizeof(double),
                sectors = divide_rounding_up(columns->columns, values);
  int32_t *last = NULL; /* [sectors] last tile that read the sector; -1 if none did */
  double read = 0.0;
  TC_TRY(TC_ALLOC(last, sectors));
  memset(last, -1, (size_t)sectors * sizeof *last);
  for (int32_t row = 0; row < columns->rows; row++) {
    const int32_t current_tile = row / tile;
    read += last[row / values] != current_tile;
    last[row / values] = current_tile;
    for (size_t e = tc_ell_pattern_begin(columns, row), end = tc_ell_pattern_end(columns, row); e < end;
         e++) {
      int32_t *const last_tile = &last[columns->column[e] / values];
      read += *last_tile != current_tile;
      *last_tile = current_tile;
    }
  }
  *sectors_a_row = columns->rows > 0 ? read / columns->rows : 0.0;
  tc_free(last);
  return TC_OK;
}
