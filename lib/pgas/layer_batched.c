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
  int64_t *last_sequence; /* [ranks] number of the last sequence that accessed elements of each rank */
  int32_t *owner;         /* [ranks] ranks of other nodes that the current sequence accesses */
  int owners;
} batched;

static void destroy_batched(tc_shared_access *access) {
  tc_free(((batched *)access)->last_sequence);
  tc_free(((batched *)access)->owner);
}

static tc_status create_batched(tc_shared_access *access) {
  batched *b = (batched *)access;
  b->sequence = 1;
  TC_TRY(TC_ALLOC_ZERO(b->last_sequence, access->array->world->ranks));
  return TC_ALLOC(b->owner, access->array->world->ranks);
}

/* number of elements that one comparison loop without branches checks */
enum { min_run = 8 };

/* First part of a sequence of elements, which is accessed together: elements of one block on this node, or
 * elements of one rank of another node. */
typedef struct sequence_part {
  int values;
  bool is_run;  /* true if the elements are consecutive and at least `min_run` */
  bool is_list; /* true if the elements are on another node and not consecutive */
  tc_location location;
  double
      *address; /* address of the first element in shared memory; NULL if the elements are on another node */
} sequence_part;

/* Returns the number of elements at the start of a sequence whose indices are consecutive, at most
 * `count`. */
static int count_consecutive(int count, const int64_t *index) {
  int n = 0;
  if (count < 2 || index[1] != index[0] + 1) return 1;
  for (int64_t difference = 0; n + min_run <= count; n += min_run) {
    for (int64_t k = n; k < n + min_run; k++) difference |= index[k] ^ (index[0] + k);
    if (difference) break;
  }
  while (n < count && index[n] == index[0] + n) n++;
  return n;
}

/* Returns the number of elements at the start of a sequence whose indices are in begin .. last, at most
 * `count`. */
static int count_in_block(int64_t begin, int64_t last, int count, const int64_t *index) {
  int n = 0;
  for (int64_t outside = 0; n + min_run <= count; n += min_run) {
    for (int k = n; k < n + min_run; k++) outside |= (index[k] - begin) | (last - index[k]);
    if (outside < 0) break;
  }
  while (n < count && index[n] >= begin && index[n] <= last) n++;
  return n;
}

/* Returns the number of elements at the start of a sequence that `rank` owns, at most TC_WINDOW_LIST. `rank`
 * must own the first element. */
static int count_of_rank(const tc_distribution *d, int32_t rank, int count, const int64_t *index) {
  int n = 1;
  while (n < count && n < TC_WINDOW_LIST && tc_distribution_locate(d, index[n]).rank == rank) n++;
  return n;
}

/* Returns the part at the start of the sequence index[count]. `gets` is true for gets. Unlike puts, gets can
 * access elements of another node with a list. */
static sequence_part find_part(const tc_shared_array *a, bool gets, int count, const int64_t *index) {
  const tc_distribution *d = a->distribution;
  const int64_t begin = tc_fast_divide(index[0], d->per_block) * d->block_size,
                last = begin + d->block_size - 1, rest = last - index[0] + 1;
  sequence_part p = {.location = tc_distribution_locate(d, index[0])};
  double *const segment = a->node_pointer[p.location.rank];
  p.values = count_consecutive(count < rest ? count : (int)rest, index);
  p.is_run = p.values >= min_run;
  if (!segment) {
    const int count_of_owner = gets && !p.is_run ? count_of_rank(d, p.location.rank, count, index) : p.values;
    p.is_list = count_of_owner > p.values;
    p.values = count_of_owner;
    return p;
  }
  p.address = segment + p.location.local;
  if (!p.is_run) p.values = count_in_block(begin, last, count, index);
  return p;
}

/* Finds the part at the start of a sequence as find_part does, and adds the accesses to the counts in
 * *side. */
static sequence_part begin_part(batched *b, tc_access_side *side, int count, const int64_t *index) {
  const tc_shared_array *a = b->base.array;
  const sequence_part p = find_part(a, side == &b->base.read, count, index);
  const bool is_first = b->last_sequence[p.location.rank] != b->sequence;
  b->last_sequence[p.location.rank] = b->sequence;
  side->pointer.count[a->affinity[p.location.rank]] += p.values;
  side->merged_values += a->affinity[p.location.rank] == TC_AFFINITY_NODE ? p.values - is_first : 0;
  if (!p.address && is_first) b->owner[b->owners++] = p.location.rank;
  return p;
}

static tc_status complete_sequence(batched *b, tc_access_side *side) {
  for (int i = 0; i < b->owners; i++) TC_TRY(tc_window_get_end(b->base.array->window, b->owner[i], NULL));
  side->remote_operations += b->owners;
  b->owners = 0;
  b->sequence++;
  return TC_OK;
}

static tc_status get_list(const tc_shared_array *a, const sequence_part *p, const int64_t *index,
                          double *value) {
  int64_t offset[TC_WINDOW_LIST];
  for (int k = 0; k < p->values; k++) offset[k] = tc_distribution_locate(a->distribution, index[k]).local;
  return tc_window_get_list_atomic(a->window, p->location.rank, p->values, offset, value);
}

/* Loads consecutive elements one by one with atomic accesses. Compilers do not vectorise such loops.
 * Unrolling recovers half of the speed that they lose against memcpy. */
static void load_run(int values, const double *from, double *value) {
#pragma GCC unroll 8
  for (int k = 0; k < values; k++) tc_shared_load(&from[k], &value[k]);
}

static void store_run(int values, const double *from, double *to) {
#pragma GCC unroll 8
  for (int k = 0; k < values; k++) tc_shared_store(&to[k], from[k]);
}

static tc_status get_part(const tc_shared_array *a, const sequence_part *p, const int64_t *index,
                          double *value) {
  const tc_window *w = a->window;
  if (p->is_list) return get_list(a, p, index, value);
  if (!p->address) return tc_window_get_atomic(w, p->location.rank, p->location.local, value, p->values);
  if (p->is_run)
    load_run(p->values, p->address, value);
  else
    for (int k = 0; k < p->values; k++) tc_shared_load(&p->address[index[k] - index[0]], &value[k]);
  return TC_OK;
}

static tc_status put_part(const tc_window *w, const sequence_part *p, const int64_t *index,
                          const double *value) {
  if (!p->address) return tc_window_put_atomic(w, p->location.rank, p->location.local, value, p->values);
  if (p->is_run)
    store_run(p->values, value, p->address);
  else
    for (int k = 0; k < p->values; k++) tc_shared_store(&p->address[index[k] - index[0]], value[k]);
  return TC_OK;
}

static tc_status get_batched(tc_shared_access *access, int count, const int64_t *index, double *value) {
  batched *b = (batched *)access;
  for (int i = 0; i < count;) {
    const sequence_part p = begin_part(b, &access->read, count - i, index + i);
    TC_TRY(get_part(access->array, &p, index + i, value + i));
    i += p.values;
  }
  return complete_sequence(b, &access->read);
}

static tc_status put_batched(tc_shared_access *access, int count, const int64_t *index, const double *value) {
  batched *b = (batched *)access;
  for (int i = 0; i < count;) {
    const sequence_part p = begin_part(b, &access->write, count - i, index + i);
    TC_TRY(put_part(access->array->window, &p, index + i, value + i));
    i += p.values;
  }
  return complete_sequence(b, &access->write);
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
    .get_many = get_batched,
    .put_many = put_batched,
};
