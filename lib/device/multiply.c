#include "device/multiply.h"

#include "base/memory.h"
#include "device/backend.h"

enum { staged_tile = 64, direct_tile = 512 };

static const struct staging {
  const char *name, *summary;
  int tile;
} stagings[] = {
    {"shared", "a tile of rows brings its values and columns into shared memory first", staged_tile},
    {"direct", "each row reads its values and columns through the cache", direct_tile},
};
static const char *staging_name(int index) { return stagings[index].name; }
static const char *staging_summary(int index) { return stagings[index].summary; }
const tc_registry tc_stagings = {sizeof stagings / sizeof *stagings, staging_name, staging_summary, NULL};

void tc_device_matrix_destroy(tc_device_matrix **A) {
  if (!*A) return;
  tc_buffer_destroy(&(*A)->diagonal);
  tc_buffer_destroy(&(*A)->value);
  tc_buffer_destroy(&(*A)->column);
  tc_free(*A);
  *A = NULL;
}

tc_status tc_device_matrix_create(tc_device *device, const tc_ell *A, tc_device_matrix **out) {
  const size_t rows = (size_t)A->rows, entries = rows * (size_t)A->width;
  tc_device_matrix *m = NULL;
  tc_status status = TC_OK;
  TC_TRY(TC_ALLOC_ZERO(m, 1));
  *m = (tc_device_matrix){.device = device,
                          .rows = A->rows,
                          .width = A->width,
                          .differences = A->differences,
                          .lead = A->lead};
  TC_GUARD(status, tc_buffer_of(device, A->diagonal, (A->differences ? 0 : rows) * sizeof *A->diagonal,
                                "the diagonal", &m->diagonal));
  TC_GUARD(status, tc_buffer_of(device, A->value, entries * sizeof *A->value, "the matrix", &m->value));
  TC_GUARD(status,
           tc_buffer_of(device, A->column, entries * sizeof *A->column, "columns of the matrix", &m->column));
  *out = m;
  return TC_OK;
cleanup:
  tc_device_matrix_destroy(&m);
  return status;
}

/* Of a row in shared memory: a value and a column more than it has (kernels.h tells why). */
static size_t row_room(int width) { return ((size_t)width + 1) * (sizeof(double) + sizeof(int32_t)); }

static int most_tile(const tc_device *device, tc_staging staging, int width) {
  const size_t rows = device->room_B / row_room(width);
  return staging == TC_STAGING_SHARED && rows < (size_t)device->most_tile ? (int)rows : device->most_tile;
}

tc_status tc_device_tile(const tc_device *device, tc_staging staging, int width, const char *where, int tile,
                         int *out) {
  const int most = most_tile(device, staging, width), usual = stagings[staging].tile;
  *out = tile > 0 ? tile : usual < most ? usual : most;
  if (*out > 0 && *out <= most) return TC_OK;
  return tc_status_make(TC_USAGE,
                        "%s %d: %s:%d (%s) does tiles of at most %d rows of %d entries with kernel %s", where,
                        *out, device->backend->name, device->index, device->name, most, width,
                        stagings[staging].name);
}

/* kernels.def has three widths for each form, and both forms of a staging before the next. */
static int kernel_of(const tc_device_matrix *A, tc_staging staging) {
  return (int)staging * 6 + A->differences * 3 + (A->width == 4 ? 0 : A->width == 16 ? 1 : 2);
}

tc_status tc_device_multiply(const tc_device_matrix *A, tc_staging staging, int tile, const tc_buffer *x,
                             tc_buffer *y, double *seconds) {
  const tc_launch launch = {
      .kernel = kernel_of(A, staging),
      .groups = ((size_t)A->rows + (size_t)tile - 1) / (size_t)tile,
      .tile = (size_t)tile,
      .room_B = staging == TC_STAGING_SHARED ? (size_t)tile * row_room(A->width) : 0,
      .arguments = 8,
      .argument = {&A->rows, &A->width, &A->lead, &A->diagonal->memory, &A->value->memory, &A->column->memory,
                   &x->memory, &y->memory},
      .bytes = {sizeof A->rows, sizeof A->width, sizeof A->lead, sizeof(void *), sizeof(void *),
                sizeof(void *), sizeof(void *), sizeof(void *)},
  };
  *seconds = 0.0;
  return A->rows > 0 ? A->device->backend->launch(A->device, &launch, seconds) : TC_OK;
}
