/* Access paths of one function during its analysis. Access paths form a tree in which each node adds one step
 * to the path of the parent. Each path has exactly one node. The points-to analysis (points_to*.c) and
 * definitions.c use the tree. The functions return the existing node of a path or add one. Adding a node may
 * reallocate the array `node`, and the caller must call tb_points_to_grow afterwards. All functions that
 * return a status return TC_INTERNAL if memory is exhausted. */
#ifndef TC_BLAME_EXTRACT_PATH_NODES_H
#define TC_BLAME_EXTRACT_PATH_NODES_H

#include "base/containers/int_list.h"
#include "blame/facts/access_path.h"
#include "blame/ir/ir.h"

typedef enum tb_path_node_step {
  TB_NODE_ROOT,
  TB_NODE_DEREFERENCE, /* Memory to which the pointer in the parent node points. */
  TB_NODE_MEMBER,
  TB_NODE_ELEMENT,
  TB_NODE_TRUNCATED /* Represents all steps beyond the maximum of TB_ACCESS_PATH_STEPS. */
} tb_path_node_step;

typedef struct tb_path_node {
  tb_path_node_step step;
  int parent, child, sibling; /* Parent, one child, and next child of the same parent; -1 if there is none. */
  const char *name;     /* Name of the root or member; "" for a member without a name and for other steps. */
  const tb_type *owner; /* Struct type that contains the member; NULL if unknown. */
  const tb_type *type;  /* Type of the memory; NULL if unknown. */
  int depth;            /* Number of steps from the root, where "->x" counts as one. */
  int root_node;        /* Number of the root node of the path. */
  int dereferences;     /* Number of pointers that the path dereferences. */
  tb_root root;         /* Kind of the root of the path. */
  int number, line;     /* For a root: its number (see tb_access_path) and the line of its declaration. */
  /* For the address of a function: index of the function in the translation unit; otherwise -1. */
  int function;
  bool is_hidden, is_static;
} tb_path_node;

typedef struct tb_path_nodes {
  const tb_ir *ir;
  tc_pool *pool;               /* owns texts and nodes */
  TC_ARRAY(tb_path_node) node; /* all nodes of the tree */
} tb_path_nodes;

/* Returns the root node that has the same kind, number and function as `root`. If there is none, adds `root`
 * as a new node. */
tc_status tb_path_nodes_root(tb_path_nodes *nodes, const tb_path_node *root, int *out);

/* These functions return in *out the node reached from `node` by one step: tb_path_nodes_dereference by a
 * pointer dereference, tb_path_nodes_element by an array element, and tb_path_nodes_step by a step of an
 * address computation. If `node` is a union, the last two return `node`. */
tc_status tb_path_nodes_dereference(tb_path_nodes *nodes, int node, int *out);
tc_status tb_path_nodes_element(tb_path_nodes *nodes, int node, int *out);
tc_status tb_path_nodes_step(tb_path_nodes *nodes, int node, const tb_ir_step *step, int *out);

/* Returns in *out the node that a LOAD or STORE accesses if its address is the start of `node`. For an access
 * to a whole struct or array, this is `node` itself. Otherwise it is the scalar at the start of `node`, which
 * is reached through first elements and first members, or the bit-field that access->bit_field gives. */
tc_status tb_path_nodes_find_accessed(tb_path_nodes *nodes, int node, const tb_ir_instruction *access,
                                      int *out);

/* True if the node is a bit-field of a struct. */
bool tb_path_nodes_is_bit_field(const tb_path_nodes *nodes, int node);

/* Returns in *out the node whose path is that of `node` with its beginning `from` replaced by `to`. For
 * example, if `node` is p->x[], `from` is p and `to` is q, the result is q->x[]. `from` must be `node` or an
 * ancestor of it. */
tc_status tb_path_nodes_rebase(tb_path_nodes *nodes, int node, int from, int to, int *out);
tc_status tb_path_nodes_member(tb_path_nodes *nodes, int node, const tb_type *owner, const tb_member *member,
                               int *out);

/* Returns in *out the access path of the node as it is stored in the facts. Its texts are allocated in
 * `pool`. */
tc_status tb_path_nodes_access_path(const tb_path_nodes *nodes, int node, tc_pool *pool, tb_access_path *out);

#endif
