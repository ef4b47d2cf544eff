/* Layer `batched`, modelled on Berkeley UPC. A sequence of elements that is known in advance is transferred
 * together: all operations are started before any is completed, and one flush per owner completes them.
 * Consecutive elements of the sequence that one rank of another node owns are fetched with one list
 * (tc_window_get_list_atomic). Puts are made in contiguous runs in the order of the sequence, because a
 * sequence may contain an element twice. Other ranks may access the same elements between two fences, so
 * every element is loaded and stored atomically. */
#include "base/core/memory.h"
#include "pgas/shared_access.h"

typedef struct batched {
  tc_shared_access base;
  int64_t sequence;
  int64_t *asked; /* [ranks] number of the last sequence that accessed each rank */
  int32_t *owner; /* [ranks] ranks of other nodes that the current sequence accesses */
  int owners;
} batched;

static void destroy_batched(tc_shared_access *access) {
  tc_free(((batched *)access)->asked);
  tc_free(((batched *)access)->owner);
}

static tc_status create_batched(tc_shared_access *access) {
  batched *b = (batched *)access;
  b->sequence = 1;
  TC_TRY(TC_ALLOC_ZERO(b->asked, access->array->world->ranks));
  return TC_ALLOC(b->owner, access->array->world->ranks);
}

/* number of elements that are compared without a branch between them, which is fast if most sequences are
 * regular */
enum { some = 8 };

/* Part of a sequence that can be accessed together. Its elements are in one block that a rank of this node
 * owns, or one rank of another node owns them. */
typedef struct part {
  int values;
  bool run;  /* true if the elements are consecutive and at least `some` */
  bool list; /* true if the elements are on another node and not consecutive */
  tc_location place;
  double *at; /* address of the first element in shared memory; NULL if the elements are on another node */
} part;

/* Returns the number of elements at the start of a sequence whose indices are consecutive, at most `most`. */
static int run_length(int most, const int64_t *index) {
  int n = 0;
  if (most < 2 || index[1] != index[0] + 1) return 1;
  for (int64_t apart = 0; n + some <= most; n += some) {
    for (int64_t k = n; k < n + some; k++) apart |= index[k] ^ (index[0] + k);
    if (apart) break;
  }
  while (n < most && index[n] == index[0] + n) n++;
  return n;
}

/* Returns the number of elements at the start of a sequence whose indices are in begin .. last, at most
 * `count`. */
static int in_block(int64_t begin, int64_t last, int count, const int64_t *index) {
  int n = 0;
  for (int64_t outside = 0; n + some <= count; n += some) {
    for (int k = n; k < n + some; k++) outside |= (index[k] - begin) | (last - index[k]);
    if (outside < 0) break;
  }
  while (n < count && index[n] >= begin && index[n] <= last) n++;
  return n;
}

/* Returns the number of elements at the start of a sequence that `rank` owns, at most TC_WINDOW_LIST. `rank`
 * must own the first element. */
static int of_rank(const tc_distribution *d, int32_t rank, int count, const int64_t *index) {
  int n = 1;
  while (n < count && n < TC_WINDOW_LIST && tc_distribution_locate(d, index[n]).rank == rank) n++;
  return n;
}

/* Returns the part at the start of the sequence index[count]. `gets` is true for gets. Unlike puts, gets can
 * access elements of another node with a list. */
static part find_sequence(const tc_shared_array *a, bool gets, int count, const int64_t *index) {
  const tc_distribution *d = a->distribution;
  const int64_t begin = tc_fast_divide(index[0], d->per_block) * d->block_size,
                last = begin + d->block_size - 1, rest = last - index[0] + 1;
  part p = {.place = tc_distribution_locate(d, index[0])};
  double *const piece = a->node_pointer[p.place.rank];
  p.values = run_length(count < rest ? count : (int)rest, index);
  p.run = p.values >= some;
  if (!piece) {
    const int of_one = gets && !p.run ? of_rank(d, p.place.rank, count, index) : p.values;
    p.list = of_one > p.values;
    p.values = of_one;
    return p;
  }
  p.at = piece + p.place.local;
  if (!p.run) p.values = in_block(begin, last, count, index);
  return p;
}

