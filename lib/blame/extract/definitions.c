/* Stores the access paths, stored pointers and definitions of one analysed function in the facts.
 * translation_unit.c calls it after the flow graph, the points-to sets and the reaching stores are complete.
 * The facts contain only the access paths that are used, numbered in the order of their first use. */
#include "blame/extract/definitions.h"

#include "blame/extract/points_to_internal.h"

/* State of the extraction of one function. */
typedef struct definition_writer {
  tb_analysis *analysis;
  tc_pool *scratch; /* owns all lists */
  tb_source_position fallback;
  tb_facts *facts;
  /* Nodes (path_nodes.h) whose access paths are used so far, in the order of the path numbers. */
  tc_int_list nodes;
  tc_int_list
      path_numbers; /* [nodes] number of the access path of each node; -1 if the path is not used so far */
  TC_ARRAY(tb_stored_pointer) pointers;
} definition_writer;

static bool is_definition(const tb_analysis *analysis, int code) {
  switch (analysis->body.instruction[code].op) {
  case TB_IR_OP_STORE: return tb_expression_tree_entry_parameter(analysis, code) < 0;
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

tc_status tb_definitions_number(tb_analysis *analysis, tc_pool *pool) {
  TC_TRY(tc_pool_alloc(pool, ((size_t)analysis->body.instructions + 1) * sizeof(int), &analysis->definition));
  TC_TRY(tc_pool_alloc(pool, ((size_t)analysis->body.blocks + 1) * sizeof(int), &analysis->branch));
  for (int c = 0; c < analysis->body.instructions; c++) analysis->definition[c] = -1;
  for (int b = 0; b < analysis->body.blocks; b++) {
    analysis->branch[b] = -1;
    for (int c = analysis->body.block[b].first;
         analysis->flow.is_reachable[b] && c < analysis->body.block[b].end; c++) {
      if (!is_definition(analysis, c)) continue;
      if (analysis->body.instruction[c].op == TB_IR_OP_BRANCH) analysis->branch[b] = analysis->definitions;
      analysis->definition[c] = analysis->definitions++;
    }
  }
  return TC_OK;
}

/* ---- access paths and stored pointers ---- */

static tc_status get_path_number(definition_writer *writer, int node, int *out) {
  while (writer->path_numbers.count <= node) TC_TRY(TC_ARRAY_ADD(&writer->path_numbers, &(int){-1}));
  if (writer->path_numbers.item[node] <
      0) { // NOLINT(clang-analyzer-core.NullDereference): a non-empty list has memory
    writer->path_numbers.item[node] = writer->nodes.count;
    TC_TRY(TC_ARRAY_ADD(&writer->nodes, &node));
  }
  *out = writer->path_numbers.item[node];
  return TC_OK;
}

static tc_status store_numbers(definition_writer *writer, const tc_int_list *from, tb_index_list *out) {
  return tb_facts_copy_indices(writer->facts, from->count, from->item, out);
}

static tc_status store_path_numbers(definition_writer *writer, const tc_int_list *nodes, tb_index_list *out) {
  tc_int_list paths = {.pool = writer->scratch};
  for (int i = 0; i < nodes->count; i++) {
    int path;
    TC_TRY(get_path_number(writer, nodes->item[i], &path));
    TC_TRY(tc_int_list_insert(&paths, path, NULL));
  }
  return store_numbers(writer, &paths, out);
}

static tc_status write_inputs(definition_writer *writer, const tb_expression_tree *tree, tb_inputs *out) {
  TC_TRY(store_path_numbers(writer, &tree->reads, &out->reads));
  TC_TRY(store_numbers(writer, &tree->definitions, &out->definitions));
  return store_numbers(writer, &tree->entry_parameters, &out->entry_parameters);
}

static tc_status write_access_paths(definition_writer *writer, tb_function *out) {
  tb_access_path *path;
  tb_analysis *analysis = writer->analysis;
  TC_TRY(tc_pool_alloc(writer->facts->pool, (size_t)writer->nodes.count * sizeof *path, &path));
  for (int i = 0; i < writer->nodes.count; i++) {
    const tb_path_node *node = analysis->nodes.node.item + writer->nodes.item[i];
    TC_TRY(tb_path_nodes_access_path(&analysis->nodes, writer->nodes.item[i], writer->facts->pool, path + i));
    if (node->root == TB_ROOT_CALL || node->root == TB_ROOT_HEAP)
      path[i].number = analysis->definition[path[i].number];
  }
  out->access_paths = writer->nodes.count;
  out->access_path = path;
  return TC_OK;
}

static tc_status write_pointer(definition_writer *writer, int node) {
  tc_int_list targets = {.pool = writer->scratch};
  tb_stored_pointer pointer;
  int dereferenced;
  TC_TRY(tb_path_nodes_dereference(&writer->analysis->nodes, node, &dereferenced));
  TC_TRY(tb_points_to_grow(&writer->analysis->points_to));
  const tc_int_list *pointer_targets = &writer->analysis->points_to.node.item[node].targets;
  for (int i = 0; i < pointer_targets->count; i++)
    if (pointer_targets->item[i] != dereferenced &&
        writer->analysis->nodes.node.item[pointer_targets->item[i]].function < 0)
      TC_TRY(tc_int_list_insert(&targets, pointer_targets->item[i], NULL));
  if (!targets.count) return TC_OK;
  TC_TRY(get_path_number(writer, node, &pointer.access_path));
  TC_TRY(store_path_numbers(writer, &targets, &pointer.targets));
  return TC_ARRAY_ADD(&writer->pointers, &pointer);
}

/* True if the facts must list the pointer stored in the node. A pointer in a local variable whose address is
 * not taken is not listed, because the definitions that store it contain its targets. */
static bool has_stored_pointer(const tb_points_to *memory, int node) {
  return memory->node.item[node].targets.count > 0 &&
         (tb_points_to_is_visible(memory, node) || memory->nodes->node.item[node].step != TB_NODE_ROOT);
}

static tc_status write_pointers(definition_writer *writer, tb_function *out) {
  const int nodes = writer->analysis->nodes.node.count;
  TC_TRY(tb_points_to_grow(&writer->analysis->points_to));
  for (int i = 0; i < nodes; i++)
    if (has_stored_pointer(&writer->analysis->points_to, i)) TC_TRY(write_pointer(writer, i));
  return TC_ARRAY_MOVE(&writer->pointers, writer->facts->pool, &out->pointers, &out->pointer);
}

/* ---- definitions ---- */

static tc_status write_pointer_targets(definition_writer *writer, tb_ir_value value, tb_index_list *out) {
  tc_int_list targets = {.pool = writer->scratch};
  TC_TRY(tb_points_to_add_targets(&writer->analysis->points_to, value, &targets));
  TC_TRY(tb_points_to_add_aliases(&writer->analysis->points_to, &targets));
  return store_path_numbers(writer, &targets, out);
}

/* Records in the facts the functions to which `value` may point. They are possible callees of calls through
 * `member`, the memory in which the pointer is stored. */
static tc_status write_callee_candidates(definition_writer *writer, tb_ir_value value, const char *member) {
  tc_int_list targets = {.pool = writer->scratch};
  if (value.is_pointer)
    TC_TRY(tb_points_to_find_targets(&writer->analysis->points_to, value, &targets, NULL));
  for (int i = 0; i < targets.count; i++) {
    const int function = writer->analysis->nodes.node.item[targets.item[i]].function;
    if (function >= 0) TC_TRY(tb_ir_record_target(writer->analysis->ir, function, member, writer->facts));
  }
  return TC_OK;
}

/* Writes the inputs of a value to *out, and adds them to the inputs of the whole statement. */
static tc_status write_value(definition_writer *writer, tb_ir_value value, tb_expression_tree *statement,
                             tb_inputs *out) {
  tb_expression_tree tree = tb_expression_tree_init(writer->scratch);
  TC_TRY(tb_expression_tree_add(writer->analysis, value, &tree));
  TC_TRY(tb_expression_tree_add_tree(statement, &tree));
  return write_inputs(writer, &tree, out);
}

static tc_status write_argument(definition_writer *writer, tb_ir_value value, tb_expression_tree *tree,
                                tb_argument *out) {
  out->is_pointer = value.is_pointer;
  TC_TRY(write_value(writer, value, tree, &out->inputs));
  return value.is_pointer ? write_pointer_targets(writer, value, &out->targets) : TC_OK;
}

static tc_status write_arguments(definition_writer *writer, const tb_ir_instruction *code, int count,
                                 tb_expression_tree *tree, tb_definition *out) {
  tb_argument *argument;
  TC_TRY(tc_pool_alloc(writer->facts->pool, (size_t)count * sizeof *argument, &argument));
  for (int i = 0; i < count; i++) TC_TRY(write_argument(writer, code->operand[i], tree, argument + i));
  out->arguments = count;
  out->argument = argument;
  return TC_OK;
}

static int find_only_function(tb_analysis *analysis, tb_ir_value callee) {
  if (callee.kind == TB_VALUE_FUNCTION) return callee.number;
  if (callee.kind != TB_VALUE_INSTRUCTION || analysis->points_to.targets[callee.number].count != 1) return -1;
  return analysis->nodes.node.item[analysis->points_to.targets[callee.number].item[0]].function;
}

/* Returns the name of the memory that holds a function pointer, such as "tc_strategy.multiply" for a struct
 * member or "table[]" for a global array. Returns "" if the memory is neither in a struct nor in a global
 * variable. */
static tc_status format_pointer_name(definition_writer *writer, int node, const char **out) {
  tb_access_path path = {0};
  *out = "";
  TC_TRY(tb_path_nodes_access_path(&writer->analysis->nodes, node, writer->facts->pool, &path));
  if (path.member)
    *out = path.member;
  else if (path.root == TB_ROOT_GLOBAL)
    return tc_pool_printf(writer->facts->pool, out, "%s%s", path.name, path.path);
  return TC_OK;
}

static tc_status find_callee_pointer(definition_writer *writer, tb_ir_value callee, const char **out) {
  *out = "";
  if (callee.kind != TB_VALUE_INSTRUCTION ||
      writer->analysis->body.instruction[callee.number].op != TB_IR_OP_LOAD)
    return TC_OK;
  tc_int_list paths = {.pool = writer->scratch};
  TC_TRY(tb_points_to_add_accessed(&writer->analysis->points_to,
                                   writer->analysis->body.instruction + callee.number, &paths));
  for (int i = 0; i < paths.count && !**out; i++) TC_TRY(format_pointer_name(writer, paths.item[i], out));
  return TC_OK;
}

static tc_status write_stored_callees(definition_writer *writer, const tb_ir_instruction *code,
                                      const tc_int_list *written) {
  for (int i = 0; i < written->count; i++) {
    const char *member;
    TC_TRY(format_pointer_name(writer, written->item[i], &member));
    TC_TRY(write_callee_candidates(writer, code->operand[0], member));
  }
  return TC_OK;
}

static tc_status write_callee(definition_writer *writer, const tb_ir_instruction *code,
                              tb_expression_tree *tree, tb_definition *out) {
  const tb_ir_value callee = code->operand[code->operands - 1];
  const int function = find_only_function(writer->analysis, callee);
  out->callee_file = -1;
  out->callee_pointer = "";
  TC_TRY(tc_pool_printf(writer->facts->pool, &out->signature, "%s", code->signature));
  if (function < 0) {
    TC_TRY(write_value(writer, callee, tree, &out->callee_inputs));
    return find_callee_pointer(writer, callee, &out->callee_pointer);
  }
  const tb_ir_function *called = tb_ir_subprogram(writer->analysis->ir, function);
  if (called->is_static && called->has_body)
    TC_TRY(tb_facts_add_file(writer->facts, called->path, &out->callee_file));
  return tc_pool_printf(writer->facts->pool, &out->callee, "%s", called->name);
}

/* Adds to `out` the memory that a write through the pointer `address` may change: the targets of the pointer
 * and their aliases. If the pointer has no known target, adds the node for unknown memory. */
static tc_status add_written(definition_writer *writer, tb_ir_value address, tc_int_list *out) {
  const int old_count = out->count;
  TC_TRY(tb_points_to_add_targets(&writer->analysis->points_to, address, out));
  if (out->count == old_count) {
    int unknown;
    TC_TRY(tb_points_to_get_unknown(&writer->analysis->points_to, &unknown));
    TC_TRY(tc_int_list_insert(out, unknown, NULL));
  }
  return tb_points_to_add_aliases(&writer->analysis->points_to, out);
}

static tc_status write_store(definition_writer *writer, const tb_ir_instruction *code,
                             tb_expression_tree *tree, tc_int_list *written, tb_definition *out) {
  TC_TRY(tb_points_to_add_accessed(&writer->analysis->points_to, code, written));
  if (!written->count) TC_TRY(add_written(writer, code->operand[1], written));
  TC_TRY(tb_points_to_add_aliases(&writer->analysis->points_to, written));
  TC_TRY(tb_expression_tree_add(writer->analysis, code->operand[1], tree));
  if (code->operand[0].kind == TB_VALUE_FUNCTION) TC_TRY(write_stored_callees(writer, code, written));
  return code->operand[0].is_pointer ? write_arguments(writer, code, 1, tree, out)
                                     : tb_expression_tree_add(writer->analysis, code->operand[0], tree);
}

/* Writes the definition of an instruction that the functions above do not handle, for example a memory copy.
 * All operands are inputs. The instruction may also read or write the memory to which they point. */
static tc_status write_other_instruction(definition_writer *writer, const tb_ir_instruction *code,
                                         tb_expression_tree *tree, tc_int_list *written) {
  for (int i = 0; i < code->operands; i++) {
    TC_TRY(tb_expression_tree_add(writer->analysis, code->operand[i], tree));
    if (!code->operand[i].is_pointer) continue;
    const bool reads = code->op == TB_IR_OP_ATOMIC || (code->op == TB_IR_OP_COPY && i == 1);
    const bool writes = code->op == TB_IR_OP_ATOMIC || (code->op != TB_IR_OP_PREFETCH && i == 0);
    if (reads) TC_TRY(tb_points_to_add_targets(&writer->analysis->points_to, code->operand[i], &tree->reads));
    if (writes) TC_TRY(add_written(writer, code->operand[i], written));
  }
  if (code->op == TB_IR_OP_VARIADIC)
    return tc_int_list_insert(&tree->entry_parameters, writer->analysis->body.parameters, NULL);
  return TC_OK;
}

static tc_status write_return(definition_writer *writer, const tb_ir_instruction *code,
                              tb_expression_tree *tree, tc_int_list *written, tb_definition *out) {
  const tb_path_node root = {.name = "return", .root = TB_ROOT_RETURN, .function = -1};
  int node;
  if (!code->operands) return TC_OK;
  TC_TRY(tb_path_nodes_root(&writer->analysis->nodes, &root, &node));
  TC_TRY(tb_points_to_grow(&writer->analysis->points_to));
  TC_TRY(tc_int_list_insert(written, node, NULL));
  return write_arguments(writer, code, 1, tree, out);
}

static tb_definition_kind get_definition_kind(tb_ir_op op) {
  switch (op) {
  case TB_IR_OP_CALL: return TB_DEFINE_CALL;
  case TB_IR_OP_BRANCH: return TB_DEFINE_BRANCH;
  case TB_IR_OP_RETURN: return TB_DEFINE_RETURN;
  default: return TB_DEFINE_STORE;
  }
}

static tc_status write_operands(definition_writer *writer, const tb_ir_instruction *code,
                                tb_expression_tree *tree, tc_int_list *written, tb_definition *out) {
  switch (code->op) {
  case TB_IR_OP_CALL:
    TC_TRY(write_arguments(writer, code, code->operands - 1, tree, out));
    for (int i = 0; i < out->arguments; i++) TC_TRY(write_callee_candidates(writer, code->operand[i], ""));
    return write_callee(writer, code, tree, out);
  case TB_IR_OP_STORE: return write_store(writer, code, tree, written, out);
  case TB_IR_OP_BRANCH: return tb_expression_tree_add(writer->analysis, code->operand[0], tree);
  case TB_IR_OP_RETURN: return write_return(writer, code, tree, written, out);
  default: return write_other_instruction(writer, code, tree, written);
  }
}

static tc_status write_controlling_branches(definition_writer *writer, int block, tb_definition *out) {
  const tc_int_list *blocks = &writer->analysis->control_dependence.controlling_branches[block];
  tc_int_list branches = {.pool = writer->scratch};
  for (int i = 0; i < blocks->count; i++)
    if (writer->analysis->branch[blocks->item[i]] >= 0)
      TC_TRY(tc_int_list_insert(&branches, writer->analysis->branch[blocks->item[i]], NULL));
  return store_numbers(writer, &branches, &out->controlling_branches);
}

static tc_status write_jumps(definition_writer *writer, int block, tb_definition *out) {
  const tb_ir_body *body = &writer->analysis->body;
  tb_expression_tree tree = tb_expression_tree_init(writer->scratch);
  for (int c = 0; c < body->instructions; c++)
    if (body->instruction[c].op == TB_IR_OP_JUMP &&
        tc_int_list_contains(&writer->analysis->control_dependence
                                  .controlling_branches[body->instruction[c].block],
                             block))
      TC_TRY(tb_expression_tree_add_position(&tree, body->instruction[c].position));
  return TC_ARRAY_MOVE(&tree.position, writer->facts->pool, &out->jumps, &out->jump);
}

static tc_status write_definition(definition_writer *writer, int number, tb_definition *out) {
  const tb_ir_instruction *code = writer->analysis->body.instruction + number;
  tb_expression_tree tree = tb_expression_tree_init(writer->scratch);
  tc_int_list written = {.pool = writer->scratch};
  *out = (tb_definition){.kind = get_definition_kind(code->op),
                         .at = code->position.line ? code->position : writer->fallback,
                         .callee_file = -1};
  out->is_conditional = writer->analysis->control_dependence.is_conditional[code->block];
  TC_TRY(tb_expression_tree_add_position(&tree, out->at));
  TC_TRY(write_operands(writer, code, &tree, &written, out));
  TC_TRY(write_inputs(writer, &tree, &out->inputs));
  TC_TRY(store_path_numbers(writer, &written, &out->writes));
  TC_TRY(write_controlling_branches(writer, code->block, out));
  TC_TRY(TC_ARRAY_MOVE(&tree.position, writer->facts->pool, &out->positions, &out->position));
  return code->op == TB_IR_OP_BRANCH ? write_jumps(writer, code->block, out) : TC_OK;
}

tc_status tb_definitions_extract(tb_analysis *analysis, tb_source_position fallback, tb_facts *facts,
                                 tb_function *out) {
  tc_pool *scratch = analysis->nodes.pool;
  definition_writer writer = {.analysis = analysis,
                              .scratch = scratch,
                              .fallback = fallback,
                              .facts = facts,
                              .nodes = {.pool = scratch},
                              .path_numbers = {.pool = scratch},
                              .pointers = {.pool = scratch}};
  tb_definition *definition;
  TC_TRY(tc_pool_alloc(facts->pool, (size_t)analysis->definitions * sizeof *definition, &definition));
  for (int c = 0; c < analysis->body.instructions; c++)
    if (analysis->definition[c] >= 0)
      TC_TRY(write_definition(&writer, c, definition + analysis->definition[c]));
  out->definitions = analysis->definitions;
  out->definition = definition;
  TC_TRY(write_pointers(&writer, out));
  return write_access_paths(&writer, out);
}
