#include "solve/space/field_squares.h"

#include <math.h>

#include "base/numeric/dot.h"

static void add_block(const tc_space *space, const tc_field_blocks *fields, int count, int32_t begin,
                      int32_t end, tc_dot *dot) {
  double scratch[TC_FIELD_SQUARES_BLOCK];
  for (int k = 0; k < count; k++) {
    const double *const value = fields->get(fields->self, k, begin, end, scratch);
    tc_dot_add(&dot[k], end - begin, space->volume + begin, value, value);
  }
}

/* Adds the squares of the values of this rank's cells, multiplied by their volumes, to the accumulators
 * `dot`. */
static void add_rows(const tc_space *space, const tc_field_blocks *fields, int count, const int *top,
                     tc_dot *dot) {
  const int32_t rows = space->owned, blocks = (rows + TC_FIELD_SQUARES_BLOCK - 1) / TC_FIELD_SQUARES_BLOCK;
  for (int k = 0; k < count; k++) tc_dot_init(top[k], &dot[k]);
#pragma omp parallel
  {
    tc_dot part[TC_FIELD_SQUARES_MAX];
    for (int k = 0; k < count; k++) tc_dot_init(top[k], &part[k]);
#pragma omp for schedule(static)
    for (int32_t b = 0; b < blocks; b++) {
      const int32_t begin = b * TC_FIELD_SQUARES_BLOCK, rest = rows - begin;
      const int32_t length = rest < TC_FIELD_SQUARES_BLOCK ? rest : TC_FIELD_SQUARES_BLOCK;
      add_block(space, fields, count, begin, begin + length, part);
    }
#pragma omp critical(tc_field_squares)
    for (int k = 0; k < count; k++) tc_dot_merge(&dot[k], &part[k]);
  }
}

tc_status tc_field_squares(const tc_space *space, const tc_field_blocks *fields, int count, int *top,
                           double *square) {
  for (bool fits = false; !fits;) {
    tc_dot dot[TC_FIELD_SQUARES_MAX];
    add_rows(space, fields, count, top, dot);
    TC_TRY(tc_world_dots(space->world, count, dot));
    fits = true;
    for (int k = 0; k < count; k++) {
      fits = fits && tc_dot_is_in_window(&dot[k]);
      top[k] = tc_dot_bin_top(&dot[k]);
      square[k] = tc_dot_value(&dot[k]);
    }
  }
  return TC_OK;
}

typedef struct deviation {
  const double *value;
  double from;
} deviation;

static const double *get_deviation(const void *self, int k, int32_t begin, int32_t end, double *scratch) {
  const deviation *d = self;
  (void)k;
  for (int32_t i = begin; i < end; i++) scratch[i - begin] = d->value[i] - d->from;
  return scratch;
}

tc_status tc_field_deviation_norm(const tc_space *space, const double *value, double from, int *top,
                                  double *out) {
  const deviation d = {value, from};
  const tc_field_blocks fields = {&d, get_deviation};
  double square;
  TC_TRY(tc_field_squares(space, &fields, 1, top, &square));
  *out = sqrt(square);
  return TC_OK;
}
