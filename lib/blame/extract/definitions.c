/* Stores the access paths, stored pointers and definitions of one analysed function in the facts.
 * translation_unit.c calls it after the flow graph, the points-to sets and the reaching stores are complete.
 * The facts contain only the access paths that are used, numbered in the order of their first use. */
#include "blame/extract/definitions.h"

#include "blame/extract/points_to_internal.h"

/* State of the extraction of one function. */
typedef struct tb_definer {
  tb_analysis *a;
  tc_pool *scratch; /* owns all lists */
  tb_source_position fallback;
  tb_facts *facts;
  /* Nodes (path_nodes.h) whose access paths are used so far, in the order of the path numbers. */
  tc_int_list nodes;
  tc_int_list
      path_numbers; /* [nodes] number of the access path of each node; -1 if the path is not used so far */
  TC_ARRAY(tb_stored_pointer) pointers;
} tb_definer;

static bool is_definition(const tb_analysis *a, int code) {
  switch (a->body.code[code].op) {
  case TB_IR_OP_STORE: return tb_expression_tree_entry_parameter(a, code) < 0;
  case TB_IR_OP_COPY:
  case TB_IR_OP_SET:
  case TB_IR_OP_ATOMIC:
  case TB_IR_OP_VARIADIC:
  case TB_IR_OP_PREFETCH:
  case TB_IR_OP_CALL:
  case TB_IR_OP_BRANCH:
  case TB_IR_OP_RETURN: return true;
  default: return false;
  }
}

tc_status tb_definitions_number(tb_analysis *a, tc_pool *pool) {
  TC_TRY(tc_pool_alloc(pool, ((size_t)a->body.codes + 1) * sizeof(int), &a->definition));
  TC_TRY(tc_pool_alloc(pool, ((size_t)a->body.blocks + 1) * sizeof(int), &a->branch));
  for (int c = 0; c < a->body.codes; c++) a->definition[c] = -1;
  for (int b = 0; b < a->body.blocks; b++) {
    a->branch[b] = -1;
    for (int c = a->body.block[b].first; a->flow.is_reachable[b] && c < a->body.block[b].end; c++) {
      if (!is_definition(a, c)) continue;
      if (a->body.code[c].op == TB_IR_OP_BRANCH) a->branch[b] = a->definitions;
      a->definition[c] = a->definitions++;
    }
  }
  return TC_OK;
}

/* ---- access paths and stored pointers ---- */

static tc_status path_number(tb_definer *d, int node, int *out) {
  while (d->path_numbers.count <= node) TC_TRY(TC_ARRAY_ADD(&d->path_numbers, &(int){-1}));
  if (d->path_numbers.item[node] <
      0) { // NOLINT(clang-analyzer-core.NullDereference): a non-empty list has memory
    d->path_numbers.item[node] = d->nodes.count;
    TC_TRY(TC_ARRAY_ADD(&d->nodes, &node));
  }
  *out = d->path_numbers.item[node];
  return TC_OK;
}

static tc_status store_numbers(tb_definer *d, const tc_int_list *from, tb_index_list *out) {
  return tb_facts_copy_indices(d->facts, from->count, from->item, out);
}

static tc_status path_numbers(tb_definer *d, const tc_int_list *nodes, tb_index_list *out) {
  tc_int_list paths = {.pool = d->scratch};
  for (int i = 0; i < nodes->count; i++) {
    int path;
    TC_TRY(path_number(d, nodes->item[i], &path));
    TC_TRY(tc_int_list_insert(&paths, path, NULL));
  }
  return store_numbers(d, &paths, out);
}

static tc_status write_inputs(tb_definer *d, const tb_expression_tree *tree, tb_inputs *out) {
  TC_TRY(path_numbers(d, &tree->reads, &out->reads));
  TC_TRY(store_numbers(d, &tree->definitions, &out->definitions));
  return store_numbers(d, &tree->entry_parameters, &out->entry_parameters);
}

static tc_status write_places(tb_definer *d, tb_function *out) {
  tb_access_path *path;
  tb_analysis *a = d->a;
  TC_TRY(tc_pool_alloc(d->facts->pool, (size_t)d->nodes.count * sizeof *path, &path));
  for (int i = 0; i < d->nodes.count; i++) {
    const tb_path_node *node = a->nodes.node.item + d->nodes.item[i];
    TC_TRY(tb_path_nodes_access_path(&a->nodes, d->nodes.item[i], d->facts->pool, path + i));
    if (node->root == TB_ROOT_CALL || node->root == TB_ROOT_HEAP)
      path[i].number = a->definition[path[i].number];
  }
  out->access_paths = d->nodes.count;
  out->access_path = path;
  return TC_OK;
}

