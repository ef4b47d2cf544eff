/* Finds pointer aliases: different access paths of a function that name the same memory. closure.c calls it
 * first for each function, because call effects and dependences use the aliases. It considers pointers that
 * the function stores or returns, and pointers that its calls return. The search is limited in depth and in
 * the number of aliases, so the result is approximate. */
#include "blame/closure/closure_internal.h"

#include "base/containers/int_list.h"
#include "blame/facts/externals.h"

enum {
  rounds_max = 3,  /* Maximum number of rounds. Each round replaces one more pointer by its targets in the
                       aliases found so far. */
  aliases_max = 24 /* Maximum number of aliases of an access path, and of targets of a pointer. A pointer with
                     more targets is ignored, because it may point almost anywhere. */
};

/* ---- finding the targets of pointers ---- */

static bool has_pointer_alias(const tb_function_closure *c, const tb_pointer_alias *new) {
  const tb_pointer_alias *old = c->pointer_aliases.item;
  for (int i = 0; i < c->pointer_aliases.count; i++)
    if (old[i].target == new->target && tb_access_path_is_equal(&old[i].dereference, &new->dereference))
      return true;
  return false;
}

static tc_status add_pointer_alias(tb_function_closure *c, const tb_access_path *pointer, int target) {
  const char *path = NULL;
  tb_pointer_alias new = {.dereference = *pointer, .target = target};
  TC_TRY(tc_pool_printf(c->scratch, &path, "%s[]", pointer->path));
  new.dereference.path = path;
  new.dereference_steps = new.dereference.pointer_steps = tb_access_path_count_steps(path);
  new.dereference.type = c->table->path.item[target].type;
  new.target_steps = tb_access_path_count_steps(c->table->path.item[target].path);
  /* A pointer within a linked structure that points to the structure itself is skipped, because its memory
   * would have infinitely many names. */
  const tb_access_path *to = &c->table->path.item[target];
  if (tb_access_path_contains(&new.dereference, to) || tb_access_path_contains(to, pointer) ||
      has_pointer_alias(c, &new))
    return TC_OK;
  return TC_ARRAY_ADD(&c->pointer_aliases, &new);
}

static tc_status add_pointer_aliases(tb_function_closure *c, const tb_access_path *pointer,
                                     tb_index_list targets) {
  /* The pointer is copied, because the table of access paths may be reallocated. */
  const tb_access_path copy = *pointer;
  if (targets.count > aliases_max) return TC_OK;
  for (int i = 0; i < targets.count; i++) TC_TRY(add_pointer_alias(c, &copy, targets.item[i]));
  return TC_OK;
}

/* Adds the aliases for a store or a return of a pointer: the written memory may then point to all targets of
 * this pointer. */
static tc_status add_stored_aliases(tb_function_closure *c, const tb_definition *d) {
  if (d->kind == TB_DEFINE_CALL || d->arguments == 0) return TC_OK;
  for (int w = 0; w < d->writes.count; w++)
    TC_TRY(add_pointer_aliases(c, &c->table->path.item[d->writes.item[w]], d->argument[0].targets));
  return TC_OK;
}

/* ---- pointers that calls return ---- */

static tc_status add_returned_aliases(tb_function_closure *c, int definition, int callee,
                                      const tb_access_path *pointer) {
  const tb_function_state *state = &c->closure->state[callee];
  const tb_function *function = &c->closure->facts->function[callee];
  for (int r = tc_bit_set_next(&state->returns, 0); r >= 0; r = tc_bit_set_next(&state->returns, r + 1)) {
    tb_index_list targets;
    const tb_access_path returned_path = state->table.path.item[r];
    TC_TRY(tb_function_closure_translate(c, definition, function, &returned_path, &targets));
    TC_TRY(add_pointer_aliases(c, pointer, targets));
  }
  return TC_OK;
}

static tc_status add_external_aliases(tb_function_closure *c, const tb_definition *d,
                                      const tb_access_path *pointer) {
  tb_external external;
  if (!d->callee || !tb_external_find(d->callee, &external)) return TC_OK;
  if (external.returned_argument < 0 || external.returned_argument >= d->arguments) return TC_OK;
  return add_pointer_aliases(c, pointer, d->argument[external.returned_argument].targets);
}

