/* Binary tree of bounding boxes over a Morton order. Creation sorts the boxes by the Morton code of their
 * centres and assigns 8 consecutive boxes to each leaf. It then computes the bounding box of every tree node
 * from those of the two children, from the leaves to the root. A search uses a stack of fixed size for the
 * tree nodes that it still has to visit. */
#include "mesh/box_tree.h"

#include <stdbool.h>
#include <stdlib.h>

#include "base/core/memory.h"
#include "base/core/pool.h"

enum {
  boxes_per_leaf = 8,
  code_bits = 21
}; /* boxes_per_leaf: maximum number of boxes of a leaf; code_bits: bits of a Morton code for each axis */

/* Tree node 1 is the root, and tree node i has the children 2 i and 2 i + 1. The second half of the tree
 * nodes are the leaves. */
struct tc_box_tree {
  int32_t count, leaves; /* count: number of boxes; leaves: number of leaves, a power of 2; the last leaves
                            may be empty */
  int32_t *order; /* [count] numbers of the boxes in the order of the Morton curve; the boxes of leaf l begin
                     at order[boxes_per_leaf * l] */
  tc_box *box;    /* [count] the boxes in the order of `order` */
  tc_box *node;   /* [2 leaves] bounding box of each tree node; node[0] is unused */
  tc_pool memory; /* owns the arrays of this struct */
};

typedef struct coded_box {
  uint64_t code;
  int32_t box;
} coded_box;

/* Returns the lowest 21 bits of x with two zero bits inserted after each. */
static uint64_t spread_bits(uint64_t x) {
  x = (x | x << 32) & 0x1f00000000ffff;
  x = (x | x << 16) & 0x1f0000ff0000ff;
  x = (x | x << 8) & 0x100f00f00f00f00f;
  x = (x | x << 4) & 0x10c30c30c30c30c3;
  return (x | x << 2) & 0x1249249249249249;
}

static uint64_t compute_morton_code(const tc_box *bounds, const tc_box *box) {
  uint64_t code = 0;
  for (int axis = 0; axis < 3; axis++) {
    const double width = bounds->high[axis] - bounds->low[axis],
                 middle = 0.5 * (box->low[axis] + box->high[axis]) - bounds->low[axis];
    const double fraction = width > 0.0 ? middle / width : 0.0;
    code |= spread_bits((uint64_t)(fraction * ((1 << code_bits) - 1))) << axis;
  }
  return code;
}

static int compare_codes(const void *a, const void *b) {
  const coded_box *x = a, *y = b;
  if (x->code != y->code) return x->code < y->code ? -1 : 1;
  return (x->box > y->box) - (x->box < y->box);
}

static void extend_box(tc_box *box, const tc_box *other) {
  tc_box_add_point(box, other->low);
  tc_box_add_point(box, other->high);
}

static tc_status sort_boxes(const tc_box *box, tc_box_tree *tree) {
  coded_box *coded = NULL;
  tc_box bounds = tc_box_empty();
  TC_TRY(TC_ALLOC(coded, tree->count));
  for (int32_t i = 0; i < tree->count; i++) extend_box(&bounds, &box[i]);
  for (int32_t i = 0; i < tree->count; i++) coded[i] = (coded_box){compute_morton_code(&bounds, &box[i]), i};
  qsort(coded, (size_t)tree->count, sizeof *coded, compare_codes);
  for (int32_t i = 0; i < tree->count; i++) {
    tree->order[i] = coded[i].box;
    tree->box[i] = box[coded[i].box];
  }
  tc_free(coded);
  return TC_OK;
}

static void fill_nodes(tc_box_tree *tree) {
  tc_box *node = tree->node;
  for (int32_t i = 0; i < 2 * tree->leaves; i++) node[i] = tc_box_empty();
  for (int32_t i = 0; i < tree->count; i++)
    extend_box(&node[tree->leaves + i / boxes_per_leaf], &tree->box[i]);
  for (int32_t i = tree->leaves - 1; i >= 1; i--) {
    node[i] = node[2 * i];
    for (int axis = 0; axis < 3; axis++) {
      node[i].low[axis] = fmin(node[i].low[axis], node[2 * i + 1].low[axis]);
      node[i].high[axis] = fmax(node[i].high[axis], node[2 * i + 1].high[axis]);
    }
  }
}

static tc_status build_tree(const tc_box *box, tc_box_tree *tree) {
  TC_TRY(TC_POOL_ARRAY(&tree->memory, tree->order, tree->count));
  TC_TRY(TC_POOL_ARRAY(&tree->memory, tree->box, tree->count));
  TC_TRY(TC_POOL_ARRAY(&tree->memory, tree->node, 2 * (size_t)tree->leaves));
  TC_TRY(sort_boxes(box, tree));
  fill_nodes(tree);
  return TC_OK;
}

tc_status tc_box_tree_create(int32_t count, const tc_box *box, tc_box_tree **out) {
  tc_box_tree *tree = NULL;
  TC_TRY(TC_ALLOC_ZERO(tree, 1));
  tree->count = count;
  for (tree->leaves = 1; (int64_t)tree->leaves * boxes_per_leaf < count;) tree->leaves *= 2;
  TC_RETURN_CREATED(build_tree(box, tree), tree, tc_box_tree_destroy(&tree), out);
}

void tc_box_tree_destroy(tc_box_tree **tree) { TC_POOL_DESTROY_OWNER(tree); }

static bool contains_point(const tc_box *box, const double point[3]) {
  for (int axis = 0; axis < 3; axis++)
    if (!(box->low[axis] <= point[axis] && point[axis] <= box->high[axis])) return false;
  return true;
}

void tc_box_tree_visit(const tc_box_tree *tree, const double point[3],
                       void (*visit)(void *context, int32_t box), void *context) {
  int32_t pending[64]; /* tree nodes still to visit; their number is at most the number of levels of the tree
                          plus 1 */
  int count = 0;
  pending[count++] = 1;
  while (count > 0) {
    const int32_t i = pending[--count];
    if (!contains_point(&tree->node[i], point)) continue;
    if (i < tree->leaves) {
      pending[count++] = 2 * i + 1;
      pending[count++] = 2 * i;
      continue;
    }
    const int32_t from = (i - tree->leaves) * boxes_per_leaf,
                  to = from + boxes_per_leaf < tree->count ? from + boxes_per_leaf : tree->count;
    for (int32_t k = from; k < to; k++)
      if (contains_point(&tree->box[k], point)) visit(context, tree->order[k]);
  }
}
