/* Call effects: the access paths (names of memory) of the caller that each call writes, and the inputs from
 * which the written values are computed. closure.c computes them for each function, after its pointer aliases
 * and before its summary. The call of an analysed function has one effect per output in the summary of this
 * function, translated to access paths of the caller. The effects of a library function are listed in
 * externals.def. A function that is neither analysed nor listed is assumed to write through all its pointer
 * arguments. The written values are then assumed to depend on all arguments. */
#include "blame/closure/closure_internal.h"

#include "blame/facts/externals.h"

/* ---- callees that were analysed ---- */

/* Translation of the summary of a callee to the caller, for one call. Each access path is translated at its
 * first use. */
typedef struct translation {
  tb_function_closure *c;
  int definition, callee;
  const tb_function *function; /* The called function. */
  const tb_path_table *table;  /* Access paths of the callee. */
  /* [access paths of the callee] for each path, the access paths of the caller that denote the same memory */
  tb_alias_set *translated;
  /* Inputs of the effect found so far: argument indices, and access paths of the caller. */
  tc_bit_set input_arguments, input_paths;
} translation;

static tc_status translate_path(translation *r, int path, tb_index_list *out) {
  tb_alias_set *t = &r->translated[path];
  if (!t->is_known) {
    /* A copy, because the translation adds paths to the table of the caller. In a recursive call, the caller
     * and the callee have the same table, which may be reallocated. */
    const tb_access_path callee_path = r->table->path.item[path];
    TC_TRY(tb_function_closure_translate(r->c, r->definition, r->function, &callee_path, &t->paths));
    t->is_known = true;
  }
  *out = t->paths;
  return TC_OK;
}

static tc_status add_argument(translation *r, int parameter) {
  const tb_definition *d = &r->c->function->definition[r->definition];
  int from, to;
  tb_function_closure_get_arguments(d, r->function, parameter, &from, &to);
  for (int a = from; a < to; a++) TC_TRY(tc_bit_set_add(&r->input_arguments, a));
  return TC_OK;
}

/* Adds to `out` the given access paths and their aliases (tb_function_closure_get_aliases). */
static tc_status add_aliases(tb_function_closure *c, tb_index_list paths, bool written, tc_bit_set *out) {
  for (int i = 0; i < paths.count; i++) {
    tb_index_list aliases;
    TC_TRY(tb_function_closure_get_aliases(c, paths.item[i], written, &aliases));
    for (int n = 0; n < aliases.count; n++) TC_TRY(tc_bit_set_add(out, aliases.item[n]));
  }
  return TC_OK;
}

static tc_status add_input(translation *r, int path) {
  const tb_access_path callee_path = r->table->path.item[path];
  tb_index_list paths;
  if (callee_path.root == TB_ROOT_PARAMETER && callee_path.pointer_steps == 0)
    return add_argument(r, callee_path.number);
  TC_TRY(translate_path(r, path, &paths));
  return add_aliases(r->c, paths, false, &r->input_paths);
}

static tc_status add_inputs(translation *r, const tb_summary_output *output, tb_pending_effect *pending) {
  for (int i = 0; i < output->inputs.count; i++) TC_TRY(add_input(r, output->inputs.item[i]));
  for (int i = 0; i < output->entry_parameters.count; i++)
    TC_TRY(add_argument(r, output->entry_parameters.item[i]));
  TC_TRY(tb_function_closure_move_set(r->c, &r->input_paths, &pending->reads));
  return tb_function_closure_move_set(r->c, &r->input_arguments, &pending->arguments);
}

/* Sets the inputs of the effect that belongs to output number `output` of the callee. In a summary,
 * outputs with equal inputs share one list (function_summary.c). Their effects then share the translated
 * lists too. */
static tc_status add_or_share_inputs(translation *r, int output, int first_pending,
                                     tb_pending_effect *pending) {
  const tb_summary_output *outputs = r->function->output;
  const tb_pending_effect *all_pending = r->c->pending_effects.item;
  for (int e = 0; e < output; e++) {
    if (outputs[e].inputs.item != outputs[output].inputs.item ||
        outputs[e].entry_parameters.item != outputs[output].entry_parameters.item)
      continue;
    pending->reads = all_pending[first_pending + e].reads;
    pending->arguments = all_pending[first_pending + e].arguments;
    return TC_OK;
  }
  return add_inputs(r, &outputs[output], pending);
}

