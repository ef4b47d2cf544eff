/* As Berkeley UPC: a sequence that is known in advance is got together, all values on their way before the
 * first is waited for, completed for each owner at once. Puts go alone. */
#include "base/memory.h"
#include "comm/shared_access.h"

typedef struct batched {
  tc_shared_access base;
  int64_t sequence;
  int64_t *asked; /* [ranks] the last sequence that got something of it */
  int32_t *owner; /* [ranks] of other nodes that this one gets something of */
  int owners;
} batched;

static void close(tc_shared_access *access) {
  tc_free(((batched *)access)->asked);
  tc_free(((batched *)access)->owner);
}

static tc_status open(tc_shared_access *access) {
  batched *b = (batched *)access;
  TC_TRY(TC_ALLOC_ZERO(b->asked, access->array->world->ranks));
  return TC_ALLOC(b->owner, access->array->world->ranks);
}

/* How many of the sequence lie one after the other with the first, in one block. */
static int run_length(const tc_distribution *d, int count, const int64_t *index) {
  const int64_t in_block = d->block_size - index[0] % d->block_size;
  int length = 1;
  while (length < count && length < in_block && index[length] == index[0] + length) length++;
  return length;
}

/* Gets a value in shared memory; else starts to get it and those behind it. *done: how many these are. */
static tc_status start(batched *b, int count, const int64_t *index, double *into, int *done) {
  const tc_shared_array *a = b->base.array;
  tc_access_side *read = &b->base.read;
  const tc_place place = tc_distribution_locate(a->distribution, index[0]);
  const double *const piece = a->near[place.rank];
  const bool first = b->asked[place.rank] != b->sequence;
  const int values = piece ? 1 : run_length(a->distribution, count, index);
  b->asked[place.rank] = b->sequence;
  read->to.count[a->kin[place.rank]] += values;
  read->joined += a->kin[place.rank] == TC_KIN_LOCAL && !first;
  *done = values;
  if (piece) {
    *into = piece[place.local];
    return TC_OK;
  }
  if (first) b->owner[b->owners++] = place.rank;
  return tc_window_get(a->window, place.rank, place.local, into, values, NULL);
}

static tc_status get_many(tc_shared_access *access, int count, const int64_t *index, double *into) {
  batched *b = (batched *)access;
  b->sequence++;
  b->owners = 0;
  for (int i = 0, done; i < count; i += done) TC_TRY(start(b, count - i, index + i, into + i, &done));
  for (int i = 0; i < b->owners; i++) TC_TRY(tc_window_finish(access->array->window, b->owner[i], NULL));
  access->read.far_operations += b->owners;
  return TC_OK;
}

const tc_access_layer tc_access_layer_batched = {
    .name = "batched",
    .summary = "sequences that are known in advance together, completed once for each owner",
    .can = TC_CAN_VECTOR | TC_CAN_COALESCE,
    .size = sizeof(batched),
    .open = open,
    .close = close,
    .get = tc_shared_get_alone,
    .put = tc_shared_put_alone,
    .get_many = get_many,
};
