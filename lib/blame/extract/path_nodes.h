/* The places of one function while it is analysed: a tree, so that one place is one number. What is not found
 * is made. Errors of all that give a status: TC_INTERNAL out of memory. */
#ifndef TC_BLAME_EXTRACT_PATH_NODES_H
#define TC_BLAME_EXTRACT_PATH_NODES_H

#include "base/containers/int_list.h"
#include "blame/facts/access_path.h"
#include "blame/ir/ir.h"

typedef enum tc_node_step {
  TC_NODE_ROOT,
  TC_NODE_FOLLOW, /* what a pointer leads to */
  TC_NODE_MEMBER,
  TC_NODE_ELEMENT,
  TC_NODE_REST /* all that lies deeper than TC_PLACE_STEPS */
} tc_node_step;

typedef struct tc_node {
  tc_node_step step;
  int parent, child, sibling; /* -1: none */
  const char *name;           /* of a root or a member; "" of a member without a name */
  const tc_type *owner;       /* of a member: its struct; NULL: unknown */
  const tc_type *type;        /* NULL: unknown */
  int depth;                  /* steps, "->x" one */
  int top;                    /* its root */
  int follows;                /* how many pointers are followed on the way */
  tc_root root;               /* from here on of roots alone */
  int number, line;
  int function; /* a function's own address: number in the unit; -1: no function */
  bool hidden, is_static;
} tc_node;

typedef struct tc_nodes {
  const tc_ir *ir;
  tc_pool *pool;
  int count, room;
  tc_node *node; /* [count] its own memory */
} tc_nodes;

void tc_nodes_clear(tc_nodes *nodes);

/* A root that is told by kind, number and function; the rest of `root` is taken when it is new. */
tc_status tc_nodes_root(tc_nodes *nodes, const tc_node *root, int *out);

/* Pointers that lead to their like again (p->next->next) stay where they are: at the first of them. */
tc_status tc_nodes_follow(tc_nodes *nodes, int node, int *out);
tc_status tc_nodes_element(tc_nodes *nodes, int node, int *out);
tc_status tc_nodes_step(tc_nodes *nodes, int node, const tc_step *step, int *out);

/* What an access of so many bits at the begin of a place is one of: the first element, the first member or,
 * with field >= 0, the bit-field there. */
tc_status tc_nodes_settle(tc_nodes *nodes, int node, const tc_instruction *access, int *out);

bool tc_nodes_is_field(const tc_nodes *nodes, int node); /* a bit-field */

/* The place that lies to `to` as `node` lies to `from`, which contains it. */
tc_status tc_nodes_rebase(tc_nodes *nodes, int node, int from, int to, int *out);
tc_status tc_nodes_member(tc_nodes *nodes, int node, const tc_type *owner, const tc_member *member, int *out);

/* As facts name it. */
tc_status tc_nodes_place(const tc_nodes *nodes, int node, tc_pool *pool, tb_access_path *out);

#endif
