/* Sobel edge filter of an image. Each row is computed by the owner of its first pixel (section 5.3 of Zhang
 * and Seidel 2006). A result depends on pixels of three rows. Those of one row are read in one operation. */
#include <math.h>

#include "base/numeric/hash.h"
#include "programs/runner.h"

enum {
  image,
  edges,
  progress_interval = 64 /* number of pixels between two calls of tc_shared_array_progress */
};

static double pixel_value(int64_t index) { return (double)(tc_hash_mix((uint64_t)index) % 256); }

static tc_status create_image(fg_program_context *s) {
  for (int64_t l = 0; l < fg_program_context_owned(s, image); l++)
    fg_program_context_local(s, image)[l] = pixel_value(fg_program_context_index(s, image, l));
  return TC_OK;
}

/* Returns the gradient magnitude at a pixel, from the 3 pixels above it, the 2 at its sides and the 3 below
 * it. */
static double gradient_magnitude(const double above[3], const double middle[2], const double below[3]) {
  const double across = above[2] - above[0] + 2.0 * (middle[1] - middle[0]) + below[2] - below[0],
               down = above[0] - below[0] + 2.0 * (above[1] - below[1]) + above[2] - below[2];
  return sqrt(across * across + down * down);
}

/* Computes the result of the pixel with index `pixel` in an n x n image and stores it. The result includes
 * the number of the round, so that a missing round is detected. */
static tc_status compute_pixel(fg_program_context *s, int64_t n, int64_t pixel) {
  const int64_t above_index[3] = {pixel - n - 1, pixel - n, pixel - n + 1},
                side_index[2] = {pixel - 1, pixel + 1},
                below_index[3] = {pixel + n - 1, pixel + n, pixel + n + 1};
  double above[3], middle[2], below[3];
  TC_TRY(tc_shared_get_many(s->access[image], 3, above_index, above));
  TC_TRY(tc_shared_get_many(s->access[image], 2, side_index, middle));
  TC_TRY(tc_shared_get_many(s->access[image], 3, below_index, below));
  return tc_shared_put(s->access[edges], pixel, gradient_magnitude(above, middle, below) + s->rounds);
}

static tc_status run_sobel(fg_program_context *s) {
  const int64_t n = s->loops->array[image].size[1];
  for (int64_t i = 1; i < n - 1; i++)
    for (int64_t j = 1; j < n - 1 && fg_program_context_is_local(s, edges, i * n); j++) {
      TC_TRY(compute_pixel(s, n, i * n + j));
      if (j % progress_interval == 0) tc_shared_array_progress(s->array[image]);
    }
  return fg_program_context_fence(s);
}

static double expected_pixel(int64_t n, int64_t pixel) {
  const double above[3] = {pixel_value(pixel - n - 1), pixel_value(pixel - n), pixel_value(pixel - n + 1)},
               middle[2] = {pixel_value(pixel - 1), pixel_value(pixel + 1)},
               below[3] = {pixel_value(pixel + n - 1), pixel_value(pixel + n), pixel_value(pixel + n + 1)};
  return gradient_magnitude(above, middle, below);
}

/* True if this context computes the pixel with index `pixel` in an n x n image. Pixels at the border of the
 * image have no result. In a serial context (is_serial) only the rows of this rank are computed. */
static bool is_computed(const fg_program_context *s, int64_t n, int64_t pixel) {
  const int64_t i = pixel / n, j = pixel % n;
  return i > 0 && i < n - 1 && j > 0 && j < n - 1 &&
         (!s->is_serial || fg_program_context_is_local(s, edges, i * n));
}

static tc_status check_image(const fg_program_context *s) {
  const int64_t n = s->loops->array[image].size[1];
  for (int64_t l = 0; l < fg_program_context_owned(s, edges); l++) {
    const int64_t pixel = fg_program_context_index(s, edges, l);
    TC_TRY(fg_program_context_check_element(s, edges, l,
                                            is_computed(s, n, pixel) ? expected_pixel(n, pixel) + s->rounds
                                                                     : 0.0));
  }
  return TC_OK;
}

const fg_runner fg_runner_sobel = {
    .name = "sobel",
    .summary = "every pixel equals the serial result",
    .node_size = 2000,
    .multinode_size = 1000,
    .create = create_image,
    .run = run_sobel,
    .check = check_image,
};
