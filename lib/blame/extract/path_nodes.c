#include "blame/extract/path_nodes.h"

#include <stdlib.h>
#include <string.h>

void tc_nodes_clear(tc_nodes *nodes) {
  free(nodes->node);
  nodes->node = NULL;
  nodes->count = nodes->room = 0;
}

static tc_status add(tc_nodes *nodes, const tc_node *like, int *out) {
  if (nodes->count == nodes->room) {
    const int room = nodes->room ? 2 * nodes->room : 64;
    tc_node *node = realloc(nodes->node, (size_t)room * sizeof *node);
    if (!node) return tc_status_make(TC_INTERNAL, "out of memory: %d places of a function", room);
    nodes->node = node;
    nodes->room = room;
  }
  *out = nodes->count;
  nodes->node[nodes->count++] = *like;
  return TC_OK;
}

tc_status tc_nodes_root(tc_nodes *nodes, const tc_node *root, int *out) {
  for (int i = 0; i < nodes->count; i++) {
    const tc_node *node = nodes->node + i;
    if (node->step != TC_NODE_ROOT || node->root != root->root || node->number != root->number ||
        node->function != root->function)
      continue;
    *out = i;
    return TC_OK;
  }
  TC_TRY(add(nodes, root, out));
  tc_node *made = nodes->node + *out;
  made->step = TC_NODE_ROOT;
  made->parent = made->child = made->sibling = -1;
  made->top = *out;
  return TC_OK;
}

/* How many steps there are with one more; "->x" is one, and what has no name none. */
static int deeper(const tc_node *node, tc_node_step step, const char *name) {
  if (step == TC_NODE_MEMBER && (!*name || node->step == TC_NODE_FOLLOW)) return node->depth;
  return node->depth + 1;
}

static tc_status child(tc_nodes *nodes, int parent, tc_node like, int *out) {
  const tc_node *above = nodes->node + parent;
  if (above->step == TC_NODE_REST || above->function >= 0 || above->root == TC_ROOT_UNKNOWN) {
    *out = parent;
    return TC_OK;
  }
  like.depth = deeper(above, like.step, like.name);
  if (like.depth > TC_PLACE_STEPS) like = (tc_node){.step = TC_NODE_REST, .name = "", .depth = like.depth};
  for (int i = above->child; i >= 0; i = nodes->node[i].sibling)
    if (nodes->node[i].step == like.step && !strcmp(nodes->node[i].name, like.name)) {
      *out = i;
      return TC_OK;
    }
  like.parent = parent;
  like.top = above->top;
  like.root = above->root;
  like.follows = above->follows + (like.step == TC_NODE_FOLLOW);
  like.function = like.child = -1;
  like.sibling = above->child;
  TC_TRY(add(nodes, &like, out));
  nodes->node[parent].child = *out;
  return TC_OK;
}

tc_status tc_nodes_follow(tc_nodes *nodes, int node, int *out) {
  const tc_type *type = tc_type_bare(nodes->node[node].type);
  const bool pointer = type && type->kind == TC_TYPE_POINTER;
  return child(nodes, node,
               (tc_node){.step = TC_NODE_FOLLOW, .name = "", .type = pointer ? type->base : NULL}, out);
}

tc_status tc_nodes_element(tc_nodes *nodes, int node, int *out) {
  const tc_type *type = tc_type_bare(nodes->node[node].type);
  *out = node;
  if (type && type->kind == TC_TYPE_UNION) return TC_OK;
  const bool array = type && type->kind == TC_TYPE_ARRAY;
  return child(nodes, node, (tc_node){.step = TC_NODE_ELEMENT, .name = "", .type = array ? type->base : NULL},
               out);
}

static bool same_struct(const tc_type *a, const tc_type *b) {
  return a == b || (a && b && a->tag && b->tag && !strcmp(a->tag, b->tag));
}

/* The same member further up, with a pointer followed since; -1: none. */
static int again(const tc_nodes *nodes, int node, const tc_type *owner, const char *name) {
  bool followed = false;
  for (; node >= 0; node = nodes->node[node].parent) {
    const tc_node *at = nodes->node + node;
    if (followed && at->step == TC_NODE_MEMBER && same_struct(at->owner, owner) && !strcmp(at->name, name))
      return node;
    followed = followed || at->step == TC_NODE_FOLLOW;
  }
  return -1;
}

/* A union without a name is called after its first member. */
static const char *name_of(const tc_member *member) {
  const tc_type *type = tc_type_bare(member->type);
  if (*member->name || !type || type->kind != TC_TYPE_UNION || !type->members) return member->name;
  return type->member->name;
}

tc_status tc_nodes_member(tc_nodes *nodes, int node, const tc_type *owner, const tc_member *member,
                          int *out) {
  const char *name = name_of(member);
  *out = owner ? again(nodes, node, owner, name) : -1;
  if (*out >= 0) return TC_OK;
  return child(nodes, node,
               (tc_node){.step = TC_NODE_MEMBER, .name = name, .owner = owner, .type = member->type}, out);
}

