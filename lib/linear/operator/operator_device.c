#include "linear/operator/operator_device.h"

#include <string.h>

#include "base/core/memory.h"

static tc_status upload_matrix(tc_operator *op, const tc_ell *R) {
  tc_ell *M = NULL;
  TC_TRY(tc_ell_combine(R, op->options.shift, op->options.scale, &M));
  if (op->options.format->form == TC_ROW_FORM_DIFFERENCE) tc_ell_use_differences(M, op->options.shift);
  const tc_status status = tc_device_matrix_create(op->device.device, M, &op->device_matrix);
  tc_ell_destroy(&M);
  return status;
}

/* Creates mirrors of all vectors of the operator. If the exchange makes a private copy of x, the copy needs a
 * mirror too. */
static tc_status create_mirrors(tc_operator *op) {
  TC_TRY(tc_device_mirrors_create(op->device.device, op->halo, &op->mirrors));
  for (int v = 0; v < op->arena->vectors; v++)
    TC_TRY(tc_device_mirror_create(op->mirrors, &op->arena->vector[v]));
  return op->exchange->copy ? tc_device_mirror_create(op->mirrors, op->exchange->copy->vector) : TC_OK;
}

static tc_status compare_rows(const tc_operator *op, const double *device_value, const double *host_value) {
  const tc_device *d = op->device.device;
  for (int32_t i = 0; i < op->halo->owned; i++)
    if (memcmp(&device_value[i], &host_value[i], sizeof *host_value) != 0)
      return tc_status_create(TC_INTERNAL,
                              "device %s:%d (%s): results differ from those of the CPU (row %d is %a instead "
                              "of %a), probably because the driver uses fused multiply-add: use another "
                              "device",
                              tc_backend_name(d->backend), d->index, d->name, (int)i, device_value[i],
                              host_value[i]);
  return TC_OK;
}

/* Checks the device: computes the product of the first vector on the device and on the host, and compares the
 * results, which overwrite the last vector. The driver compiles the kernel during this call, which would
 * otherwise slow down the first step. */
static tc_status compare_products(tc_operator *op, double *device_value) {
  const tc_vector *x = op->arena->vector, *y = &x[op->arena->vectors - 1];
  const tc_device_mirrors *m = op->mirrors;
  tc_operator_apply_on_device(op, x, y);
  tc_device_mirror_download(y, 0, y->owned, device_value);
  tc_device_mirrors_set_error(op->mirrors,
                              tc_device_gather(m->index, m->sent_values, x->mirror->value, m->packed));
  tc_matrix_multiply(op->form[0].M, x->value, y->value);
  TC_TRY(tc_device_mirrors_take_error(op->mirrors));
  return compare_rows(op, device_value, y->value);
}

static tc_status check_product(tc_operator *op) {
  double *device_value = NULL;
  if (op->arena->vectors < 2) return TC_OK;
  TC_TRY(TC_ALLOC(device_value, op->halo->owned));
  const tc_status status = compare_products(op, device_value);
  tc_free(device_value);
  return status;
}

static tc_status create_device_matrix(tc_operator *op, const tc_ell *R) {
  tc_device_config *u = &op->device;
  TC_TRY(tc_device_matrix_check(R));
  TC_TRY(tc_device_check_tile(u->device, u->staging, R->width, "device_tile", u->tile, &u->tile));
  TC_TRY(upload_matrix(op, R));
  TC_TRY(create_mirrors(op));
  return check_product(op);
}

tc_status tc_operator_set_device(tc_operator *op, const tc_ell *R, const tc_device_config *config) {
  op->device = *config;
  return tc_world_agree(op->world, create_device_matrix(op, R));
}

void tc_operator_free_device(tc_operator *op) {
  for (int v = 0; op->arena && op->arena->vector && v < op->arena->vectors; v++)
    tc_device_mirror_destroy(&op->arena->vector[v]);
  if (op->exchange && op->exchange->copy) tc_device_mirror_destroy(op->exchange->copy->vector);
  tc_device_mirrors_destroy(&op->mirrors);
  tc_device_matrix_destroy(&op->device_matrix);
}

void tc_operator_upload(const tc_operator *op, const tc_vector *v) {
  if (op->mirrors) tc_device_mirror_upload(v, 0, v->owned, v->value);
}

void tc_operator_download(const tc_operator *op, const tc_vector *v) {
  if (op->mirrors) tc_device_mirror_download(v, 0, v->owned, v->value);
}

tc_status tc_operator_check_device(const tc_operator *op) {
  return op->mirrors ? tc_world_agree(op->world, tc_device_mirrors_take_error(op->mirrors)) : TC_OK;
}

void tc_operator_apply_on_device(tc_operator *op, const tc_vector *x, const tc_vector *y) {
  double seconds;
  tc_device_mirrors_set_error(op->mirrors,
                              tc_device_multiply(op->device_matrix, op->device.staging, op->device.tile,
                                                 x->mirror->value, y->mirror->value, &seconds));
}
