/* Points-to rules of instructions that write memory: stores, copies of structs, and addresses that become
 * known to other functions through calls and stores. points_to.c calls it for each instruction in each pass.
 * A store adds the targets of the stored value to the set of each node that it may write. Allocated memory
 * gets the name of the first pointer in which its address is stored. Memory of unknown type gets the target
 * type of the first typed pointer to it. */
#include <string.h>

#include "blame/extract/points_to_internal.h"

enum { DEPTH_MAX = 3 }; /* Maximum depth of nested structs in a copy. */

/* Returns true if the node `value` is allocated memory that can get a name from the node `path`, which stores
 * its address. */
static bool may_name_allocation(const tb_points_to *m, int value, int path) {
  const tb_path_node *target = m->nodes->node.item + value, *holder = m->nodes->node.item + path;
  return target->root == TB_ROOT_HEAP && target->step == TB_NODE_DEREFERENCE && target->depth == 1 &&
         !m->nodes->node.item[holder->root_node].is_hidden && holder->root != TB_ROOT_HEAP &&
         holder->root != TB_ROOT_UNKNOWN;
}

/* If the node `value` is the memory to which a call has returned a pointer, gives this memory the name of the
 * variable `path`, which stores the pointer. Does nothing if the memory already has such a name. */
static void set_call_name(tb_points_to *m, int value, int path) {
  tb_path_node *call = m->nodes->node.item + m->nodes->node.item[value].root_node;
  const tb_path_node *variable = m->nodes->node.item + path;
  if (call->root != TB_ROOT_CALL || m->nodes->node.item[value].depth != 1) return;
  if (variable->step != TB_NODE_ROOT || variable->is_hidden || !strchr(call->name, '@')) return;
  call->name = variable->name;
  call->line = variable->line;
}

/* If the type of the node `value` is unknown, sets it to the type to which the pointer `path` points. */
static void set_target_type(tb_points_to *m, int value, int path) {
  const tb_type *pointer = tb_type_resolve(m->nodes->node.item[path].type);
  tb_path_node *target = m->nodes->node.item + value;
  if (!target->type && target->function < 0 && pointer && pointer->kind == TB_TYPE_POINTER)
    target->type = pointer->base;
}

static tc_status store_target(tb_points_to *m, int path, int value, bool *grew) {
  set_call_name(m, value, path);
  set_target_type(m, value, path);
  if (!m->node.item[value].named_node && may_name_allocation(m, value, path)) {
    int named_node;
    TC_TRY(tb_path_nodes_dereference(m->nodes, path, &named_node));
    TC_TRY(tb_points_to_grow(m));
    m->node.item[value].named_node = named_node;
    /* The cleared sets may contain the node under the old name. The next pass computes the sets again. */
    for (int c = 0; c < m->body->instructions; c++) m->targets[c].count = 0;
    *grew = true;
  }
  return tb_points_to_insert(&m->node.item[path].targets,
                             m->node.item[value].named_node ? m->node.item[value].named_node : value, grew);
}

static tc_status apply_store(tb_points_to *m, const tb_ir_instruction *code, bool *grew) {
  tc_int_list paths = {.pool = m->pool}, values = {.pool = m->pool};
  TC_TRY(tb_points_to_find_targets(m, code->operand[0], &values, NULL));
  if (values.count) TC_TRY(tb_points_to_add_accessed(m, code, &paths));
  for (int i = 0; i < paths.count; i++)
    for (int k = 0; k < values.count; k++) TC_TRY(store_target(m, paths.item[i], values.item[k], grew));
  return TC_OK;
}

static tc_status copy_pointer(tb_points_to *m, int to, int from, bool *grew) {
  tc_int_list targets = {.pool = m->pool};
  TC_TRY(tb_points_to_add_stored_targets(m, from, true, &targets, NULL));
  return tb_points_to_insert_list(&m->node.item[to].targets, &targets, grew);
}

