#include "comm/layout/entry_halo.h"

#include "base/core/memory.h"

static tc_status list_sent_values(const tc_halo *halo, const int64_t *begin, tc_entry_halo *h) {
  int64_t sent = 0;
  TC_TRY(TC_POOL_ARRAY(&h->memory, h->halo.send_begin, halo->peers + 1));
  for (int p = 0; p < halo->peers; p++) {
    h->halo.send_begin[p] = (int32_t)sent;
    for (int32_t n = halo->send_begin[p]; n < halo->send_begin[p + 1]; n++)
      sent += begin[halo->send_index[n] + 1] - begin[halo->send_index[n]];
    if (sent > INT32_MAX)
      return tc_status_create(TC_USAGE, "ilu0: a rank would send 2^31 entries or more: use another "
                                        "preconditioner");
  }
  h->halo.send_begin[halo->peers] = (int32_t)sent;
  TC_TRY(TC_POOL_ARRAY(&h->memory, h->halo.send_index, sent));
  for (int32_t n = 0, to = 0; n < halo->send_begin[halo->peers]; n++)
    for (int64_t v = begin[halo->send_index[n]]; v < begin[halo->send_index[n] + 1]; v++)
      h->halo.send_index[to++] = (int32_t)v;
  return TC_OK;
}

static tc_status build_entry_halo(const tc_halo *halo, const tc_colouring *colouring, const int64_t *begin,
                                  tc_entry_halo *h) {
  const int32_t columns = halo->owned + halo->ghosts;
  if (begin[columns] > INT32_MAX)
    return tc_status_create(TC_USAGE, "ilu0: a rank would have 2^31 entries or more: use more ranks");
  h->halo = (tc_halo){.owned = (int32_t)begin[halo->owned],
                      .ghosts = (int32_t)(begin[columns] - begin[halo->owned]),
                      .peers = halo->peers,
                      .peer = halo->peer};
  TC_TRY(list_sent_values(halo, begin, h));
  TC_TRY(TC_POOL_ARRAY(&h->memory, h->halo.recv_begin, halo->peers + 1));
  for (int p = 0; p <= halo->peers; p++)
    h->halo.recv_begin[p] = (int32_t)(begin[halo->owned + halo->recv_begin[p]] - begin[halo->owned]);
  h->colouring.colours = colouring->colours;
  TC_TRY(TC_POOL_ARRAY(&h->memory, h->colouring.colour, begin[columns]));
  for (int32_t i = 0; i < columns; i++)
    for (int64_t v = begin[i]; v < begin[i + 1]; v++) h->colouring.colour[v] = colouring->colour[i];
  return TC_OK;
}

tc_status tc_entry_halo_create(const tc_halo *halo, const tc_colouring *colouring, const int64_t *begin,
                               tc_entry_halo **out) {
  tc_entry_halo *h = NULL;
  TC_TRY(TC_ALLOC_ZERO(h, 1));
  TC_RETURN_CREATED(build_entry_halo(halo, colouring, begin, h), h, tc_entry_halo_destroy(&h), out);
}

void tc_entry_halo_destroy(tc_entry_halo **halo) { TC_POOL_DESTROY_OWNER(halo); }
