#include "blame/closure/closure_internal.h"

#include "blame/closure/struct_members.h"

void tb_function_closure_get_arguments(const tb_definition *d, const tb_function *callee, int parameter,
                                       int *from, int *to) {
  *from = parameter;
  *to = parameter < callee->parameters ? parameter + 1 : d->arguments;
  if (*to > d->arguments) *to = d->arguments;
}

tc_status tb_function_closure_move_set(tb_function_closure *c, tc_bit_set *set, tb_index_list *out) {
  int *callee_path = NULL, count = 0;
  TC_TRY(tc_pool_alloc(c->scratch, (size_t)tc_bit_set_count(set) * sizeof *callee_path, &callee_path));
  for (int n = tc_bit_set_next(set, 0); n >= 0; n = tc_bit_set_next(set, n + 1)) callee_path[count++] = n;
  *out = (tb_index_list){count, callee_path};
  tc_bit_set_clear(set);
  return TC_OK;
}

bool tb_function_closure_find_result(const tb_function_closure *c, int definition, tb_access_path *out) {
  for (int p = 0; p < c->table->path.count; p++) {
    const tb_access_path *path = &c->table->path.item[p];
    if (path->root != TB_ROOT_CALL || path->number != definition) continue;
    *out = *path;
    out->path = "";
    out->type = "";
    out->member = NULL;
    out->pointer_steps = 0;
    return true;
  }
  return false;
}

/* Returns true if the memory `target` of the caller may have the struct member that is the next step of
 * `callee_path`. The test excludes those targets of an untyped pointer (void *) whose struct type has no such
 * member. */
static bool may_have_member(const tb_function_closure *c, const tb_access_path *target,
                            const tb_access_path *callee_path) {
  const char *arrow = callee_path->path[0] == '-' ? callee_path->path + 2 : NULL;
  return !arrow || tb_members_may_contain(&c->closure->members, target->type, arrow);
}

static tc_status add_translated_path(tb_function_closure *c, const tb_access_path *target,
                                     const tb_access_path *callee_path) {
  tb_access_path path;
  int number;
  if (!may_have_member(c, target, callee_path)) return TC_OK;
  TC_TRY(tb_access_path_append(c->scratch, target, callee_path, 1, &path));
  TC_TRY(tb_path_table_intern(c->table, &path, &number));
  return tc_bit_set_add(&c->found_paths, number);
}

static tc_status add_argument_paths(tb_function_closure *c, int definition, const tb_function *callee,
                                    const tb_access_path *callee_path) {
  const tb_definition *d = &c->function->definition[definition];
  int from, to;
  tb_function_closure_get_arguments(d, callee, callee_path->number, &from, &to);
  for (int a = from; a < to; a++)
    for (int l = 0; l < d->argument[a].targets.count; l++) {
      const tb_access_path target = c->table->path.item[d->argument[a].targets.item[l]];
      TC_TRY(add_translated_path(c, &target, callee_path));
    }
  return TC_OK;
}

/* Adds the translation of `callee_path`, an access path through the pointer that the call returns. The root
 * of the translated path is the call. */
static tc_status add_result_path(tb_function_closure *c, int definition, const tb_access_path *callee_path) {
  tb_access_path target;
  if (!tb_function_closure_find_result(c, definition, &target)) return TC_OK;
  target.path = "[]";
  target.pointer_steps = 1;
  return add_translated_path(c, &target, callee_path);
}

static tc_status add_global_path(tb_function_closure *c, const tb_access_path *callee_path) {
  int number;
  TC_TRY(tb_path_table_intern(c->table, callee_path, &number));
  return tc_bit_set_add(&c->found_paths, number);
}

tc_status tb_function_closure_translate(tb_function_closure *c, int definition, const tb_function *callee,
                                        const tb_access_path *callee_path, tb_index_list *out) {
  if (callee_path->root == TB_ROOT_GLOBAL) TC_TRY(add_global_path(c, callee_path));
  if (callee_path->pointer_steps > 0 && callee_path->root == TB_ROOT_PARAMETER)
    TC_TRY(add_argument_paths(c, definition, callee, callee_path));
  if (callee_path->pointer_steps > 0 && callee_path->root == TB_ROOT_RETURN)
    TC_TRY(add_result_path(c, definition, callee_path));
  return tb_function_closure_move_set(c, &c->found_paths, out);
}