/* Adds the targets of each pointer in the struct `from` to the set of the corresponding pointer in its copy
 * `to`. */
static tc_status copy_pointers(tb_points_to *m, int to, int from, const tb_type *type, int depth,
                               bool *grew) {
  const tb_type *bare = tb_type_resolve(type);
  if (!bare || to == from || depth > DEPTH_MAX) return TC_OK;
  if (bare->kind == TB_TYPE_POINTER) return copy_pointer(m, to, from, grew);
  if (bare->kind == TB_TYPE_ARRAY) {
    TC_TRY(tb_path_nodes_element(m->nodes, to, &to));
    TC_TRY(tb_path_nodes_element(m->nodes, from, &from));
    TC_TRY(tb_points_to_grow(m));
    return copy_pointers(m, to, from, bare->base, depth + 1, grew);
  }
  for (int i = 0; bare->kind == TB_TYPE_STRUCT && i < bare->members; i++) {
    int to_member, from_member;
    const tb_type *inner = tb_type_resolve(bare->member[i].type);
    if (!inner || inner->kind == TB_TYPE_BASIC) continue;
    TC_TRY(tb_path_nodes_member(m->nodes, to, bare, bare->member + i, &to_member));
    TC_TRY(tb_path_nodes_member(m->nodes, from, bare, bare->member + i, &from_member));
    TC_TRY(tb_points_to_grow(m));
    TC_TRY(copy_pointers(m, to_member, from_member, inner, depth + 1, grew));
  }
  return TC_OK;
}

/* Returns the type of the memory that is copied from the node `from` to the node `to`. Prefers a struct type,
 * because the program may access one of the nodes only through a `void *`. */
static const tb_type *find_copied_type(const tb_points_to *m, int to, int from) {
  const tb_type *type = tb_type_resolve(m->nodes->node.item[to].type);
  return type && type->kind == TB_TYPE_STRUCT ? type : tb_type_resolve(m->nodes->node.item[from].type);
}

static tc_status apply_copy(tb_points_to *m, const tb_ir_instruction *code, bool *grew) {
  tc_int_list to = {.pool = m->pool}, from = {.pool = m->pool};
  TC_TRY(tb_points_to_find_targets(m, code->operand[0], &to, NULL));
  TC_TRY(tb_points_to_find_targets(m, code->operand[1], &from, NULL));
  for (int i = 0; i < to.count; i++)
    for (int k = 0; k < from.count; k++)
      TC_TRY(
          copy_pointers(m, to.item[i], from.item[k], find_copied_type(m, to.item[i], from.item[k]), 0, grew));
  return TC_OK;
}

/* Marks the variables to which `value` points as memory to which other functions may write. The mark applies
 * to the whole function, because the analysis ignores the order of instructions. */
static tc_status mark_escaped(tb_points_to *m, tb_ir_value value, bool *grew) {
  tc_int_list paths = {.pool = m->pool};
  TC_TRY(tb_points_to_find_targets(m, value, &paths, NULL));
  for (int i = 0; i < paths.count; i++) {
    const tb_path_node *at = m->nodes->node.item + paths.item[i];
    if (at->dereferences || m->node.item[at->root_node].has_escaped) continue;
    m->node.item[at->root_node].has_escaped = *grew = true;
  }
  return TC_OK;
}

tc_status tb_points_to_update_memory(tb_points_to *m, const tb_ir_instruction *code, bool *grew) {
  const bool call = code->op == TB_IR_OP_CALL || code->op == TB_IR_OP_ATOMIC || code->op == TB_IR_OP_RETURN;
  for (int i = 0; call && i < code->operands; i++) TC_TRY(mark_escaped(m, code->operand[i], grew));
  if (code->op == TB_IR_OP_COPY) return apply_copy(m, code, grew);
  if (code->op != TB_IR_OP_STORE) return TC_OK;
  TC_TRY(mark_escaped(m, code->operand[0], grew));
  return apply_store(m, code, grew);
}