static tc_status write_pointer(tb_definer *d, int node) {
  tc_int_list leads = {.pool = d->scratch};
  tb_stored_pointer pointer;
  int behind;
  TC_TRY(tb_path_nodes_dereference(&d->a->nodes, node, &behind));
  TC_TRY(tb_points_to_grow(&d->a->memory));
  const tc_int_list *points = &d->a->memory.node.item[node].points;
  for (int i = 0; i < points->count; i++)
    if (points->item[i] != behind && d->a->nodes.node.item[points->item[i]].function < 0)
      TC_TRY(tc_int_list_insert(&leads, points->item[i], NULL));
  if (!leads.count) return TC_OK;
  TC_TRY(path_number(d, node, &pointer.access_path));
  TC_TRY(path_numbers(d, &leads, &pointer.targets));
  return TC_ARRAY_ADD(&d->pointers, &pointer);
}

/* True if the pointers stored in the memory of the node must be listed in the facts. Pointers in a local
 * variable whose address is not taken are already listed with the definitions that store them. */
static bool stores_pointer(const tb_points_to *memory, int node) {
  return memory->node.item[node].points.count > 0 &&
         (tb_points_to_is_visible(memory, node) || memory->nodes->node.item[node].step != TB_NODE_ROOT);
}

static tc_status write_pointers(tb_definer *d, tb_function *out) {
  const int nodes = d->a->nodes.node.count;
  TC_TRY(tb_points_to_grow(&d->a->memory));
  for (int i = 0; i < nodes; i++)
    if (stores_pointer(&d->a->memory, i)) TC_TRY(write_pointer(d, i));
  return TC_ARRAY_MOVE(&d->pointers, d->facts->pool, &out->pointers, &out->pointer);
}

/* ---- definitions ---- */

static tc_status write_leads(tb_definer *d, tb_ir_value value, tb_index_list *out) {
  tc_int_list leads = {.pool = d->scratch};
  TC_TRY(tb_points_to_targets(&d->a->memory, value, &leads));
  TC_TRY(tb_points_to_add_aliases(&d->a->memory, &leads));
  return path_numbers(d, &leads, out);
}

/* Records in the facts the functions to which `value` may point, as possible callees of calls through
 * `member`. */
static tc_status write_target(tb_definer *d, tb_ir_value value, const char *member) {
  tc_int_list raw = {.pool = d->scratch};
  if (value.pointer) TC_TRY(tb_points_to_raw(&d->a->memory, value, &raw, NULL));
  for (int i = 0; i < raw.count; i++) {
    const int function = d->a->nodes.node.item[raw.item[i]].function;
    if (function >= 0) TC_TRY(tb_ir_target(d->a->ir, function, member, d->facts));
  }
  return TC_OK;
}

/* Writes the inputs of a value, and adds them to those of the whole statement. */
static tc_status write_value(tb_definer *d, tb_ir_value value, tb_expression_tree *all, tb_inputs *out) {
  tb_expression_tree tree = tb_expression_tree_init(d->scratch);
  TC_TRY(tb_expression_tree_add(d->a, value, &tree));
  TC_TRY(tb_expression_tree_add_tree(all, &tree));
  return write_inputs(d, &tree, out);
}

static tc_status write_argument(tb_definer *d, tb_ir_value value, tb_expression_tree *all, tb_argument *out) {
  out->is_pointer = value.pointer;
  TC_TRY(write_value(d, value, all, &out->inputs));
  return value.pointer ? write_leads(d, value, &out->targets) : TC_OK;
}

static tc_status write_arguments(tb_definer *d, const tb_ir_instruction *code, int count,
                                 tb_expression_tree *all, tb_definition *out) {
  tb_argument *argument;
  TC_TRY(tc_pool_alloc(d->facts->pool, (size_t)count * sizeof *argument, &argument));
  for (int i = 0; i < count; i++) TC_TRY(write_argument(d, code->operand[i], all, argument + i));
  out->arguments = count;
  out->argument = argument;
  return TC_OK;
}

/* Returns the index of the function to which a pointer points if there is only one possibility, otherwise
 * -1. */
static int only_function(tb_analysis *a, tb_ir_value callee) {
  if (callee.kind == TB_VALUE_FUNCTION) return callee.number;
  if (callee.kind != TB_VALUE_CODE || a->memory.targets[callee.number].count != 1) return -1;
  return a->nodes.node.item[a->memory.targets[callee.number].item[0]].function;
}

/* Returns the name of the memory that holds a function pointer, such as "tc_strategy.multiply" for a struct
 * member or "table[]" for a global array. Returns "" if the memory is neither in a struct nor in a global
 * variable. */
