/* Follows an address through one function: from the calls that stored or returned it to all access paths that
 * hold it. tb_address_flow_add_call_writes adds the paths that the calls write. tb_address_flow_propagate
 * then visits all statements repeatedly until it finds no new path and no new statement that copies the
 * address. A statement also copies the address if it copies a struct that contains it, or a pointer to such a
 * struct. tb_address_flow_enter_caller moves to the next frame and retains only the paths that callers can
 * name. */
#include "blame/profile/address_flow.h"

#include <string.h>

enum { most_places = 256 }; /* maximum number of paths that hold one address in a function */

bool tb_address_flow_is_output(const tb_access_path *path) {
  return path->root == TB_ROOT_PARAMETER && path->pointer_steps > 0;
}

static bool has_place(const tb_access_paths *list, const tb_access_path *path) {
  for (int i = 0; i < list->count; i++)
    if (tb_access_path_is_equal(&list->item[i], path)) return true;
  return false;
}

static bool has_any(const tc_bit_set *set, const tb_index_list *numbers) {
  for (int n = 0; n < numbers->count; n++)
    if (tc_bit_set_contains(set, numbers->item[n])) return true;
  return false;
}

/* ---- paths that hold the address ---- */

static bool may_be_pointer(const tb_access_path *path) {
  return !path->type || !path->type[0] || strchr(path->type, '*') || strcmp(path->type, "void") == 0;
}

/* Adds the path to `paths`, unless it cannot be a pointer or `paths` is full. If the path also occurs in
 * function->place, adds its index there to `path_numbers`. */
static tc_status add_place(tb_address_flow *s, const tb_access_path *path) {
  const tb_function *f = s->function;
  if (!may_be_pointer(path) || s->paths.count >= most_places || has_place(&s->paths, path)) return TC_OK;
  for (int p = 0; p < f->access_paths; p++)
    if (tb_access_path_is_equal(&f->access_path[p], path)) TC_TRY(tc_bit_set_add(&s->path_numbers, p));
  return TC_ARRAY_ADD(&s->paths, path);
}

static tc_status add_places(tb_address_flow *s, const tb_index_list *writes) {
  for (int w = 0; w < writes->count; w++) TC_TRY(add_place(s, &s->function->access_path[writes->item[w]]));
  return TC_OK;
}

/* Handles a copy of the variable `whole` to `lead`. For each path in `paths` that is a member of `whole`,
 * adds the same member of `lead` to `paths`. */
static tc_status add_below(tb_address_flow *s, const tb_access_path *lead, const tb_access_path *whole) {
  const int steps = tb_access_path_count_steps(whole->path);
  for (int i = 0, count = s->paths.count; i < count; i++) {
    const tb_access_path part = s->paths.item[i];
    tb_access_path below;
    if (!tb_access_path_contains(whole, &part) || tb_access_path_contains(&part, whole)) continue;
    TC_TRY(tb_access_path_append(&s->pool, lead, &part, steps, &below));
    TC_TRY(add_place(s, &below));
  }
  return TC_OK;
}

/* ---- writes of calls ---- */

/* True if this call effect may have stored the address in the caller. A function that was not analysed may
 * store it in any of its outputs. */
static bool writes_address(const tb_address_flow *s, const tb_call_effect *effect) {
  if (!tc_bit_set_contains(&s->calls, effect->definition)) return false;
  if (effect->callee < 0 || s->callee < 0) return effect->callee < 0 && s->callee < 0;
  const tb_function *callee = &s->facts->function[effect->callee];
  return effect->callee == s->callee &&
         has_place(&s->outputs, &callee->access_path[callee->output[effect->output].access_path]);
}

/* Adds to `paths` the paths by which the caller names `output`. The argument `output` is a path of the callee
 * that begins with a pointer parameter and holds the address. */
static tc_status add_output_names(tb_address_flow *s, const tb_definition *call, const tb_access_path *exit) {
  if (exit->number >= call->arguments || exit->path[0] == '.') return TC_OK;
  const tb_index_list leads = call->argument[exit->number].targets;
  for (int l = 0; l < leads.count; l++) {
    tb_access_path path;
    TC_TRY(tb_access_path_append(&s->pool, &s->function->access_path[leads.item[l]], exit, 1, &path));
    TC_TRY(add_place(s, &path));
  }
  return TC_OK;
}

static tc_status add_argument_names(tb_address_flow *s) {
  for (int d = tc_bit_set_next(&s->calls, 0); d >= 0; d = tc_bit_set_next(&s->calls, d + 1))
    for (int e = 0; e < s->outputs.count; e++)
      TC_TRY(add_output_names(s, &s->function->definition[d], &s->outputs.item[e]));
  return TC_OK;
}

static tc_status add_result_names(tb_address_flow *s) {
  const tb_function *f = s->function;
  for (int d = 0; d < f->definitions; d++) {
    const tb_definition *at = &f->definition[d];
    if (at->kind == TB_DEFINE_CALL || !has_any(&s->calls, &at->inputs.definitions)) continue;
    TC_TRY(tc_bit_set_add(&s->carriers, d));
    TC_TRY(add_places(s, &at->writes));
    if (at->kind == TB_DEFINE_RETURN) s->returned = true;
  }
  return TC_OK;
}

