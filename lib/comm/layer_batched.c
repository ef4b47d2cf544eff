/* As Berkeley UPC: a sequence that is known in advance is got together, all values on their way before the
 * first is waited for, completed for each owner at once; so is what is put together. */
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
  b->sequence = 1;
  TC_TRY(TC_ALLOC_ZERO(b->asked, access->array->world->ranks));
  return TC_ALLOC(b->owner, access->array->world->ranks);
}

/* How many of the sequence lie one after the other with the first, in one block. */
static int run_length(const tc_distribution *d, int count, const int64_t *index) {
  const int64_t in_block = (tc_divide(index[0], d->per_block) + 1) * d->block_size - index[0];
  int length = 1;
  while (length < count && length < in_block && index[length] == index[0] + length) length++;
  return length;
}

/* Begins with the first elements of a sequence: returns how many, which belong to *place.rank and lie from
 * there on; *piece: in shared memory, where it is one; NULL: elsewhere. */
static int begin(batched *b, tc_access_side *side, int count, const int64_t *index, tc_place *place,
                 double **piece) {
  const tc_shared_array *a = b->base.array;
  *place = tc_distribution_locate(a->distribution, index[0]);
  *piece = a->near[place->rank];
  const bool first = b->asked[place->rank] != b->sequence;
  const int values = run_length(a->distribution, count, index);
  b->asked[place->rank] = b->sequence;
  side->to.count[a->kin[place->rank]] += values;
  side->joined += a->kin[place->rank] == TC_KIN_LOCAL ? values - first : 0;
  if (!*piece && first) b->owner[b->owners++] = place->rank;
  return values;
}

/* Mostly one or few: a call of memcpy would take longer. */
static void copy(int n, const double *from, double *to) {
  for (int i = 0; i < n; i++) to[i] = from[i];
}

static tc_status complete(batched *b, tc_access_side *side) {
  for (int i = 0; i < b->owners; i++) TC_TRY(tc_window_finish(b->base.array->window, b->owner[i], NULL));
  side->far_operations += b->owners;
  b->owners = 0;
  b->sequence++;
  return TC_OK;
}

static tc_status get_many(tc_shared_access *access, int count, const int64_t *index, double *into) {
  batched *b = (batched *)access;
  const tc_window *w = access->array->window;
  tc_place place;
  double *piece;
  for (int i = 0, n; i < count; i += n) {
    n = begin(b, &access->read, count - i, index + i, &place, &piece);
    if (piece)
      copy(n, piece + place.local, into + i);
    else
      TC_TRY(tc_window_get(w, place.rank, place.local, into + i, n, NULL));
  }
  return complete(b, &access->read);
}

static tc_status put_many(tc_shared_access *access, int count, const int64_t *index, const double *value) {
  batched *b = (batched *)access;
  const tc_window *w = access->array->window;
  tc_place place;
  double *piece;
  for (int i = 0, n; i < count; i += n) {
    n = begin(b, &access->write, count - i, index + i, &place, &piece);
    if (piece)
      copy(n, value + i, piece + place.local);
    else
      TC_TRY(tc_window_put(w, place.rank, place.local, value + i, n, NULL));
  }
  return complete(b, &access->write);
}

const tc_access_layer tc_access_layer_batched = {
    .name = "batched",
    .summary = "sequences that are known in advance together, completed once for each owner: Berkeley UPC",
    .can = TC_CAN_VECTOR | TC_CAN_COALESCE,
    .size = sizeof(batched),
    .open = open,
    .close = close,
    .get = tc_shared_get_alone,
    .put = tc_shared_put_alone,
    .get_many = get_many,
    .put_many = put_many,
};
