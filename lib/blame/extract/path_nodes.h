/* Access paths of one function during its analysis, as a tree of nodes, so that each path has exactly one
 * number. The points-to analysis (points_to*.c) and definitions.c use it. Functions return the existing node
 * or add one. Adding may reallocate the array `node` and requires tb_points_to_grow afterwards. Errors of all
 * functions with a status: TC_INTERNAL if memory is exhausted. */
#ifndef TC_BLAME_EXTRACT_PATH_NODES_H
#define TC_BLAME_EXTRACT_PATH_NODES_H

#include "base/containers/int_list.h"
#include "blame/facts/access_path.h"
#include "blame/ir/ir.h"

typedef enum tb_path_node_step {
  TB_NODE_ROOT,
  TB_NODE_DEREFERENCE, /* Target of the pointer that is the parent. */
  TB_NODE_MEMBER,
  TB_NODE_ELEMENT,
  TB_NODE_TRUNCATED /* All steps that are deeper than TB_ACCESS_PATH_STEPS. */
} tb_path_node_step;

typedef struct tb_path_node {
  tb_path_node_step step;
  int parent, child, sibling; /* Related nodes; -1 if there is none. */
  const char *name;           /* Name of a root or a member; "" for a nameless member. */
  const tb_type *owner;       /* Struct that contains a member; NULL if unknown. */
  const tb_type *type;        /* Type of the memory; NULL if unknown. */
  int depth;                  /* Number of steps, where "->x" counts one. */
  int top;                    /* Root node of the path. */
  int follows;                /* Number of pointers followed from the root. */
  tb_root root;               /* Kind of the root of the path. */
  int number, line;           /* Number and line of the root. Set for roots only, like the flags below. */
  int function; /* Number of a function in the unit, if the root is the address of a function; otherwise -1.
                 */
  bool hidden, is_static;
} tb_path_node;

typedef struct tb_path_nodes {
  const tb_ir *ir;
  tc_pool *pool;               /* owns texts and nodes */
  TC_ARRAY(tb_path_node) node; /* nodes of the tree; its pool is `pool` */
} tb_path_nodes;

/* Returns the root with the same kind, number and function. The other members of `root` are used only for
 * a new node. */
tc_status tb_path_nodes_root(tb_path_nodes *nodes, const tb_path_node *root, int *out);

/* Return the node for the target of a pointer, for an element of an array, and for a step of an address
 * computation. A union adds no step. */
tc_status tb_path_nodes_dereference(tb_path_nodes *nodes, int node, int *out);
tc_status tb_path_nodes_element(tb_path_nodes *nodes, int node, int *out);
tc_status tb_path_nodes_step(tb_path_nodes *nodes, int node, const tb_ir_step *step, int *out);

/* Returns the node of the memory that `access`, a LOAD or STORE at the start of `node`, uses. An access to a
 * struct or an array uses `node`. Any other access uses the first element or member, at any depth, or the
 * bit-field access->field if this is not negative. */
tc_status tb_path_nodes_narrow(tb_path_nodes *nodes, int node, const tb_ir_instruction *access, int *out);

bool tb_path_nodes_is_field(const tb_path_nodes *nodes, int node); /* True if the node is a bit-field. */

/* Returns the node whose path from `to` equals the path from `from` to `node`. `from` must contain `node`. */
tc_status tb_path_nodes_rebase(tb_path_nodes *nodes, int node, int from, int to, int *out);
tc_status tb_path_nodes_member(tb_path_nodes *nodes, int node, const tb_type *owner, const tb_member *member,
                               int *out);

/* Returns the node in the form of the facts. Texts are allocated in `pool`. */
tc_status tb_path_nodes_access_path(const tb_path_nodes *nodes, int node, tc_pool *pool, tb_access_path *out);

#endif
