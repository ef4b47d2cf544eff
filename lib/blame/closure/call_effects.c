/* Call effects: the access paths of the caller that each call writes, and the inputs of the written values.
 * closure.c computes them for each function, after its pointer aliases and before its summary. The call of an
 * analysed function has one effect per output in the summary of this function, translated to access paths of
 * the caller. The effects of a library function are listed in externals.def. A function that is neither
 * analysed nor listed is assumed to write through all its pointer arguments. The written values are then
 * assumed to depend on all arguments. */
#include "blame/closure/closure_internal.h"

#include "blame/facts/externals.h"

/* ---- callees that were analysed ---- */

/* State of the translation of one callee's summary for one call. An access path of the callee is translated
 * when it is used for the first time. */
typedef struct reach {
  tb_function_closure *c;
  int definition, callee;
  const tb_function *function; /* The called function. */
  const tb_path_table *table;  /* Access paths of the callee. */
  /* [access paths of the callee] for each path, the access paths of the caller that denote the same memory */
  tb_alias_set *translated;
  tc_bit_set arguments, places; /* Inputs found so far: argument indices and access paths. */
} reach;

static tc_status translate_place(reach *r, int place, tb_index_list *out) {
  tb_alias_set *t = &r->translated[place];
  if (!t->known) {
    /* A copy, because the translation adds paths to the table of the caller. In a recursive call this is the
     * table of the callee too, and it may be reallocated. */
    const tb_access_path of = r->table->place.item[place];
    TC_TRY(tb_function_closure_translate(r->c, r->definition, r->function, &of, &t->all));
    t->known = true;
  }
  *out = t->all;
  return TC_OK;
}

static tc_status add_argument(reach *r, int parameter) {
  const tb_definition *d = &r->c->function->definition[r->definition];
  int from, to;
  tb_function_closure_arguments(d, r->function, parameter, &from, &to);
  for (int a = from; a < to; a++) TC_TRY(tc_bit_set_add(&r->arguments, a));
  return TC_OK;
}

/* Adds to `out` the given access paths and their aliases. `written` is passed to
 * tb_function_closure_aliases. */
static tc_status add_places(tb_function_closure *c, tb_index_list places, bool written, tc_bit_set *out) {
  for (int i = 0; i < places.count; i++) {
    tb_index_list names;
    TC_TRY(tb_function_closure_aliases(c, places.item[i], written, &names));
    for (int n = 0; n < names.count; n++) TC_TRY(tc_bit_set_add(out, names.item[n]));
  }
  return TC_OK;
}

static tc_status add_input(reach *r, int place) {
  const tb_access_path of = r->table->place.item[place];
  tb_index_list places;
  if (of.root == TB_ROOT_PARAMETER && of.followed == 0) return add_argument(r, of.number);
  TC_TRY(translate_place(r, place, &places));
  return add_places(r->c, places, false, &r->places);
}

static tc_status add_inputs(reach *r, const tb_summary_output *exit, tb_pending_effect *doing) {
  for (int i = 0; i < exit->inputs.count; i++) TC_TRY(add_input(r, exit->inputs.item[i]));
  for (int i = 0; i < exit->entry_parameters.count; i++)
    TC_TRY(add_argument(r, exit->entry_parameters.item[i]));
  TC_TRY(tb_function_closure_store_set(r->c, &r->places, &doing->reads));
  return tb_function_closure_store_set(r->c, &r->arguments, &doing->arguments);
}

/* Adds the inputs of the effect of output number `exit`. Outputs with equal inputs share one list in the
 * summary (function_summary.c), and their effects share the translated lists. */
static tc_status add_input_effects(reach *r, int exit, int first_doing, tb_pending_effect *doing) {
  const tb_summary_output *exits = r->function->exit;
  const tb_pending_effect *doings = r->c->pending_effects.item;
  for (int e = 0; e < exit; e++) {
    if (exits[e].inputs.item != exits[exit].inputs.item ||
        exits[e].entry_parameters.item != exits[exit].entry_parameters.item)
      continue;
    doing->reads = doings[first_doing + e].reads;
    doing->arguments = doings[first_doing + e].arguments;
    return TC_OK;
  }
  return add_inputs(r, &exits[exit], doing);
}

static tc_status add_output_effect(reach *r, int exit, int first_doing) {
  const tb_access_path of = r->table->place.item[r->function->exit[exit].place];
  tb_pending_effect doing = {.effect = {r->definition, r->callee, exit, {0, NULL}}};
  tb_index_list places;
  doing.gives = of.root == TB_ROOT_RETURN && of.followed == 0;
  TC_TRY(translate_place(r, r->function->exit[exit].place, &places));
  TC_TRY(add_places(r->c, places, true, &r->places));
  TC_TRY(tb_function_closure_store_set(r->c, &r->places, &doing.effect.writes));
  TC_TRY(add_input_effects(r, exit, first_doing, &doing));
  return TC_ARRAY_ADD(&r->c->pending_effects, &doing);
}