static tc_status add_output_effect(translation *r, int output, int first_pending) {
  const tb_access_path callee_path = r->table->path.item[r->function->output[output].access_path];
  tb_pending_effect pending = {.effect = {r->definition, r->callee, output, {0, NULL}}};
  tb_index_list paths;
  pending.is_result = callee_path.root == TB_ROOT_RETURN && callee_path.pointer_steps == 0;
  TC_TRY(translate_path(r, r->function->output[output].access_path, &paths));
  TC_TRY(add_aliases(r->c, paths, true, &r->input_paths));
  TC_TRY(tb_function_closure_move_set(r->c, &r->input_paths, &pending.effect.writes));
  TC_TRY(add_or_share_inputs(r, output, first_pending, &pending));
  return TC_ARRAY_ADD(&r->c->pending_effects, &pending);
}

static tc_status add_callee_effects(tb_function_closure *c, int definition, int callee) {
  const tb_function_state *state = &c->closure->state[callee];
  translation r = {.c = c,
                   .definition = definition,
                   .callee = callee,
                   .function = &c->closure->facts->function[callee],
                   .table = &state->table,
                   .input_arguments = {.pool = c->scratch},
                   .input_paths = {.pool = c->scratch}};
  const int outputs = r.function->outputs, first = c->pending_effects.count;
  TC_TRY(tc_pool_alloc(c->scratch, (size_t)r.table->path.count * sizeof *r.translated, &r.translated));
  for (int e = 0; e < outputs; e++) TC_TRY(add_output_effect(&r, e, first));
  return TC_OK;
}

/* ---- effects of external functions ---- */

static void find_argument_range(const tb_definition *d, const tb_external_operand *operand, int *from,
                                int *to) {
  *from = operand->argument < 0 ? d->arguments : operand->argument;
  *to = operand->and_following ? d->arguments : *from + 1;
  if (*to > d->arguments) *to = d->arguments;
}

typedef struct external_call {
  tb_function_closure *c;
  const tb_definition *call;
  tb_pending_effect effect;
  tc_bit_set reads, writes, arguments;
} external_call;

/* Adds the memory that the effect writes. The pointers through which it is written become inputs, because
 * they determine which memory is written. */
static tc_status add_written_paths(external_call *f, const tb_external_operand *operand) {
  int from, to;
  if (operand->argument == TB_EXTERNAL_RETURN && !operand->is_dereferenced) f->effect.is_result = true;
  find_argument_range(f->call, operand, &from, &to);
  for (int a = from; a < to && operand->is_dereferenced; a++) {
    TC_TRY(add_aliases(f->c, f->call->argument[a].targets, true, &f->writes));
    TC_TRY(tc_bit_set_add(&f->arguments, a));
  }
  return TC_OK;
}

static tc_status add_read_paths(external_call *f, const tb_external_operand *operand) {
  int from, to;
  find_argument_range(f->call, operand, &from, &to);
  for (int a = from; a < to; a++) {
    TC_TRY(tc_bit_set_add(&f->arguments, a));
    if (operand->is_dereferenced) TC_TRY(add_aliases(f->c, f->call->argument[a].targets, false, &f->reads));
  }
  return TC_OK;
}

static tc_status add_external_effect(external_call *f, const tb_external_effect *effect) {
  TC_TRY(add_written_paths(f, &effect->written));
  for (int i = 0; i < effect->inputs; i++) TC_TRY(add_read_paths(f, &effect->input[i]));
  TC_TRY(tb_function_closure_move_set(f->c, &f->writes, &f->effect.effect.writes));
  TC_TRY(tb_function_closure_move_set(f->c, &f->reads, &f->effect.reads));
  TC_TRY(tb_function_closure_move_set(f->c, &f->arguments, &f->effect.arguments));
  return TC_ARRAY_ADD(&f->c->pending_effects, &f->effect);
}

/* Describes effect number `effect` of an unknown function. Effect 0 sets the returned value. Effect n > 0 is
 * a write through argument n - 1. Each effect depends on all arguments and on the memory to which these
 * point. */
static tb_external_effect describe_unknown(int effect) {
  return (tb_external_effect){.written = {effect - 1, effect > 0, false},
                              .inputs = 1,
                              .input = {{0, true, true}}};
}

static tc_status add_external_effects(tb_function_closure *c, int definition) {
  const tb_definition *d = &c->function->definition[definition];
  tb_external external = {.effects = 0};
  const bool is_known = d->callee && tb_external_find(d->callee, &external);
  const int effects = is_known ? external.effects : 1 + d->arguments;
  const tc_bit_set empty = {.pool = c->scratch};
  external_call f = {.c = c, .call = d, .reads = empty, .writes = empty, .arguments = empty};
  for (int e = 0; e < effects; e++) {
    if (!is_known && e > 0 && !d->argument[e - 1].is_pointer) continue;
    const tb_external_effect effect = is_known ? external.effect[e] : describe_unknown(e);
    f.effect = (tb_pending_effect){.effect = {definition, -1, e, {0, NULL}}};
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