/* Returns the part at the start of the sequence index[count], and adds its accesses to the counts in
 * *side. */
static part begin_sequence(batched *b, tc_access_side *side, int count, const int64_t *index) {
  const tc_shared_array *a = b->base.array;
  const part p = find_sequence(a, side == &b->base.read, count, index);
  const bool first = b->asked[p.place.rank] != b->sequence;
  b->asked[p.place.rank] = b->sequence;
  side->to.count[a->affinity[p.place.rank]] += p.values;
  side->joined += a->affinity[p.place.rank] == TC_AFFINITY_NODE ? p.values - first : 0;
  if (!p.at && first) b->owner[b->owners++] = p.place.rank;
  return p;
}

static tc_status complete_batches(batched *b, tc_access_side *side) {
  for (int i = 0; i < b->owners; i++) TC_TRY(tc_window_get_end(b->base.array->window, b->owner[i], NULL));
  side->far_operations += b->owners;
  b->owners = 0;
  b->sequence++;
  return TC_OK;
}

static tc_status get_list(const tc_shared_array *a, const part *p, const int64_t *index, double *into) {
  int64_t offset[TC_WINDOW_LIST];
  for (int k = 0; k < p->values; k++) offset[k] = tc_distribution_locate(a->distribution, index[k]).local;
  return tc_window_get_list_atomic(a->window, p->place.rank, p->values, offset, into);
}

/* Loads consecutive elements atomically. Compilers do not vectorise loops of atomic accesses, so this loop is
 * slower than memcpy. Unrolling the loop recovers half of the difference. */
static void load_run(int values, const double *from, double *into) {
#pragma GCC unroll 8
  for (int k = 0; k < values; k++) tc_shared_load(&from[k], &into[k]);
}

static void store_run(int values, const double *from, double *to) {
#pragma GCC unroll 8
  for (int k = 0; k < values; k++) tc_shared_store(&to[k], from[k]);
}

static tc_status get_part(const tc_shared_array *a, const part *p, const int64_t *index, double *into) {
  const tc_window *w = a->window;
  if (p->list) return get_list(a, p, index, into);
  if (!p->at) return tc_window_get_atomic(w, p->place.rank, p->place.local, into, p->values);
  if (p->run)
    load_run(p->values, p->at, into);
  else
    for (int k = 0; k < p->values; k++) tc_shared_load(&p->at[index[k] - index[0]], &into[k]);
  return TC_OK;
}

static tc_status put_sequence(const tc_window *w, const part *p, const int64_t *index, const double *value) {
  if (!p->at) return tc_window_put_atomic(w, p->place.rank, p->place.local, value, p->values);
  if (p->run)
    store_run(p->values, value, p->at);
  else
    for (int k = 0; k < p->values; k++) tc_shared_store(&p->at[index[k] - index[0]], value[k]);
  return TC_OK;
}

static tc_status get_many(tc_shared_access *access, int count, const int64_t *index, double *into) {
  batched *b = (batched *)access;
  for (int i = 0; i < count;) {
    const part p = begin_sequence(b, &access->read, count - i, index + i);
    TC_TRY(get_part(access->array, &p, index + i, into + i));
    i += p.values;
  }
  return complete_batches(b, &access->read);
}

static tc_status put_batched(tc_shared_access *access, int count, const int64_t *index, const double *value) {
  batched *b = (batched *)access;
  for (int i = 0; i < count;) {
    const part p = begin_sequence(b, &access->write, count - i, index + i);
    TC_TRY(put_sequence(access->array->window, &p, index + i, value + i));
    i += p.values;
  }
  return complete_batches(b, &access->write);
}

const tc_access_layer tc_access_layer_batched = {
    .name = "batched",
    .summary = "sequences known in advance are transferred together, completed once per owner: Berkeley UPC",
    .capabilities = TC_CAN_VECTOR | TC_CAN_COALESCE,
    .size = sizeof(batched),
    .create = create_batched,
    .destroy = destroy_batched,
    .get = tc_shared_get_single,
    .put = tc_shared_put_single,
    .get_many = get_many,
    .put_many = put_batched,
};
