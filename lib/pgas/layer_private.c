/* Layer `private`: owned elements are accessed through private pointers, an optimisation that UPC programmers
 * make by hand. The private pointer is computed once per block of elements. All other elements are accessed
 * as in layer `plain`. */
#include "pgas/shared_access.h"

typedef struct private {
  tc_shared_access base;
  /* index of the first element at address `at`, and number of consecutive owned elements from there */
  int64_t first, length;
  double *at;
}
private;

static tc_status create_private(tc_shared_access *access) {
  private *p = (private *)access;
  if (access->array->world->ranks > 1) return TC_OK;
  p->at = access->array->window->local;
  p->length = access->array->distribution->rows; /* a single rank owns all elements */
  return TC_OK;
}

/* Sets first, length and at to the block that contains an element if this rank owns it. Does nothing if
 * another rank owns the element. */
static void find_block(private *p, int64_t index) {
  const tc_shared_array *a = p->base.array;
  const tc_location place = tc_distribution_locate(a->distribution, index);
  if (place.rank != a->world->rank) return;
  const int32_t block = a->distribution->block_size;
  p->first = index - index % block;
  p->length = block;
  p->at = a->window->local + (place.local - place.local % block);
}

/* Returns the address of an owned element and counts the access. Returns NULL if another rank owns it. */
static double *own_element(private *p, int64_t index, tc_access_side *side) {
  if ((uint64_t)(index - p->first) >= (uint64_t)p->length) find_block(p, index);
  if ((uint64_t)(index - p->first) >= (uint64_t)p->length) return NULL;
  side->to.count[TC_AFFINITY_OWN]++;
  return p->at + (index - p->first);
}

static tc_status get_private(tc_shared_access *access, int64_t index, double *into) {
  const double *const at = own_element((private *)access, index, &access->read);
  if (!at) return tc_shared_get_single(access, index, into);
  tc_shared_load(at, into);
  return TC_OK;
}

static tc_status put_private(tc_shared_access *access, int64_t index, double value) {
  double *const at = own_element((private *)access, index, &access->write);
  if (!at) return tc_shared_put_single(access, index, value);
  tc_shared_store(at, value);
  return TC_OK;
}

const tc_access_layer tc_access_layer_private = {
    .name = "private",
    .summary = "owned elements through private pointers, all others as in plain",
    .capabilities = TC_CAN_PRIVATISE,
    .size = sizeof(private),
    .create = create_private,
    .get = get_private,
    .put = put_private,
    .get_many = tc_shared_get_loop,
    .put_many = tc_shared_put_loop,
};
