/* Recursive functions that sum and mark the nodes of a tree. */
struct node {
  struct node *left, *right;
  int value;
};

int sum(const struct node *n) {
  if (!n)
    return 0;
  int left = sum(n->left);
  int right = sum(n->right);
  return n->value + left + right;
}

void mark(struct node *n, int depth) {
  if (!n)
    return;
  n->value = depth;
  mark(n->left, depth + 1);
  mark(n->right, depth + 2);
}

/* Expected lines of each slice, for the transfer rules full and certain (explained in README.md).
 *
 * Slices of sum:
 * left: full 8,10; certain 8,10
 * right: full 8,11; certain 8,11
 * return: full 8-13; certain 8,9,12,13
 *
 * n->left[] and n->right[] are access paths separate from n[], so writes to them do not count for n->value.
 *
 * Slices of mark:
 * n->value: full 16,18; certain 16,18
 * n->left: full 16,19; certain 16,19
 * n->left[]: full 16,19; certain 16,19
 * n->right: full 16,20; certain 16,20
 * n->right[]: full 16,20; certain 16,20 */