tc_status tb_address_flow_add_call_writes(tb_address_flow *s) {
  const tb_function *f = s->function;
  for (int e = 0; e < f->effects; e++)
    if (writes_address(s, &f->effect[e])) TC_TRY(add_places(s, &f->effect[e].writes));
  TC_TRY(add_argument_names(s));
  return s->given ? add_result_names(s) : TC_OK;
}

/* ---- statements that pass the address on ---- */

static const char *bare_type(const char *type) {
  static const char word[] = "struct ";
  return strncmp(type, word, strlen(word)) == 0 ? type + strlen(word) : type;
}

/* True if a statement that reads `definitions` and writes `to` copies a struct as a whole. */
static bool is_copied(const tb_access_path *from, const tb_access_path *to) {
  return from->type && to->type && from->type[0] && !strchr(from->type, '*') &&
         strcmp(bare_type(from->type), bare_type(to->type)) == 0;
}

static tc_status copy_struct(tb_address_flow *s, const tb_definition *at, const tb_access_path *to) {
  for (int r = 0; r < at->inputs.reads.count; r++) {
    const tb_access_path *from = &s->function->access_path[at->inputs.reads.item[r]];
    if (is_copied(from, to)) TC_TRY(add_below(s, to, from));
  }
  return TC_OK;
}

/* Handles the statement `at`, which copies a pointer to `to`. A path in `paths` may begin with memory to
 * which the pointer points. For each such path, adds to `paths` the path that reaches the same memory
 * through `to`. */
static tc_status copy_pointer(tb_address_flow *s, const tb_definition *at, const tb_access_path *to) {
  const tb_index_list leads = at->argument[0].targets;
  tb_access_path behind = *to;
  if (leads.count == 0) return TC_OK;
  TC_TRY(tc_pool_printf(&s->pool, &behind.path, "%s[]", to->path));
  behind.pointer_steps = tb_access_path_count_steps(behind.path);
  for (int l = 0; l < leads.count; l++)
    TC_TRY(add_below(s, &behind, &s->function->access_path[leads.item[l]]));
  return TC_OK;
}

static tc_status copy_around(tb_address_flow *s, const tb_definition *at) {
  for (int w = 0; w < at->writes.count && at->kind == TB_DEFINE_STORE; w++) {
    const tb_access_path *to = &s->function->access_path[at->writes.item[w]];
    TC_TRY(at->arguments > 0 ? copy_pointer(s, at, to) : copy_struct(s, at, to));
  }
  return TC_OK;
}

/* Adds a statement to `carriers` if it stores or returns a value computed from the address or from the result
 * of another carrier. */
static tc_status add_carrier(tb_address_flow *s, int definition) {
  const tb_definition *at = &s->function->definition[definition];
  if ((at->kind != TB_DEFINE_STORE && at->kind != TB_DEFINE_RETURN) ||
      tc_bit_set_contains(&s->carriers, definition))
    return TC_OK;
  if (!has_any(&s->carriers, &at->inputs.definitions) && !has_any(&s->path_numbers, &at->inputs.reads))
    return TC_OK;
  const int before = s->paths.count;
  TC_TRY(add_places(s, &at->writes));
  if (at->kind == TB_DEFINE_STORE && s->paths.count == before) return TC_OK;
  if (at->kind == TB_DEFINE_RETURN) s->returned = true;
  return tc_bit_set_add(&s->carriers, definition);
}

tc_status tb_address_flow_propagate(tb_address_flow *s) {
  const tb_function *f = s->function;
  for (int paths = -1, carriers = -1;
       paths != s->paths.count || carriers != tc_bit_set_count(&s->carriers);) {
    paths = s->paths.count;
    carriers = tc_bit_set_count(&s->carriers);
    for (int d = 0; d < f->definitions; d++) {
      TC_TRY(add_carrier(s, d));
      TC_TRY(copy_around(s, &f->definition[d]));
    }
  }
  return TC_OK;
}

/* ---- moving to the caller ---- */

bool tb_address_flow_reaches_caller(const tb_address_flow *s) {
  for (int i = 0; i < s->paths.count; i++)
    if (tb_address_flow_is_output(&s->paths.item[i])) return true;
  return false;
}

/* Removes from the list the paths that callers cannot name. */
static void select_outputs(tb_access_paths *paths) {
  int kept = 0;
  for (int i = 0; i < paths->count; i++)
    if (tb_address_flow_is_output(&paths->item[i])) paths->item[kept++] = paths->item[i];
  paths->count = kept;
}

void tb_address_flow_enter_caller(tb_address_flow *s, bool known) {
  tc_bit_set_clear(&s->calls);
  tc_bit_set_clear(&s->path_numbers);
  tc_bit_set_clear(&s->carriers);
  s->callee = known ? (int)(s->function - s->facts->function) : -1;
  s->given = s->returned || !known;
  s->returned = false;
  select_outputs(&s->paths);
  s->outputs = s->paths;
  s->paths = (tb_access_paths){.pool = &s->pool};
}

void tb_address_flow_init(const tb_facts *facts, tb_address_flow *out) {
  const tc_bit_set empty = {.pool = &out->pool};
  *out = (tb_address_flow){.facts = facts, .callee = -1, .given = true};
  out->calls = out->path_numbers = out->carriers = empty;
  out->outputs.pool = out->paths.pool = &out->pool;
}

void tb_address_flow_free(tb_address_flow *s) { tc_pool_free(&s->pool); }
