#include "blame/closure/closure_internal.h"

#include "blame/closure/struct_members.h"

void tb_function_closure_arguments(const tb_definition *d, const tb_function *callee, int parameter,
                                   int *from, int *to) {
  *from = parameter;
  *to = parameter < callee->parameters ? parameter + 1 : d->arguments;
  if (*to > d->arguments) *to = d->arguments;
}

tc_status tb_function_closure_store_set(tb_function_closure *c, tc_bit_set *set, tb_index_list *out) {
  int *of = NULL, count = 0;
  TC_TRY(tc_pool_alloc(c->scratch, (size_t)tc_bit_set_count(set) * sizeof *of, &of));
  for (int n = tc_bit_set_next(set, 0); n >= 0; n = tc_bit_set_next(set, n + 1)) of[count++] = n;
  *out = (tb_index_list){count, of};
  tc_bit_set_clear(set);
  return TC_OK;
}

bool tb_function_closure_result(const tb_function_closure *c, int definition, tb_access_path *out) {
  for (int p = 0; p < c->table->place.count; p++) {
    const tb_access_path *place = &c->table->place.item[p];
    if (place->root != TB_ROOT_CALL || place->number != definition) continue;
    *out = *place;
    out->path = "";
    out->type = "";
    out->member = NULL;
    out->followed = 0;
    return true;
  }
  return false;
}

/* True if the memory `lead` of the caller may contain the struct member with which `of`, the access path of
 * the callee, continues after the dereference. An untyped pointer may have targets of several struct types,
 * and the targets without this member are excluded. */
static bool fits_member(const tb_function_closure *c, const tb_access_path *lead, const tb_access_path *of) {
  const char *arrow = of->path[0] == '-' ? of->path + 2 : NULL;
  return !arrow || tb_members_may_contain(&c->closure->members, lead->type, arrow);
}

static tc_status add_below(tb_function_closure *c, const tb_access_path *lead, const tb_access_path *of) {
  tb_access_path place;
  int number;
  if (!fits_member(c, lead, of)) return TC_OK;
  TC_TRY(tb_access_path_append(c->scratch, lead, of, 1, &place));
  TC_TRY(tb_path_table_intern(c->table, &place, &number));
  return tc_bit_set_add(&c->found, number);
}

static tc_status add_given(tb_function_closure *c, int definition, const tb_function *callee,
                           const tb_access_path *of) {
  const tb_definition *d = &c->function->definition[definition];
  int from, to;
  tb_function_closure_arguments(d, callee, of->number, &from, &to);
  for (int a = from; a < to; a++)
    for (int l = 0; l < d->argument[a].targets.count; l++) {
      const tb_access_path lead = c->table->place.item[d->argument[a].targets.item[l]];
      TC_TRY(add_below(c, &lead, of));
    }
  return TC_OK;
}

/* Adds the access path of the caller for `of`, which is memory to which a pointer returned by the callee
 * points. The root of the added path is the call. */
static tc_status add_returned(tb_function_closure *c, int definition, const tb_access_path *of) {
  tb_access_path lead;
  if (!tb_function_closure_result(c, definition, &lead)) return TC_OK;
  lead.path = "[]";
  lead.followed = 1;
  return add_below(c, &lead, of);
}

static tc_status add_global(tb_function_closure *c, const tb_access_path *of) {
  int number;
  TC_TRY(tb_path_table_intern(c->table, of, &number));
  return tc_bit_set_add(&c->found, number);
}

tc_status tb_function_closure_translate(tb_function_closure *c, int definition, const tb_function *callee,
                                        const tb_access_path *of, tb_index_list *out) {
  if (of->root == TB_ROOT_GLOBAL) TC_TRY(add_global(c, of));
  if (of->followed > 0 && of->root == TB_ROOT_PARAMETER) TC_TRY(add_given(c, definition, callee, of));
  if (of->followed > 0 && of->root == TB_ROOT_RETURN) TC_TRY(add_returned(c, definition, of));
  return tb_function_closure_store_set(c, &c->found, out);
}