static tc_status add_result_aliases(tb_function_closure *c, int definition) {
  const tb_definition *d = &c->function->definition[definition];
  const tb_index_list callees = tb_call_graph_callees(&c->closure->calls, c->number, definition);
  tb_access_path pointer;
  if (!tb_function_closure_find_result(c, definition, &pointer)) return TC_OK;
  for (int i = 0; i < callees.count; i++)
    TC_TRY(add_returned_aliases(c, definition, callees.item[i], &pointer));
  return callees.count ? TC_OK : add_external_aliases(c, d, &pointer);
}

tc_status tb_function_closure_find_aliases(tb_function_closure *c) {
  const tb_function *f = c->function;
  c->pointer_aliases.count = 0;
  for (int p = 0; p < f->pointers; p++)
    TC_TRY(add_pointer_aliases(c, &c->table->path.item[f->pointer[p].access_path], f->pointer[p].targets));
  for (int d = 0; d < f->definitions; d++)
    TC_TRY(f->definition[d].kind == TB_DEFINE_CALL ? add_result_aliases(c, d)
                                                   : add_stored_aliases(c, &f->definition[d]));
  return TC_OK;
}

/* ---- finding the aliases of an access path ---- */

static bool contains_number(const tc_int_list *list, int number) {
  for (int i = 0; i < list->count; i++)
    if (list->item[i] == number) return true;
  return false;
}

/* Adds to `list` the path with its first `steps` steps replaced by `target`. */
static tc_status append_alias(tb_function_closure *c, const tb_access_path *target,
                              const tb_access_path *path, int steps, tc_int_list *list) {
  tb_access_path alias;
  int number;
  if (list->count >= aliases_max) return TC_OK;
  TC_TRY(tb_access_path_append(c->scratch, target, path, steps, &alias));
  TC_TRY(tb_path_table_intern(c->table, &alias, &number));
  return contains_number(list, number) ? TC_OK : TC_ARRAY_ADD(list, &number);
}

/* Adds to `list` the aliases of the access path `path` that follow from the known pointers. If
 * `through_pointer` is false, a dereferenced pointer at the start of the path is replaced by its target. If
 * it is true, conversely, a target at the start of the path is replaced by the dereferenced pointer. */
static tc_status append_aliases(tb_function_closure *c, int path, bool through_pointer, tc_int_list *list) {
  const tb_pointer_alias *p = c->pointer_aliases.item;
  const tb_access_path old_path = c->table->path.item[path];
  for (int i = 0; i < c->pointer_aliases.count; i++) {
    const tb_access_path target = c->table->path.item[p[i].target];
    if (through_pointer && tb_access_path_contains(&target, &old_path))
      TC_TRY(append_alias(c, &p[i].dereference, &old_path, p[i].target_steps, list));
    else if (!through_pointer && tb_access_path_contains(&p[i].dereference, &old_path))
      TC_TRY(append_alias(c, &target, &old_path, p[i].dereference_steps, list));
  }
  return TC_OK;
}

static tc_status expand_aliases(tb_function_closure *c, bool through_pointer, tc_int_list *list) {
  for (int round = 0, expanded = 0; round < rounds_max && expanded < list->count; round++)
    for (const int end = list->count; expanded < end; expanded++)
      TC_TRY(append_aliases(c, list->item[expanded], through_pointer, list));
  return TC_OK;
}

static tc_status compute_aliases(tb_function_closure *c, int path, bool written, tb_index_list *out) {
  tc_int_list list = {.pool = c->scratch};
  TC_TRY(TC_ARRAY_ADD(&list, &path));
  TC_TRY(expand_aliases(c, false, &list));
  if (written) TC_TRY(expand_aliases(c, true, &list));
  *out = (tb_index_list){list.count, list.item};
  return TC_OK;
}

tc_status tb_function_closure_get_aliases(tb_function_closure *c, int path, bool written,
                                          tb_index_list *out) {
  static const tb_alias_set none = {false, {0, NULL}};
  while (c->alias_sets[written].count <= path) TC_TRY(TC_ARRAY_ADD(&c->alias_sets[written], &none));
  tb_alias_set *aliases = &c->alias_sets[written].item[path];
  if (!aliases->is_known) {
    TC_TRY(compute_aliases(c, path, written, &aliases->paths));
    aliases->is_known = true;
  }
  *out = aliases->paths;
  return TC_OK;
}
