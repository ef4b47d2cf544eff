/* Follows an address through one function, from the calls that stored or returned the address to all access
 * paths that hold it. tb_address_flow_add_call_writes adds the paths that the calls write.
 * tb_address_flow_propagate then visits all statements repeatedly until it finds no new path and no new
 * statement that copies the address. A statement also copies the address if it copies a struct that contains
 * it, or a pointer to such a struct. tb_address_flow_enter_caller moves to the next frame and retains only
 * the paths that callers can name. */
#include "blame/profile/address_flow.h"

#include <string.h>

enum { paths_max = 256 }; /* maximum number of paths that hold one address in a function */

bool tb_address_flow_is_output(const tb_access_path *path) {
  return path->root == TB_ROOT_PARAMETER && path->pointer_steps > 0;
}

static bool has_path(const tb_access_paths *list, const tb_access_path *path) {
  for (int i = 0; i < list->count; i++)
    if (tb_access_path_is_equal(&list->item[i], path)) return true;
  return false;
}

static bool has_any_member(const tc_bit_set *set, const tb_index_list *numbers) {
  for (int n = 0; n < numbers->count; n++)
    if (tc_bit_set_contains(set, numbers->item[n])) return true;
  return false;
}

/* ---- paths that hold the address ---- */

static bool may_be_pointer(const tb_access_path *path) {
  return !path->type || !path->type[0] || strchr(path->type, '*') || strcmp(path->type, "void") == 0;
}

/* Adds the path to `paths`, unless it cannot be a pointer or `paths` is full. If the path also occurs in
 * function->access_path, adds its index there to `path_numbers`. */
static tc_status add_path(tb_address_flow *flow, const tb_access_path *path) {
  const tb_function *f = flow->function;
  if (!may_be_pointer(path) || flow->paths.count >= paths_max || has_path(&flow->paths, path)) return TC_OK;
  for (int p = 0; p < f->access_paths; p++)
    if (tb_access_path_is_equal(&f->access_path[p], path)) TC_TRY(tc_bit_set_add(&flow->path_numbers, p));
  return TC_ARRAY_ADD(&flow->paths, path);
}

static tc_status add_paths(tb_address_flow *flow, const tb_index_list *writes) {
  for (int w = 0; w < writes->count; w++)
    TC_TRY(add_path(flow, &flow->function->access_path[writes->item[w]]));
  return TC_OK;
}

/* `copy` is a copy of the memory `whole`. For each path in `paths` to a part of `whole`, adds the path to the
 * same part of `copy`. */
static tc_status add_copied_members(tb_address_flow *flow, const tb_access_path *copy,
                                    const tb_access_path *whole) {
  const int steps = tb_access_path_count_steps(whole->path);
  for (int i = 0, count = flow->paths.count; i < count; i++) {
    const tb_access_path part = flow->paths.item[i];
    tb_access_path member;
    if (!tb_access_path_contains(whole, &part) || tb_access_path_contains(&part, whole)) continue;
    TC_TRY(tb_access_path_append(&flow->pool, copy, &part, steps, &member));
    TC_TRY(add_path(flow, &member));
  }
  return TC_OK;
}

/* ---- writes of calls ---- */

/* True if this call effect may have stored the address in the caller. A function that was not analysed may
 * store the address in any of its outputs. */
static bool writes_address(const tb_address_flow *flow, const tb_call_effect *effect) {
  if (!tc_bit_set_contains(&flow->call_statements, effect->definition)) return false;
  if (effect->callee < 0 || flow->callee < 0) return effect->callee < 0 && flow->callee < 0;
  const tb_function *callee = &flow->facts->function[effect->callee];
  return effect->callee == flow->callee &&
         has_path(&flow->callee_outputs, &callee->access_path[callee->output[effect->output].access_path]);
}

/* Adds the paths of the caller that denote the same memory as `output`, a path of the callee that begins with
 * a pointer parameter. */
static tc_status add_output_names(tb_address_flow *flow, const tb_definition *call,
                                  const tb_access_path *output) {
  if (output->number >= call->arguments || output->path[0] == '.') return TC_OK;
  const tb_index_list targets = call->argument[output->number].targets;
  for (int l = 0; l < targets.count; l++) {
    tb_access_path path;
    TC_TRY(
        tb_access_path_append(&flow->pool, &flow->function->access_path[targets.item[l]], output, 1, &path));
    TC_TRY(add_path(flow, &path));
  }
  return TC_OK;
}

static tc_status add_argument_names(tb_address_flow *flow) {
  for (int d = tc_bit_set_next(&flow->call_statements, 0); d >= 0;
       d = tc_bit_set_next(&flow->call_statements, d + 1))
    for (int e = 0; e < flow->callee_outputs.count; e++)
      TC_TRY(add_output_names(flow, &flow->function->definition[d], &flow->callee_outputs.item[e]));
  return TC_OK;
}

static tc_status add_result_names(tb_address_flow *flow) {
  const tb_function *f = flow->function;
  for (int d = 0; d < f->definitions; d++) {
    const tb_definition *statement = &f->definition[d];
    if (statement->kind == TB_DEFINE_CALL ||
        !has_any_member(&flow->call_statements, &statement->inputs.definitions))
      continue;
    TC_TRY(tc_bit_set_add(&flow->carriers, d));
    TC_TRY(add_paths(flow, &statement->writes));
    if (statement->kind == TB_DEFINE_RETURN) flow->returns = true;
  }
  return TC_OK;
}