static tc_status add_callee_effects(tb_function_closure *c, int definition, int callee) {
  const tb_function_state *outcome = &c->closure->outcome[callee];
  reach r = {.c = c,
             .definition = definition,
             .callee = callee,
             .function = &c->closure->facts->function[callee],
             .table = &outcome->table,
             .arguments = {.pool = c->scratch},
             .places = {.pool = c->scratch}};
  const int exits = r.function->outputs, first = c->pending_effects.count;
  TC_TRY(tc_pool_alloc(c->scratch, (size_t)r.table->place.count * sizeof *r.translated, &r.translated));
  for (int e = 0; e < exits; e++) TC_TRY(add_output_effect(&r, e, first));
  return TC_OK;
}

/* ---- effects of external functions ---- */

/* Finds the range [from, to) of arguments that an operand in externals.def denotes. */
static void find_part(const tb_definition *d, const tb_external_operand *part, int *from, int *to) {
  *from = part->argument < 0 ? d->arguments : part->argument;
  *to = part->and_more ? d->arguments : *from + 1;
  if (*to > d->arguments) *to = d->arguments;
}

typedef struct foreign {
  tb_function_closure *c;
  const tb_definition *d;
  tb_pending_effect doing;
  tc_bit_set reads, writes, arguments;
} foreign;

/* Adds the memory that the effect writes. The pointers through which the call reaches this memory are
 * arguments, and they become inputs of the effect, because they determine which memory is written. */
static tc_status add_written(foreign *f, const tb_external_operand *part) {
  int from, to;
  if (part->argument == TB_EXTERNAL_RETURN && !part->pointed) f->doing.gives = true;
  find_part(f->d, part, &from, &to);
  for (int a = from; a < to && part->pointed; a++) {
    TC_TRY(add_places(f->c, f->d->argument[a].targets, true, &f->writes));
    TC_TRY(tc_bit_set_add(&f->arguments, a));
  }
  return TC_OK;
}

static tc_status add_read(foreign *f, const tb_external_operand *part) {
  int from, to;
  find_part(f->d, part, &from, &to);
  for (int a = from; a < to; a++) {
    TC_TRY(tc_bit_set_add(&f->arguments, a));
    if (part->pointed) TC_TRY(add_places(f->c, f->d->argument[a].targets, false, &f->reads));
  }
  return TC_OK;
}

static tc_status add_external_effect(foreign *f, const tb_external_effect *effect) {
  TC_TRY(add_written(f, &effect->written));
  for (int i = 0; i < effect->inputs; i++) TC_TRY(add_read(f, &effect->input[i]));
  TC_TRY(tb_function_closure_store_set(f->c, &f->writes, &f->doing.effect.writes));
  TC_TRY(tb_function_closure_store_set(f->c, &f->reads, &f->doing.reads));
  TC_TRY(tb_function_closure_store_set(f->c, &f->arguments, &f->doing.arguments));
  return TC_ARRAY_ADD(&f->c->pending_effects, &f->doing);
}

/* Returns effect number `effect` of a function whose behaviour is unknown. Effect 0 is the returned value,
 * and effect n > 0 is a write through argument n - 1. Each effect depends on all arguments and on the memory
 * to which these point. */
static tb_external_effect describe_unknown(int effect) {
  return (tb_external_effect){.written = {effect - 1, effect > 0, false},
                              .inputs = 1,
                              .input = {{0, true, true}}};
}

static tc_status add_external_effects(tb_function_closure *c, int definition) {
  const tb_definition *d = &c->function->definition[definition];
  tb_external external = {.effects = 0};
  const bool known = d->callee && tb_external_find(d->callee, &external);
  const int effects = known ? external.effects : 1 + d->arguments;
  const tc_bit_set empty = {.pool = c->scratch};
  foreign f = {.c = c, .d = d, .reads = empty, .writes = empty, .arguments = empty};
  for (int e = 0; e < effects; e++) {
    if (!known && e > 0 && !d->argument[e - 1].pointer) continue;
    const tb_external_effect effect = known ? external.effect[e] : describe_unknown(e);
    f.doing = (tb_pending_effect){.effect = {definition, -1, e, {0, NULL}}};
    TC_TRY(add_external_effect(&f, &effect));
  }
  return TC_OK;
}

/* ---- effects of all calls ---- */

tc_status tb_function_closure_find_effects(tb_function_closure *c) {
  c->pending_effects.count = 0;
  for (int d = 0; d < c->function->definitions; d++) {
    const tb_index_list callees = tb_call_graph_callees(&c->closure->calls, c->number, d);
    if (c->function->definition[d].kind != TB_DEFINE_CALL) continue;
    for (int i = 0; i < callees.count; i++) TC_TRY(add_callee_effects(c, d, callees.item[i]));
    if (callees.count == 0) TC_TRY(add_external_effects(c, d));
  }
  return TC_OK;
}
