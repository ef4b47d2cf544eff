/* Tree of the access paths of one function. The points-to analysis and definitions.c call it. Each function
 * returns the existing node of a path or adds one. The tree is finite for two reasons. Paths are cut after
 * TB_ACCESS_PATH_STEPS steps, and a member that occurs again after a pointer is dereferenced (p->next->next)
 * is mapped to its first occurrence. */
#include "blame/extract/path_nodes.h"

#include <string.h>

static tc_status add_node(tb_path_nodes *nodes, const tb_path_node *new_node, int *out) {
  *out = nodes->node.count;
  return TC_ARRAY_ADD(&nodes->node, new_node);
}

tc_status tb_path_nodes_root(tb_path_nodes *nodes, const tb_path_node *root, int *out) {
  for (int i = 0; i < nodes->node.count; i++) {
    const tb_path_node *node = nodes->node.item + i;
    if (node->step != TB_NODE_ROOT || node->root != root->root || node->number != root->number ||
        node->function != root->function)
      continue;
    *out = i;
    return TC_OK;
  }
  TC_TRY(add_node(nodes, root, out));
  tb_path_node *new_node = nodes->node.item + *out;
  new_node->step = TB_NODE_ROOT;
  new_node->parent = new_node->child = new_node->sibling = -1;
  new_node->root_node = *out;
  return TC_OK;
}

/* Returns the depth of a node that adds one step to `node`. "->x" counts as one step, and a member without a
 * name does not count. */
static int compute_child_depth(const tb_path_node *node, tb_path_node_step step, const char *name) {
  if (step == TB_NODE_MEMBER && (!*name || node->step == TB_NODE_DEREFERENCE)) return node->depth;
  return node->depth + 1;
}

static tc_status find_child(tb_path_nodes *nodes, int parent, tb_path_node new_node, int *out) {
  const tb_path_node *parent_node = nodes->node.item + parent;
  if (parent_node->step == TB_NODE_TRUNCATED || parent_node->function >= 0 ||
      parent_node->root == TB_ROOT_UNKNOWN) {
    *out = parent;
    return TC_OK;
  }
  new_node.depth = compute_child_depth(parent_node, new_node.step, new_node.name);
  if (new_node.depth > TB_ACCESS_PATH_STEPS)
    new_node = (tb_path_node){.step = TB_NODE_TRUNCATED, .name = "", .depth = new_node.depth};
  for (int i = parent_node->child; i >= 0; i = nodes->node.item[i].sibling)
    if (nodes->node.item[i].step == new_node.step && !strcmp(nodes->node.item[i].name, new_node.name)) {
      *out = i;
      return TC_OK;
    }
  new_node.parent = parent;
  new_node.root_node = parent_node->root_node;
  new_node.root = parent_node->root;
  new_node.dereferences = parent_node->dereferences + (new_node.step == TB_NODE_DEREFERENCE);
  new_node.function = new_node.child = -1;
  new_node.sibling = parent_node->child;
  TC_TRY(add_node(nodes, &new_node, out));
  nodes->node.item[parent].child = *out;
  return TC_OK;
}

tc_status tb_path_nodes_dereference(tb_path_nodes *nodes, int node, int *out) {
  const tb_type *type = tb_type_resolve(nodes->node.item[node].type);
  const bool pointer = type && type->kind == TB_TYPE_POINTER;
  return find_child(nodes, node,
                    (tb_path_node){.step = TB_NODE_DEREFERENCE,
                                   .name = "",
                                   .type = pointer ? type->base : NULL},
                    out);
}

tc_status tb_path_nodes_element(tb_path_nodes *nodes, int node, int *out) {
  const tb_type *type = tb_type_resolve(nodes->node.item[node].type);
  *out = node;
  if (type && type->kind == TB_TYPE_UNION) return TC_OK;
  const bool array = type && type->kind == TB_TYPE_ARRAY;
  return find_child(nodes, node,
                    (tb_path_node){.step = TB_NODE_ELEMENT, .name = "", .type = array ? type->base : NULL},
                    out);
}

static bool is_same_struct(const tb_type *a, const tb_type *b) {
  return a == b || (a && b && a->tag && b->tag && !strcmp(a->tag, b->tag));
}

/* Detects recursive types, as in list->next->next. Returns the nearest ancestor-or-self of `node` that is the
 * member `name` of the struct `owner`, with a dereference of a pointer in between. Returns -1 if there is
 * none. */
static int find_repeated_member(const tb_path_nodes *nodes, int node, const tb_type *owner,
                                const char *name) {
  bool has_dereference = false;
  for (; node >= 0; node = nodes->node.item[node].parent) {
    const tb_path_node *at = nodes->node.item + node;
    if (has_dereference && at->step == TB_NODE_MEMBER && is_same_struct(at->owner, owner) &&
        !strcmp(at->name, name))
      return node;
    has_dereference = has_dereference || at->step == TB_NODE_DEREFERENCE;
  }
  return -1;
}

/* Returns the name of a member. A union without a name gets the name of its first member. */
static const char *get_member_name(const tb_member *member) {
  const tb_type *type = tb_type_resolve(member->type);
  if (*member->name || !type || type->kind != TB_TYPE_UNION || !type->members) return member->name;
  return type->member->name;
}

tc_status tb_path_nodes_member(tb_path_nodes *nodes, int node, const tb_type *owner, const tb_member *member,
                               int *out) {
  const char *name = get_member_name(member);
  *out = owner ? find_repeated_member(nodes, node, owner, name) : -1;
  if (*out >= 0) return TC_OK;
  return find_child(nodes, node,
                    (tb_path_node){.step = TB_NODE_MEMBER,
                                   .name = name,
                                   .owner = owner,
                                   .type = member->type},
                    out);
}

