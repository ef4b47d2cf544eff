#include "device_product.h"

#include <string.h>

#include "base/core/memory.h"
#include "test_values.h"

static size_t vector_bytes(const kn_product *host) { return (size_t)host->A->rows * sizeof(double); }

tc_status kn_device_product_create(tc_device *device, const kn_row_form *form, const kn_kernel *kernel,
                                   int tile, const tc_ell_pattern *columns, int threads,
                                   kn_device_product **out) {
  kn_device_product *p = NULL;
  tc_status status = TC_OK;
  TC_TRY(TC_ALLOC_ZERO(p, 1));
  p->staging = kernel->staging;
  TC_GUARD(status, tc_device_check_tile(device, p->staging, columns->width, "--tile", tile, &p->tile));
  TC_GUARD(status, kn_product_create(form, kernel, columns, threads, &p->host));
  TC_GUARD(status, tc_device_matrix_create(device, p->host->A, &p->A));
  TC_GUARD(status, tc_device_buffer_create_from(device, p->host->x, vector_bytes(p->host), "x", &p->x));
  TC_GUARD(status, tc_device_buffer_create(device, vector_bytes(p->host), "y", &p->y));
  *out = p;
  return TC_OK;
cleanup:
  kn_device_product_destroy(&p);
  return status;
}

void kn_device_product_destroy(kn_device_product **product) {
  kn_device_product *p = *product;
  if (!p) return;
  tc_device_buffer_destroy(&p->y);
  tc_device_buffer_destroy(&p->x);
  tc_device_matrix_destroy(&p->A);
  kn_product_destroy(&p->host);
  tc_free(p);
  *product = NULL;
}

tc_status kn_device_product_multiply(kn_device_product *p, double *seconds) {
  return tc_device_multiply(p->A, p->staging, p->tile, p->x, p->y, seconds);
}

static tc_status upload_x(kn_device_product *p) {
  return tc_device_buffer_upload(p->x, 0, p->host->x, vector_bytes(p->host));
}

tc_status kn_device_product_advance(kn_device_product *p) {
  kn_product_advance(p->host);
  return upload_x(p);
}

/* Returns an error unless the device's y equals the result of the plain loop on the processor bit for bit.
 * `y` is work memory, which receives the device's result. The processor's result remains in host->y. */
static tc_status same_bits(const kn_device_product *p, double *y, const char *what) {
  TC_TRY(tc_device_buffer_download(p->y, 0, y, vector_bytes(p->host)));
  kn_product_multiply(p->host);
  for (int32_t i = 0; i < p->host->A->rows; i++)
    if (memcmp(&y[i], &p->host->y[i], sizeof *y) != 0)
      return tc_status_create(TC_NUMERICAL,
                              "%s: row %d of the product is %a, but %a on the processor: update the driver "
                              "or use another device",
                              what, (int)i, y[i], p->host->y[i]);
  return TC_OK;
}

static tc_status check_product(kn_device_product *p, double *y, const char *what) {
  double seconds;
  TC_TRY(same_bits(p, y, what));
  for (int32_t i = 0; i < p->host->A->rows; i++) p->host->x[i] *= 0.1;
  TC_TRY(upload_x(p));
  TC_TRY(kn_device_product_multiply(p, &seconds));
  return same_bits(p, y, what);
}

tc_status kn_device_product_check(kn_device_product *p, const tc_ell_pattern *columns, bool symmetric,
                                  const char *what) {
  double *y = NULL;
  tc_status status = TC_OK;
  TC_TRY(tc_device_buffer_download(p->y, 0, p->host->y, vector_bytes(p->host)));
  TC_TRY(kn_test_check_product(columns, symmetric, p->host->step, p->host->y, what));
  TC_TRY(TC_ALLOC(y, columns->rows));
  status = check_product(p, y, what);
  tc_free(y);
  return status;
}
