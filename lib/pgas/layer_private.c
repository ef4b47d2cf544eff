/* Layer `private`: owned elements are accessed through private pointers, an optimisation that UPC programmers
 * make by hand. The private pointer is computed once per block of elements. All other elements are accessed
 * as in layer `plain`. */
#include "pgas/shared_access.h"

typedef struct private {
  tc_shared_access base;
  /* index of the element at address `address`, and number of consecutive owned elements from there on */
  int64_t first, length;
  double *address;
}
private;

static tc_status create_private(tc_shared_access *access) {
  private *p = (private *)access;
  if (access->array->world->ranks > 1) return TC_OK;
  p->address = access->array->window->local;
  /* If there is a single rank, it owns all elements, in one block. */
  p->length = access->array->distribution->rows;
  return TC_OK;
}

/* Sets first, length and address to the block of an element. Does nothing if another rank owns the
 * element. */
static void find_block(private *p, int64_t index) {
  const tc_shared_array *a = p->base.array;
  const tc_location location = tc_distribution_locate(a->distribution, index);
  if (location.rank != a->world->rank) return;
  const int32_t block = a->distribution->block_size;
  p->first = index - index % block;
  p->length = block;
  p->address = a->window->local + (location.local - location.local % block);
}

/* Returns the address of an owned element and counts the access. Returns NULL if another rank owns it. */
static double *owned_address(private *p, int64_t index, tc_access_side *side) {
  if ((uint64_t)(index - p->first) >= (uint64_t)p->length) find_block(p, index);
  if ((uint64_t)(index - p->first) >= (uint64_t)p->length) return NULL;
  side->pointer.count[TC_AFFINITY_OWN]++;
  return p->address + (index - p->first);
}

static tc_status get_private(tc_shared_access *access, int64_t index, double *value) {
  const double *const address = owned_address((private *)access, index, &access->read);
  if (!address) return tc_shared_get_single(access, index, value);
  tc_shared_load(address, value);
  return TC_OK;
}

static tc_status put_private(tc_shared_access *access, int64_t index, double value) {
  double *const address = owned_address((private *)access, index, &access->write);
  if (!address) return tc_shared_put_single(access, index, value);
  tc_shared_store(address, value);
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
