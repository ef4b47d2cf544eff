/* The places of one function while it is analysed: a tree, so that one place is one number. What is not found
 * is made. Errors of all that give a status: TC_INTERNAL out of memory. */
#ifndef TC_BLAME_EXTRACT_PATH_NODES_H
#define TC_BLAME_EXTRACT_PATH_NODES_H

#include "base/containers/int_list.h"
#include "blame/facts/access_path.h"
#include "blame/ir/ir.h"

typedef enum tb_path_node_step {
  TB_NODE_ROOT,
  TB_NODE_DEREFERENCE, /* what a pointer leads to */
  TB_NODE_MEMBER,
  TB_NODE_ELEMENT,
  TB_NODE_TRUNCATED /* all that lies deeper than TB_ACCESS_PATH_STEPS */
} tb_path_node_step;

typedef struct tb_path_node {
  tb_path_node_step step;
  int parent, child, sibling; /* -1: none */
  const char *name;           /* of a root or a member; "" of a member without a name */
  const tb_type *owner;       /* of a member: its struct; NULL: unknown */
  const tb_type *type;        /* NULL: unknown */
  int depth;                  /* steps, "->x" one */
  int top;                    /* its root */
  int follows;                /* how many pointers are followed on the way */
  tb_root root;               /* from here on of roots alone */
  int number, line;
  int function; /* a function's own address: number in the unit; -1: no function */
  bool hidden, is_static;
} tb_path_node;

typedef struct tb_path_nodes {
  const tb_ir *ir;
  tc_pool *pool;
  int count, capacity;
  tb_path_node *node; /* [count] its own memory */
} tb_path_nodes;

void tb_path_nodes_free(tb_path_nodes *nodes);

/* A root that is told by kind, number and function; the rest of `root` is taken when it is new. */
tc_status tb_path_nodes_root(tb_path_nodes *nodes, const tb_path_node *root, int *out);

/* Pointers that lead to their like again (p->next->next) stay where they are: at the first of them. */
tc_status tb_path_nodes_dereference(tb_path_nodes *nodes, int node, int *out);
tc_status tb_path_nodes_element(tb_path_nodes *nodes, int node, int *out);
tc_status tb_path_nodes_step(tb_path_nodes *nodes, int node, const tb_ir_step *step, int *out);

/* What an access of so many bits at the begin of a place is one of: the first element, the first member or,
 * with field >= 0, the bit-field there. */
tc_status tb_path_nodes_narrow(tb_path_nodes *nodes, int node, const tb_ir_instruction *access, int *out);

bool tb_path_nodes_is_field(const tb_path_nodes *nodes, int node); /* a bit-field */

/* The place that lies to `to` as `node` lies to `from`, which contains it. */
tc_status tb_path_nodes_rebase(tb_path_nodes *nodes, int node, int from, int to, int *out);
tc_status tb_path_nodes_member(tb_path_nodes *nodes, int node, const tb_type *owner, const tb_member *member,
                               int *out);

/* As facts name it. */
tc_status tb_path_nodes_access_path(const tb_path_nodes *nodes, int node, tc_pool *pool, tb_access_path *out);

#endif