static tc_status name_target(tb_definer *d, int node, const char **out) {
  tb_access_path path = {0};
  *out = "";
  TC_TRY(tb_path_nodes_access_path(&d->a->nodes, node, d->facts->pool, &path));
  if (path.member)
    *out = path.member;
  else if (path.root == TB_ROOT_GLOBAL)
    return tc_pool_printf(d->facts->pool, out, "%s%s", path.name, path.path);
  return TC_OK;
}

static tc_status find_through(tb_definer *d, tb_ir_value callee, const char **out) {
  *out = "";
  if (callee.kind != TB_VALUE_CODE || d->a->body.code[callee.number].op != TB_IR_OP_LOAD) return TC_OK;
  tc_int_list paths = {.pool = d->scratch};
  TC_TRY(tb_points_to_accessed(&d->a->memory, d->a->body.code + callee.number, &paths));
  for (int i = 0; i < paths.count && !**out; i++) TC_TRY(name_target(d, paths.item[i], out));
  return TC_OK;
}

static tc_status write_targets(tb_definer *d, const tb_ir_instruction *code, const tc_int_list *written) {
  for (int i = 0; i < written->count; i++) {
    const char *member;
    TC_TRY(name_target(d, written->item[i], &member));
    TC_TRY(write_target(d, code->operand[0], member));
  }
  return TC_OK;
}

static tc_status write_callee(tb_definer *d, const tb_ir_instruction *code, tb_expression_tree *all,
                              tb_definition *out) {
  const tb_ir_value callee = code->operand[code->operands - 1];
  const int function = only_function(d->a, callee);
  out->callee_file = -1;
  out->callee_pointer = "";
  TC_TRY(tc_pool_printf(d->facts->pool, &out->signature, "%s", code->signature));
  if (function < 0) {
    TC_TRY(write_value(d, callee, all, &out->callee_inputs));
    return find_through(d, callee, &out->callee_pointer);
  }
  const tb_ir_function *called = tb_ir_subprogram(d->a->ir, function);
  if (called->is_static && called->has_body)
    TC_TRY(tb_facts_add_file(d->facts, called->path, &out->callee_file));
  return tc_pool_printf(d->facts->pool, &out->callee, "%s", called->name);
}

/* Adds to `out` the nodes to which a pointer may point, and their aliases. If no target is known, adds the
 * node for unknown memory. */
static tc_status add_written(tb_definer *d, tb_ir_value address, tc_int_list *out) {
  const int before = out->count;
  TC_TRY(tb_points_to_targets(&d->a->memory, address, out));
  if (out->count == before) {
    int unknown;
    TC_TRY(tb_points_to_unknown(&d->a->memory, &unknown));
    TC_TRY(tc_int_list_insert(out, unknown, NULL));
  }
  return tb_points_to_add_aliases(&d->a->memory, out);
}

static tc_status write_store(tb_definer *d, const tb_ir_instruction *code, tb_expression_tree *all,
                             tc_int_list *written, tb_definition *out) {
  TC_TRY(tb_points_to_accessed(&d->a->memory, code, written));
  if (!written->count) TC_TRY(add_written(d, code->operand[1], written));
  TC_TRY(tb_points_to_add_aliases(&d->a->memory, written));
  TC_TRY(tb_expression_tree_add(d->a, code->operand[1], all));
  if (code->operand[0].kind == TB_VALUE_FUNCTION) TC_TRY(write_targets(d, code, written));
  return code->operand[0].pointer ? write_arguments(d, code, 1, all, out)
                                  : tb_expression_tree_add(d->a, code->operand[0], all);
}

/* Stores the inputs and the written memory of an instruction that is not a call, store, branch or return, for
 * example a memory copy. All operands are inputs. The instruction may also read or write the memory to which
 * its operands point. */
static tc_status write_others(tb_definer *d, const tb_ir_instruction *code, tb_expression_tree *all,
                              tc_int_list *written) {
  for (int i = 0; i < code->operands; i++) {
    TC_TRY(tb_expression_tree_add(d->a, code->operand[i], all));
    if (!code->operand[i].pointer) continue;
    const bool reads = code->op == TB_IR_OP_ATOMIC || (code->op == TB_IR_OP_COPY && i == 1);
    const bool writes = code->op == TB_IR_OP_ATOMIC || (code->op != TB_IR_OP_PREFETCH && i == 0);
    if (reads) TC_TRY(tb_points_to_targets(&d->a->memory, code->operand[i], &all->reads));
    if (writes) TC_TRY(add_written(d, code->operand[i], written));
  }
  if (code->op == TB_IR_OP_VARIADIC)
    return tc_int_list_insert(&all->entry_parameters, d->a->body.parameters, NULL);
  return TC_OK;
}

