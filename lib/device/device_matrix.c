#include "device/device_matrix.h"

#include "base/core/memory.h"
#include "device/backend.h"

enum { staged_tile = 64, direct_tile = 512 };

static const struct staging {
  const char *name, *summary;
  int tile;
} stagings[] = {
    {"shared", "a tile of rows first copies its values and columns into shared memory", staged_tile},
    {"direct", "each row reads its values and columns through the cache", direct_tile},
};
TC_REGISTRY_NAMED_ITEMS(tc_stagings, stagings);

void tc_device_matrix_destroy(tc_device_matrix **A) {
  if (!*A) return;
  tc_device_buffer_destroy(&(*A)->diagonal);
  tc_device_buffer_destroy(&(*A)->value);
  tc_device_buffer_destroy(&(*A)->column);
  tc_free(*A);
  *A = NULL;
}

tc_status tc_device_matrix_check(const tc_ell *A) {
  if (!A->begin) return TC_OK;
  return tc_status_create(TC_USAGE, "device: the rows of the matrix differ in length: set device to none");
}

tc_status tc_device_matrix_create(tc_device *device, const tc_ell *A, tc_device_matrix **out) {
  const size_t rows = (size_t)A->rows, entries = rows * (size_t)A->width;
  tc_device_matrix *m = NULL;
  TC_TRY(tc_device_matrix_check(A));
  TC_TRY(TC_ALLOC_ZERO(m, 1));
  *m = (tc_device_matrix){.device = device,
                          .rows = A->rows,
                          .width = A->width,
                          .differences = A->differences,
                          .leading_factor = A->leading_factor};
  tc_status status =
      tc_device_buffer_create_from(device, A->diagonal, (A->differences ? 0 : rows) * sizeof *A->diagonal,
                                   "the diagonal", &m->diagonal);
  if (!status)
    status =
        tc_device_buffer_create_from(device, A->value, entries * sizeof *A->value, "the matrix", &m->value);
  if (!status)
    status = tc_device_buffer_create_from(device, A->column, entries * sizeof *A->column,
                                          "columns of the matrix", &m->column);
  TC_RETURN_CREATED(status, m, tc_device_matrix_destroy(&m), out);
}

/* A row occupies width + 1 values and width + 1 columns in shared memory. The macro TC_STAGED in kernels.h
 * explains the unused entry. */
static size_t row_shared_B(int width) { return ((size_t)width + 1) * (sizeof(double) + sizeof(int32_t)); }

/* Returns the number of a product kernel in kernels.def. The order there is: staging shared before direct,
 * for each staging the matrix form before the difference form, and for each form width 4, width 16 and any
 * width. */
static int kernel_number(tc_staging staging, bool differences, int width) {
  return (int)staging * 6 + differences * 3 + (width == 4 ? 0 : width == 16 ? 1 : 2);
}

/* Determines the largest tile that the kernels of both row forms support. */
static tc_status find_max_tile(const tc_device *device, tc_staging staging, int width, int *out) {
  const size_t rows = device->shared_memory_B / row_shared_B(width);
  *out = staging == TC_STAGING_SHARED && rows < (size_t)device->max_group_size ? (int)rows
                                                                               : device->max_group_size;
  for (int differences = 0; differences < 2; differences++) {
    int max_tile = 0;
    TC_TRY(device->backend->max_group_size(device, kernel_number(staging, differences, width), &max_tile));
    if (max_tile < *out) *out = max_tile;
  }
  return TC_OK;
}

tc_status tc_device_check_tile(const tc_device *device, tc_staging staging, int width, const char *where,
                               int tile, int *out) {
  const int default_tile = stagings[staging].tile;
  int max_tile = 0;
  TC_TRY(find_max_tile(device, staging, width, &max_tile));
  *out = tile > 0 ? tile : default_tile < max_tile ? default_tile : max_tile;
  if (*out > 0 && *out <= max_tile) return TC_OK;
  return tc_status_create(TC_USAGE,
                          "%s %d: %s:%d (%s) supports tiles of at most %d rows of %d entries with kernel %s: "
                          "use a smaller tile",
                          where, *out, device->backend->name, device->index, device->name, max_tile, width,
                          stagings[staging].name);
}

tc_status tc_device_multiply(const tc_device_matrix *A, tc_staging staging, int tile,
                             const tc_device_buffer *x, tc_device_buffer *y, double *seconds) {
  const tc_launch launch = {
      .kernel = kernel_number(staging, A->differences, A->width),
      .groups = ((size_t)A->rows + (size_t)tile - 1) / (size_t)tile,
      .tile = (size_t)tile,
      .shared_memory_B = staging == TC_STAGING_SHARED ? (size_t)tile * row_shared_B(A->width) : 0,
      .arguments = 8,
      .argument = {&A->rows, &A->width, &A->leading_factor, &A->diagonal->memory, &A->value->memory,
                   &A->column->memory, &x->memory, &y->memory},
      .bytes = {sizeof A->rows, sizeof A->width, sizeof A->leading_factor, sizeof(void *), sizeof(void *),
                sizeof(void *), sizeof(void *), sizeof(void *)},
  };
  *seconds = 0.0;
  return A->rows > 0 ? A->device->backend->launch(A->device, &launch, seconds) : TC_OK;
}
