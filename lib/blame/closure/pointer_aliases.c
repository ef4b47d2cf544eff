/* Finds pointer aliases: different access paths of a function that name the same memory. closure.c calls it
 * first for each function, because call effects and dependences use the aliases. It considers pointers that
 * the function stores or returns, and pointers that its calls return. The search is limited in depth and in
 * the number of aliases, so the result is approximate. */
#include "blame/closure/closure_internal.h"

#include "base/containers/int_list.h"
#include "blame/facts/externals.h"

enum {
  most_rounds = 3, /* Maximum number of rounds. Each round replaces one more pointer by its targets in the
                      aliases found so far. */
  most_names = 24  /* Maximum number of aliases of an access path, and of targets of a pointer. A pointer with
                      more targets is ignored, because it may point almost anywhere. */
};

/* ---- finding the targets of pointers ---- */

static bool is_known(const tb_function_closure *c, const tb_pointer_alias *new) {
  const tb_pointer_alias *old = c->pointings.item;
  for (int i = 0; i < c->pointings.count; i++)
    if (old[i].lead == new->lead && tb_access_path_equal(&old[i].target, &new->target)) return true;
  return false;
}

static tc_status point_at(tb_function_closure *c, const tb_access_path *pointer, int lead) {
  const char *path = NULL;
  tb_pointer_alias new = {.target = *pointer, .lead = lead};
  TC_TRY(tc_pool_printf(c->scratch, &path, "%s[]", pointer->path));
  new.target.path = path;
  new.target_steps = new.target.followed = tb_access_path_steps(path);
  new.target.type = c->table->place.item[lead].type;
  new.lead_steps = tb_access_path_steps(c->table->place.item[lead].path);
  /* Pointers within a linked structure to the structure itself are skipped, because its memory would have
   * infinitely many names. */
  const tb_access_path *to = &c->table->place.item[lead];
  if (tb_access_path_contains(&new.target, to) || tb_access_path_contains(to, pointer) || is_known(c, &new))
    return TC_OK;
  return TC_ARRAY_ADD(&c->pointings, &new);
}

static tc_status point_at_all(tb_function_closure *c, const tb_access_path *pointer, tb_index_list leads) {
  const tb_access_path from = *pointer; /* A copy, because the table of access paths may be reallocated. */
  if (leads.count > most_names) return TC_OK;
  for (int i = 0; i < leads.count; i++) TC_TRY(point_at(c, &from, leads.item[i]));
  return TC_OK;
}

/* Adds the aliases that arise from a store or return of a pointer: the written memory may then point to all
 * targets of this pointer. */
static tc_status point_stored(tb_function_closure *c, const tb_definition *d) {
  if (d->kind == TB_DEFINE_CALL || d->arguments == 0) return TC_OK;
  for (int w = 0; w < d->writes.count; w++)
    TC_TRY(point_at_all(c, &c->table->place.item[d->writes.item[w]], d->argument[0].targets));
  return TC_OK;
}

/* ---- pointers that calls return ---- */

static tc_status point_returned(tb_function_closure *c, int definition, int callee,
                                const tb_access_path *pointer) {
  const tb_function_state *outcome = &c->closure->outcome[callee];
  const tb_function *function = &c->closure->facts->function[callee];
  for (int r = tc_bit_set_next(&outcome->returns, 0); r >= 0; r = tc_bit_set_next(&outcome->returns, r + 1)) {
    tb_index_list leads;
    const tb_access_path of = outcome->table.place.item[r];
    TC_TRY(tb_function_closure_translate(c, definition, function, &of, &leads));
    TC_TRY(point_at_all(c, pointer, leads));
  }
  return TC_OK;
}

static tc_status point_external(tb_function_closure *c, const tb_definition *d,
                                const tb_access_path *pointer) {
  tb_external external;
  if (!d->callee || !tb_external_find(d->callee, &external)) return TC_OK;
  if (external.same < 0 || external.same >= d->arguments) return TC_OK;
  return point_at_all(c, pointer, d->argument[external.same].targets);
}