/* The struct that a step goes into: as the step says, else as the place's type says. */
static const tc_type *struct_of(const tc_nodes *nodes, const tc_type *type, const tc_step *step) {
  const bool is_struct = type && type->kind == TC_TYPE_STRUCT;
  if (!step->tag || (is_struct && type->tag && !strcmp(type->tag, step->tag))) return is_struct ? type : NULL;
  const tc_type *named = tc_ir_struct(nodes->ir, step->tag);
  return named && named->kind == TC_TYPE_STRUCT ? named : NULL;
}

tc_status tc_nodes_step(tc_nodes *nodes, int node, const tc_step *step, int *out) {
  const tc_type *type = tc_type_bare(nodes->node[node].type);
  *out = node;
  if (type && type->kind == TC_TYPE_UNION) return TC_OK;
  if (step->element) return tc_nodes_element(nodes, node, out);
  if (type && type->kind == TC_TYPE_ARRAY) {
    TC_TRY(tc_nodes_element(nodes, node, out));
    return tc_nodes_step(nodes, *out, step, out);
  }
  const tc_type *owner = struct_of(nodes, type, step);
  const tc_member *member = owner ? tc_type_member(owner, 8 * step->byte) : NULL;
  if (member) return tc_nodes_member(nodes, node, owner, member, out);
  if (!step->tag) return TC_OK; /* the compiler's own struct */
  tc_member nameless = {.name = ""};
  TC_TRY(tc_pool_print(nodes->pool, &nameless.name, "at%lld", (long long)step->byte));
  return tc_nodes_member(nodes, node, NULL, &nameless, out);
}

/* The member of a struct that an access is one of; NULL: the struct as a whole, or who knows. */
static const tc_member *accessed(const tc_type *type, const tc_instruction *access) {
  const tc_member *first = tc_type_member(type, 0);
  const tc_type *inside = first ? tc_type_bare(first->type) : NULL;
  if (!first || !inside) return NULL;
  if (first->field && access->field == TC_FIELD_KEPT) return first;
  if (first->field && access->field >= 0) return tc_type_member(type, access->field);
  if (inside->kind == TC_TYPE_STRUCT || inside->kind == TC_TYPE_ARRAY) return first;
  return first->bits == access->bits ? first : NULL;
}

/* The bit-field that a place is; NULL: none. */
static const tc_member *field_of(const tc_node *node) {
  if (node->step != TC_NODE_MEMBER || !node->owner) return NULL;
  for (int i = 0; i < node->owner->members; i++)
    if (node->owner->member[i].field && !strcmp(node->owner->member[i].name, node->name))
      return node->owner->member + i;
  return NULL;
}

bool tc_nodes_is_field(const tc_nodes *nodes, int node) { return field_of(nodes->node + node) != NULL; }

/* A bit-field is reached by the first one that shares its memory. */
static tc_status settle_field(tc_nodes *nodes, int node, const tc_instruction *access, int *out) {
  const tc_node *at = nodes->node + node;
  const tc_member *field = access->field > 0 ? field_of(at) : NULL;
  const tc_member *meant = field ? tc_type_member(at->owner, field->bit + access->field) : NULL;
  *out = node;
  return meant ? tc_nodes_member(nodes, at->parent, at->owner, meant, out) : TC_OK;
}

tc_status tc_nodes_settle(tc_nodes *nodes, int node, const tc_instruction *access, int *out) {
  const tc_type *type = tc_type_bare(nodes->node[node].type);
  *out = node;
  if (access->aggregate || !type) return TC_OK;
  if (type->kind == TC_TYPE_ARRAY) {
    TC_TRY(tc_nodes_element(nodes, node, out));
    return *out == node ? TC_OK : tc_nodes_settle(nodes, *out, access, out);
  }
  if (type->kind != TC_TYPE_STRUCT) return settle_field(nodes, node, access, out);
  const tc_member *member = accessed(type, access);
  if (!member) return TC_OK;
  TC_TRY(tc_nodes_member(nodes, node, type, member, out));
  return member->field || *out == node ? TC_OK : tc_nodes_settle(nodes, *out, access, out);
}

tc_status tc_nodes_rebase(tc_nodes *nodes, int node, int from, int to, int *out) {
  *out = to;
  if (node == from) return TC_OK;
  const tc_node at = nodes->node[node];
  TC_TRY(tc_nodes_rebase(nodes, at.parent, from, to, out));
  if (at.step != TC_NODE_MEMBER)
    return child(nodes, *out, (tc_node){.step = at.step, .name = "", .type = at.type}, out);
  const tc_member member = {.name = at.name, .type = at.type};
  return tc_nodes_member(nodes, *out, at.owner, &member, out);
}