static tc_status write_return(tb_definer *d, const tb_ir_instruction *code, tb_expression_tree *all,
                              tc_int_list *written, tb_definition *out) {
  const tb_path_node root = {.name = "return", .root = TB_ROOT_RETURN, .function = -1};
  int node;
  if (!code->operands) return TC_OK;
  TC_TRY(tb_path_nodes_root(&d->a->nodes, &root, &node));
  TC_TRY(tb_points_to_grow(&d->a->memory));
  TC_TRY(tc_int_list_insert(written, node, NULL));
  return write_arguments(d, code, 1, all, out);
}

static tb_definition_kind kind_of(tb_ir_op op) {
  switch (op) {
  case TB_IR_OP_CALL: return TB_DEFINE_CALL;
  case TB_IR_OP_BRANCH: return TB_DEFINE_BRANCH;
  case TB_IR_OP_RETURN: return TB_DEFINE_RETURN;
  default: return TB_DEFINE_STORE;
  }
}

static tc_status write_parts(tb_definer *d, const tb_ir_instruction *code, tb_expression_tree *all,
                             tc_int_list *written, tb_definition *out) {
  switch (code->op) {
  case TB_IR_OP_CALL:
    TC_TRY(write_arguments(d, code, code->operands - 1, all, out));
    for (int i = 0; i < out->arguments; i++) TC_TRY(write_target(d, code->operand[i], ""));
    return write_callee(d, code, all, out);
  case TB_IR_OP_STORE: return write_store(d, code, all, written, out);
  case TB_IR_OP_BRANCH: return tb_expression_tree_add(d->a, code->operand[0], all);
  case TB_IR_OP_RETURN: return write_return(d, code, all, written, out);
  default: return write_others(d, code, all, written);
  }
}

static tc_status write_under(tb_definer *d, int block, tb_definition *out) {
  const tc_int_list *under = &d->a->control.controlling_branches[block];
  tc_int_list branches = {.pool = d->scratch};
  for (int i = 0; i < under->count; i++)
    if (d->a->branch[under->item[i]] >= 0)
      TC_TRY(tc_int_list_insert(&branches, d->a->branch[under->item[i]], NULL));
  return store_numbers(d, &branches, &out->controlling_branches);
}

/* Stores the source positions at which the blocks controlled by the branch of `block` end. Each such block
 * ends with a jump. */
static tc_status write_jumps(tb_definer *d, int block, tb_definition *out) {
  const tb_ir_body *body = &d->a->body;
  tb_expression_tree tree = tb_expression_tree_init(d->scratch);
  for (int c = 0; c < body->codes; c++)
    if (body->code[c].op == TB_IR_OP_JUMP &&
        tc_int_list_contains(&d->a->control.controlling_branches[body->code[c].block], block))
      TC_TRY(tb_expression_tree_add_position(&tree, body->code[c].at));
  return TC_ARRAY_MOVE(&tree.position, d->facts->pool, &out->jumps, &out->jump);
}

static tc_status write_definition(tb_definer *d, int number, tb_definition *out) {
  const tb_ir_instruction *code = d->a->body.code + number;
  tb_expression_tree all = tb_expression_tree_init(d->scratch);
  tc_int_list written = {.pool = d->scratch};
  *out = (tb_definition){.kind = kind_of(code->op),
                         .at = code->at.line ? code->at : d->fallback,
                         .callee_file = -1};
  out->is_conditional = d->a->control.is_conditional[code->block];
  TC_TRY(tb_expression_tree_add_position(&all, out->at));
  TC_TRY(write_parts(d, code, &all, &written, out));
  TC_TRY(write_inputs(d, &all, &out->inputs));
  TC_TRY(path_numbers(d, &written, &out->writes));
  TC_TRY(write_under(d, code->block, out));
  TC_TRY(TC_ARRAY_MOVE(&all.position, d->facts->pool, &out->positions, &out->position));
  return code->op == TB_IR_OP_BRANCH ? write_jumps(d, code->block, out) : TC_OK;
}

tc_status tb_definitions_extract(tb_analysis *a, tb_source_position fallback, tb_facts *facts,
                                 tb_function *out) {
  tc_pool *scratch = a->nodes.pool;
  tb_definer d = {.a = a,
                  .scratch = scratch,
                  .fallback = fallback,
                  .facts = facts,
                  .nodes = {.pool = scratch},
                  .path_numbers = {.pool = scratch},
                  .pointers = {.pool = scratch}};
  tb_definition *definition;
  TC_TRY(tc_pool_alloc(facts->pool, (size_t)a->definitions * sizeof *definition, &definition));
  for (int c = 0; c < a->body.codes; c++)
    if (a->definition[c] >= 0) TC_TRY(write_definition(&d, c, definition + a->definition[c]));
  out->definitions = a->definitions;
  out->definition = definition;
  TC_TRY(write_pointers(&d, out));
  return write_places(&d, out);
}