/* Returns the struct type that the step names. If the step names none, returns the type of the node, or NULL
 * if that is unknown. */
static const tb_type *find_struct(const tb_path_nodes *nodes, const tb_type *type, const tb_ir_step *step) {
  const bool is_struct = type && type->kind == TB_TYPE_STRUCT;
  if (!step->tag || (is_struct && type->tag && !strcmp(type->tag, step->tag))) return is_struct ? type : NULL;
  const tb_type *named = tb_ir_find_struct(nodes->ir, step->tag);
  return named && named->kind == TB_TYPE_STRUCT ? named : NULL;
}

tc_status tb_path_nodes_step(tb_path_nodes *nodes, int node, const tb_ir_step *step, int *out) {
  const tb_type *type = tb_type_resolve(nodes->node.item[node].type);
  *out = node;
  if (type && type->kind == TB_TYPE_UNION) return TC_OK;
  if (step->is_element) return tb_path_nodes_element(nodes, node, out);
  if (type && type->kind == TB_TYPE_ARRAY) {
    TC_TRY(tb_path_nodes_element(nodes, node, out));
    return tb_path_nodes_step(nodes, *out, step, out);
  }
  const tb_type *owner = find_struct(nodes, type, step);
  const tb_member *member = owner ? tb_type_find_member(owner, 8 * step->byte_offset) : NULL;
  if (member) return tb_path_nodes_member(nodes, node, owner, member, out);
  if (!step->tag) return TC_OK; /* A struct without a name is created by the compiler and adds no step. */
  tb_member nameless = {.name = ""};
  TC_TRY(tc_pool_printf(nodes->pool, &nameless.name, "at%lld", (long long)step->byte_offset));
  return tb_path_nodes_member(nodes, node, NULL, &nameless, out);
}

/* Returns the member to which an access at the start of a struct refers; NULL if it refers to the whole
 * struct. */
static const tb_member *find_accessed_member(const tb_type *type, const tb_ir_instruction *access) {
  const tb_member *first = tb_type_find_member(type, 0);
  const tb_type *first_type = first ? tb_type_resolve(first->type) : NULL;
  if (!first || !first_type) return NULL;
  if (first->is_bit_field && access->bit_field == TB_FIELD_PRESERVED) return first;
  if (first->is_bit_field && access->bit_field >= 0) return tb_type_find_member(type, access->bit_field);
  if (first_type->kind == TB_TYPE_STRUCT || first_type->kind == TB_TYPE_ARRAY) return first;
  return first->bits == access->bits ? first : NULL;
}

static const tb_member *find_bit_field(const tb_path_node *node) {
  if (node->step != TB_NODE_MEMBER || !node->owner) return NULL;
  for (int i = 0; i < node->owner->members; i++)
    if (node->owner->member[i].is_bit_field && !strcmp(node->owner->member[i].name, node->name))
      return node->owner->member + i;
  return NULL;
}

bool tb_path_nodes_is_bit_field(const tb_path_nodes *nodes, int node) {
  return find_bit_field(nodes->node.item + node) != NULL;
}

/* Finds the node of the accessed bit-field. In LLVM the address of a bit-field is that of the first bit-field
 * in the same word, so `node` may be a different bit-field. */
static tc_status resolve_bit_field(tb_path_nodes *nodes, int node, const tb_ir_instruction *access,
                                   int *out) {
  const tb_path_node *at = nodes->node.item + node;
  const tb_member *field = access->bit_field > 0 ? find_bit_field(at) : NULL;
  const tb_member *accessed = field ? tb_type_find_member(at->owner, field->bit + access->bit_field) : NULL;
  *out = node;
  return accessed ? tb_path_nodes_member(nodes, at->parent, at->owner, accessed, out) : TC_OK;
}

tc_status tb_path_nodes_find_accessed(tb_path_nodes *nodes, int node, const tb_ir_instruction *access,
                                      int *out) {
  const tb_type *type = tb_type_resolve(nodes->node.item[node].type);
  *out = node;
  if (access->is_aggregate || !type) return TC_OK;
  if (type->kind == TB_TYPE_ARRAY) {
    TC_TRY(tb_path_nodes_element(nodes, node, out));
    return *out == node ? TC_OK : tb_path_nodes_find_accessed(nodes, *out, access, out);
  }
  if (type->kind != TB_TYPE_STRUCT) return resolve_bit_field(nodes, node, access, out);
  const tb_member *member = find_accessed_member(type, access);
  if (!member) return TC_OK;
  TC_TRY(tb_path_nodes_member(nodes, node, type, member, out));
  return member->is_bit_field || *out == node ? TC_OK : tb_path_nodes_find_accessed(nodes, *out, access, out);
}

tc_status tb_path_nodes_rebase(tb_path_nodes *nodes, int node, int from, int to, int *out) {
  *out = to;
  if (node == from) return TC_OK;
  const tb_path_node at = nodes->node.item[node];
  TC_TRY(tb_path_nodes_rebase(nodes, at.parent, from, to, out));
  if (at.step != TB_NODE_MEMBER)
    return find_child(nodes, *out, (tb_path_node){.step = at.step, .name = "", .type = at.type}, out);
  const tb_member member = {.name = at.name, .type = at.type};
  return tb_path_nodes_member(nodes, *out, at.owner, &member, out);
}
