#include "comm/memory/device_mirror.h"

#include "base/core/memory.h"

tc_status tc_device_mirrors_create(tc_device *device, const tc_halo *halo, tc_device_mirrors **out) {
  tc_device_mirrors *m = NULL;
  TC_TRY(TC_ALLOC_ZERO(m, 1));
  *m = (tc_device_mirrors){.device = device, .sent_values = halo->send_begin[halo->peers]};
  const size_t sent = (size_t)m->sent_values;
  tc_status status = tc_device_buffer_create_from(device, halo->send_index, sent * sizeof *halo->send_index,
                                                  "row numbers of sent values", &m->index);
  if (!status) status = tc_device_buffer_create(device, sent * sizeof(double), "sent values", &m->packed);
  TC_RETURN_CREATED(status, m, tc_device_mirrors_destroy(&m), out);
}

void tc_device_mirrors_destroy(tc_device_mirrors **mirrors) {
  tc_device_mirrors *m = *mirrors;
  if (!m) return;
  tc_device_buffer_destroy(&m->index);
  tc_device_buffer_destroy(&m->packed);
  tc_status_free(&m->error);
  tc_free(m);
  *mirrors = NULL;
}

tc_status tc_device_mirror_create(tc_device_mirrors *mirrors, tc_vector *v) {
  const size_t bytes = ((size_t)v->owned + (size_t)v->ghosts) * sizeof *v->value;
  tc_device_mirror *mirror = NULL;
  TC_TRY(TC_ALLOC_ZERO(mirror, 1));
  mirror->mirrors = mirrors;
  TC_RETURN_CREATED(tc_device_buffer_create_from(mirrors->device, v->value, bytes, "a vector",
                                                 &mirror->value),
                    mirror, tc_free(mirror), &v->mirror);
}

void tc_device_mirror_destroy(tc_vector *v) {
  if (!v->mirror) return;
  tc_device_buffer_destroy(&v->mirror->value);
  tc_free(v->mirror);
  v->mirror = NULL;
}

tc_status tc_device_mirrors_take_error(tc_device_mirrors *mirrors) {
  const tc_status status = mirrors->error;
  mirrors->error = TC_OK;
  return status;
}

void tc_device_mirrors_set_error(tc_device_mirrors *mirrors, tc_status status) {
  if (mirrors->error)
    tc_status_free(&status);
  else
    mirrors->error = status;
}

void tc_device_mirror_upload(const tc_vector *v, int32_t first, int32_t count, const double *from) {
  tc_device_mirrors_set_error(v->mirror->mirrors,
                              tc_device_buffer_upload(v->mirror->value, (size_t)first * sizeof *from, from,
                                                      (size_t)count * sizeof *from));
}

void tc_device_mirror_download(const tc_vector *v, int32_t first, int32_t count, double *into) {
  tc_device_mirrors_set_error(v->mirror->mirrors,
                              tc_device_buffer_download(v->mirror->value, (size_t)first * sizeof *into, into,
                                                        (size_t)count * sizeof *into));
}

void tc_device_mirror_pack(const tc_vector *x, double *outbox) {
  const tc_device_mirrors *m = x->mirror->mirrors;
  tc_device_mirrors_set_error(x->mirror->mirrors,
                              tc_device_gather(m->index, m->sent_values, x->mirror->value, m->packed));
  tc_device_mirrors_set_error(x->mirror->mirrors,
                              tc_device_buffer_download(m->packed, 0, outbox,
                                                        (size_t)m->sent_values * sizeof *outbox));
}

void tc_device_mirror_copy(const tc_vector *from, const tc_vector *v) {
  double seconds;
  tc_device_mirrors_set_error(v->mirror->mirrors,
                              tc_device_buffer_copy(from->mirror->value, v->mirror->value,
                                                    (size_t)from->owned * sizeof *from->value, &seconds));
}