tc_status tb_address_flow_add_call_writes(tb_address_flow *flow) {
  const tb_function *f = flow->function;
  for (int e = 0; e < f->effects; e++)
    if (writes_address(flow, &f->effect[e])) TC_TRY(add_paths(flow, &f->effect[e].writes));
  TC_TRY(add_argument_names(flow));
  return flow->callee_returns ? add_result_names(flow) : TC_OK;
}

/* ---- statements that pass the address on ---- */

static const char *skip_struct_keyword(const char *type) {
  static const char keyword[] = "struct ";
  return strncmp(type, keyword, strlen(keyword)) == 0 ? type + strlen(keyword) : type;
}

/* True if a statement that reads `from` and writes `to` copies a struct as a whole. */
static bool is_struct_copy(const tb_access_path *from, const tb_access_path *to) {
  return from->type && to->type && from->type[0] && !strchr(from->type, '*') &&
         strcmp(skip_struct_keyword(from->type), skip_struct_keyword(to->type)) == 0;
}

static tc_status add_struct_copies(tb_address_flow *flow, const tb_definition *statement,
                                   const tb_access_path *to) {
  for (int r = 0; r < statement->inputs.reads.count; r++) {
    const tb_access_path *from = &flow->function->access_path[statement->inputs.reads.item[r]];
    if (is_struct_copy(from, to)) TC_TRY(add_copied_members(flow, to, from));
  }
  return TC_OK;
}

/* Adds paths if `statement` copies a pointer to `to`. For each path in `paths` to a part of the memory to
 * which the pointer points, adds the path to the same part through the pointer `to`. */
static tc_status add_pointer_copies(tb_address_flow *flow, const tb_definition *statement,
                                    const tb_access_path *to) {
  const tb_index_list targets = statement->argument[0].targets;
  tb_access_path dereferenced = *to;
  if (targets.count == 0) return TC_OK;
  TC_TRY(tc_pool_printf(&flow->pool, &dereferenced.path, "%s[]", to->path));
  dereferenced.pointer_steps = tb_access_path_count_steps(dereferenced.path);
  for (int l = 0; l < targets.count; l++)
    TC_TRY(add_copied_members(flow, &dereferenced, &flow->function->access_path[targets.item[l]]));
  return TC_OK;
}

static tc_status copy_members(tb_address_flow *flow, const tb_definition *statement) {
  for (int w = 0; w < statement->writes.count && statement->kind == TB_DEFINE_STORE; w++) {
    const tb_access_path *to = &flow->function->access_path[statement->writes.item[w]];
    TC_TRY(statement->arguments > 0 ? add_pointer_copies(flow, statement, to)
                                    : add_struct_copies(flow, statement, to));
  }
  return TC_OK;
}

/* Adds the definition to `carriers` if it stores or returns a value that is computed from the address or from
 * the result of another carrier. */
static tc_status add_if_carrier(tb_address_flow *flow, int definition) {
  const tb_definition *statement = &flow->function->definition[definition];
  if ((statement->kind != TB_DEFINE_STORE && statement->kind != TB_DEFINE_RETURN) ||
      tc_bit_set_contains(&flow->carriers, definition))
    return TC_OK;
  if (!has_any_member(&flow->carriers, &statement->inputs.definitions) &&
      !has_any_member(&flow->path_numbers, &statement->inputs.reads))
    return TC_OK;
  const int before = flow->paths.count;
  TC_TRY(add_paths(flow, &statement->writes));
  if (statement->kind == TB_DEFINE_STORE && flow->paths.count == before) return TC_OK;
  if (statement->kind == TB_DEFINE_RETURN) flow->returns = true;
  return tc_bit_set_add(&flow->carriers, definition);
}

tc_status tb_address_flow_propagate(tb_address_flow *flow) {
  const tb_function *f = flow->function;
  for (int paths = -1, carriers = -1;
       paths != flow->paths.count || carriers != tc_bit_set_count(&flow->carriers);) {
    paths = flow->paths.count;
    carriers = tc_bit_set_count(&flow->carriers);
    for (int d = 0; d < f->definitions; d++) {
      TC_TRY(add_if_carrier(flow, d));
      TC_TRY(copy_members(flow, &f->definition[d]));
    }
  }
  return TC_OK;
}

/* ---- moving to the caller ---- */

bool tb_address_flow_reaches_caller(const tb_address_flow *flow) {
  for (int i = 0; i < flow->paths.count; i++)
    if (tb_address_flow_is_output(&flow->paths.item[i])) return true;
  return false;
}

static void remove_local_paths(tb_access_paths *paths) {
  int count = 0;
  for (int i = 0; i < paths->count; i++)
    if (tb_address_flow_is_output(&paths->item[i])) paths->item[count++] = paths->item[i];
  paths->count = count;
}

void tb_address_flow_enter_caller(tb_address_flow *flow, bool is_analysed) {
  tc_bit_set_clear(&flow->call_statements);
  tc_bit_set_clear(&flow->path_numbers);
  tc_bit_set_clear(&flow->carriers);
  flow->callee = is_analysed ? (int)(flow->function - flow->facts->function) : -1;
  flow->callee_returns = flow->returns || !is_analysed;
  flow->returns = false;
  remove_local_paths(&flow->paths);
  flow->callee_outputs = flow->paths;
  flow->paths = (tb_access_paths){.pool = &flow->pool};
}

void tb_address_flow_init(const tb_facts *facts, tb_address_flow *out) {
  const tc_bit_set empty = {.pool = &out->pool};
  *out = (tb_address_flow){.facts = facts, .callee = -1, .callee_returns = true};
  out->call_statements = out->path_numbers = out->carriers = empty;
  out->callee_outputs.pool = out->paths.pool = &out->pool;
}

void tb_address_flow_free(tb_address_flow *flow) { tc_pool_free(&flow->pool); }
