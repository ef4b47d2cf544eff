#include "comm/memory/device_mirror.h"

#include "base/core/memory.h"

tc_status tc_mirrors_create(tc_device *device, const tc_halo *halo, tc_mirrors **out) {
  tc_mirrors *m = NULL;
  tc_status status = TC_OK;
  TC_TRY(TC_ALLOC_ZERO(m, 1));
  *m = (tc_mirrors){.device = device, .sent = halo->send_from[halo->peers]};
  const size_t sent = (size_t)m->sent;
  TC_GUARD(status, tc_buffer_of(device, halo->send_index, sent * sizeof *halo->send_index,
                                "numbers of what is sent", &m->index));
  TC_GUARD(status, tc_buffer_create(device, sent * sizeof(double), "what is sent", &m->packed));
  *out = m;
  return TC_OK;
cleanup:
  tc_mirrors_destroy(&m);
  return status;
}

void tc_mirrors_destroy(tc_mirrors **mirrors) {
  tc_mirrors *m = *mirrors;
  if (!m) return;
  tc_buffer_destroy(&m->index);
  tc_buffer_destroy(&m->packed);
  tc_status_free(&m->failed);
  tc_free(m);
  *mirrors = NULL;
}

tc_status tc_mirror_open(tc_mirrors *mirrors, tc_vector *v) {
  const size_t bytes = ((size_t)v->owned + (size_t)v->ghosts) * sizeof *v->value;
  tc_mirror *mirror = NULL;
  TC_TRY(TC_ALLOC_ZERO(mirror, 1));
  mirror->of = mirrors;
  const tc_status status = tc_buffer_of(mirrors->device, v->value, bytes, "a vector", &mirror->value);
  if (status)
    tc_free(mirror);
  else
    v->mirror = mirror;
  return status;
}

void tc_mirror_close(tc_vector *v) {
  if (!v->mirror) return;
  tc_buffer_destroy(&v->mirror->value);
  tc_free(v->mirror);
  v->mirror = NULL;
}

tc_status tc_mirrors_failure(tc_mirrors *mirrors) {
  const tc_status status = mirrors->failed;
  mirrors->failed = TC_OK;
  return status;
}

void tc_mirrors_keep(tc_mirrors *mirrors, tc_status status) {
  if (mirrors->failed)
    tc_status_free(&status);
  else
    mirrors->failed = status;
}

void tc_mirror_up(const tc_vector *v, int32_t first, int32_t count, const double *from) {
  tc_mirrors_keep(v->mirror->of, tc_buffer_up(v->mirror->value, (size_t)first * sizeof *from, from,
                                              (size_t)count * sizeof *from));
}

void tc_mirror_down(const tc_vector *v, int32_t first, int32_t count, double *into) {
  tc_mirrors_keep(v->mirror->of, tc_buffer_down(v->mirror->value, (size_t)first * sizeof *into, into,
                                                (size_t)count * sizeof *into));
}

void tc_mirror_pack(const tc_vector *x, double *outbox) {
  const tc_mirrors *m = x->mirror->of;
  tc_mirrors_keep(x->mirror->of, tc_device_gather(m->index, m->sent, x->mirror->value, m->packed));
  tc_mirrors_keep(x->mirror->of, tc_buffer_down(m->packed, 0, outbox, (size_t)m->sent * sizeof *outbox));
}

void tc_mirror_copy(const tc_vector *from, const tc_vector *v) {
  double seconds;
  tc_mirrors_keep(v->mirror->of, tc_buffer_copy(from->mirror->value, v->mirror->value,
                                                (size_t)from->owned * sizeof *from->value, &seconds));
}
