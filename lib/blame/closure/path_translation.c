/* Places of a callee as the caller names them. */
#include "blame/closure/closure_internal.h"

void tc_closing_given(const tc_definition *d, const tc_function *callee, int parameter, int *from, int *to) {
  *from = parameter;
  *to = parameter < callee->parameters ? parameter + 1 : d->arguments;
  if (*to > d->arguments) *to = d->arguments;
}

tc_status tc_closing_keep(tc_closing *c, tc_set *set, tc_numbers *out) {
  int *of = NULL, count = 0;
  TC_TRY(tc_pool_alloc(&c->scratch, (size_t)tc_set_count(set) * sizeof *of, &of));
  for (int n = tc_set_next(set, 0); n >= 0; n = tc_set_next(set, n + 1)) of[count++] = n;
  *out = (tc_numbers){count, of};
  tc_set_empty(set);
  return TC_OK;
}

bool tc_closing_result(const tc_closing *c, int definition, tb_access_path *out) {
  for (int p = 0; p < c->table->count; p++) {
    const tb_access_path *place = &c->table->place[p];
    if (place->root != TC_ROOT_CALL || place->number != definition) continue;
    *out = *place;
    out->path = "";
    out->type = "";
    out->member = NULL;
    out->followed = 0;
    return true;
  }
  return false;
}

/* Whether what the callee takes the lead for may be what it is: pointers to anything lead to all kinds. */
static bool fits(const tc_closing *c, const tb_access_path *lead, const tb_access_path *of) {
  const char *arrow = of->path[0] == '-' ? of->path + 2 : NULL;
  return !arrow || tc_members_allow(&c->closure->members, lead->type, arrow);
}

static tc_status add_below(tc_closing *c, const tb_access_path *lead, const tb_access_path *of) {
  tb_access_path place;
  int number;
  if (!fits(c, lead, of)) return TC_OK;
  TC_TRY(tc_place_below(&c->scratch, lead, of, 1, &place));
  TC_TRY(tc_table_intern(c->table, &place, &number));
  return tc_set_add(&c->found, number);
}

static tc_status add_given(tc_closing *c, int definition, const tc_function *callee,
                           const tb_access_path *of) {
  const tc_definition *d = &c->function->definition[definition];
  int from, to;
  tc_closing_given(d, callee, of->number, &from, &to);
  for (int a = from; a < to; a++)
    for (int l = 0; l < d->argument[a].leads.count; l++) {
      const tb_access_path lead = c->table->place[d->argument[a].leads.of[l]];
      TC_TRY(add_below(c, &lead, of));
    }
  return TC_OK;
}

/* What a returned pointer leads to lies behind the call. */
static tc_status add_returned(tc_closing *c, int definition, const tb_access_path *of) {
  tb_access_path lead;
  if (!tc_closing_result(c, definition, &lead)) return TC_OK;
  lead.path = "[]";
  lead.followed = 1;
  return add_below(c, &lead, of);
}

static tc_status add_global(tc_closing *c, const tb_access_path *of) {
  int number;
  TC_TRY(tc_table_intern(c->table, of, &number));
  return tc_set_add(&c->found, number);
}

tc_status tc_closing_translate(tc_closing *c, int definition, const tc_function *callee,
                               const tb_access_path *of, tc_numbers *out) {
  if (of->root == TC_ROOT_GLOBAL) TC_TRY(add_global(c, of));
  if (of->followed > 0 && of->root == TC_ROOT_PARAMETER) TC_TRY(add_given(c, definition, callee, of));
  if (of->followed > 0 && of->root == TC_ROOT_RETURN) TC_TRY(add_returned(c, definition, of));
  return tc_closing_keep(c, &c->found, out);
}