static tc_status point_result(tb_function_closure *c, int definition) {
  const tb_definition *d = &c->function->definition[definition];
  const tb_index_list callees = tb_call_graph_callees(&c->closure->calls, c->number, definition);
  tb_access_path pointer;
  if (!tb_function_closure_result(c, definition, &pointer)) return TC_OK;
  for (int i = 0; i < callees.count; i++) TC_TRY(point_returned(c, definition, callees.item[i], &pointer));
  return callees.count ? TC_OK : point_external(c, d, &pointer);
}

tc_status tb_function_closure_find_aliases(tb_function_closure *c) {
  const tb_function *f = c->function;
  c->pointings.count = 0;
  for (int p = 0; p < f->pointers; p++)
    TC_TRY(point_at_all(c, &c->table->place.item[f->pointer[p].place], f->pointer[p].targets));
  for (int d = 0; d < f->definitions; d++)
    TC_TRY(f->definition[d].kind == TB_DEFINE_CALL ? point_result(c, d) : point_stored(c, &f->definition[d]));
  return TC_OK;
}

/* ---- finding the aliases of an access path ---- */

static bool contains_number(const tc_int_list *list, int number) {
  for (int i = 0; i < list->count; i++)
    if (list->item[i] == number) return true;
  return false;
}

/* Adds to `list` the access path `of` with its first `steps` steps replaced by `lead`. */
static tc_status add_name(tb_function_closure *c, const tb_access_path *lead, const tb_access_path *of,
                          int steps, tc_int_list *list) {
  tb_access_path name;
  int number;
  if (list->count >= most_names) return TC_OK;
  TC_TRY(tb_access_path_append(c->scratch, lead, of, steps, &name));
  TC_TRY(tb_path_table_intern(c->table, &name, &number));
  return contains_number(list, number) ? TC_OK : TC_ARRAY_ADD(list, &number);
}

/* Adds to `list` the aliases of the access path `place` that each known pointer gives. If `up` is true, an
 * alias reaches the memory through a dereferenced pointer whose target begins the path. Otherwise a
 * dereferenced pointer at the start of the path is replaced by its target. */
static tc_status add_names(tb_function_closure *c, int place, bool up, tc_int_list *list) {
  const tb_pointer_alias *p = c->pointings.item;
  const tb_access_path of = c->table->place.item[place];
  for (int i = 0; i < c->pointings.count; i++) {
    const tb_access_path lead = c->table->place.item[p[i].lead];
    if (up && tb_access_path_contains(&lead, &of))
      TC_TRY(add_name(c, &p[i].target, &of, p[i].lead_steps, list));
    else if (!up && tb_access_path_contains(&p[i].target, &of))
      TC_TRY(add_name(c, &lead, &of, p[i].target_steps, list));
  }
  return TC_OK;
}

static tc_status expand_aliases(tb_function_closure *c, bool up, tc_int_list *list) {
  for (int round = 0, done = 0; round < most_rounds && done < list->count; round++)
    for (const int end = list->count; done < end; done++) TC_TRY(add_names(c, list->item[done], up, list));
  return TC_OK;
}

static tc_status find_names(tb_function_closure *c, int place, bool written, tb_index_list *out) {
  tc_int_list list = {.pool = c->scratch};
  TC_TRY(TC_ARRAY_ADD(&list, &place));
  TC_TRY(expand_aliases(c, false, &list));
  if (written) TC_TRY(expand_aliases(c, true, &list));
  *out = (tb_index_list){list.count, list.item};
  return TC_OK;
}

tc_status tb_function_closure_aliases(tb_function_closure *c, int place, bool written, tb_index_list *out) {
  static const tb_alias_set none = {false, {0, NULL}};
  while (c->names[written].count <= place) TC_TRY(TC_ARRAY_ADD(&c->names[written], &none));
  tb_alias_set *names = &c->names[written].item[place];
  if (!names->known) {
    TC_TRY(find_names(c, place, written, &names->all));
    names->known = true;
  }
  *out = names->all;
  return TC_OK;
}
