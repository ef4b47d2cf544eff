/* Attributes the samples of one stack to variables, which are blamed for them (see attribute.h). walk_stack
 * starts in the innermost frame whose function was analysed and proceeds outwards. In each frame the sample
 * belongs to a set of nodes, which are statements (definitions) and effects of calls, numbered as in
 * tb_function.blame. An access path is blamed if its blame set intersects this set. Blamed paths that callers
 * cannot name are added to the result ("credited") at once. All others are summary outputs, which the walk
 * translates to effects in the caller. Source: Zhang and Hollingsworth, section 3.2. */
#include "blame/profile/attribute.h"

#include <string.h>

#include "blame/profile/statement_match.h"

/* State of the walk up one stack. */
typedef struct stack_walk {
  const tb_facts *facts;
  const tb_frame *frame;
  int frames;
  const char *const *blame_points;
  tb_stack_blame *out;
  int current; /* index in `frame` of the frame that the walk has reached */
  /* nodes (statements and call effects) of this frame's function to which the sample belongs */
  tc_bit_set nodes;
  tc_bit_set statements;     /* definitions (statements) at the source position of this frame */
  tc_bit_set blamed_outputs; /* indices of the blamed summary outputs of this frame's function */
} stack_walk;

static const tb_function *get_function(const stack_walk *walk) { return walk->frame[walk->current].facts; }

static tc_status match_frame(stack_walk *walk) {
  const tb_frame *frame = &walk->frame[walk->current];
  tc_bit_set_clear(&walk->statements);
  return tb_statement_match_frame(walk->facts, frame, frame->column, &walk->statements, NULL);
}

/* ---- crediting variables ---- */

static bool is_credited(const tb_stack_blame *out, const tb_function *function, int path) {
  for (int i = 0; i < out->variables.count; i++)
    if (out->variables.item[i].function == function && out->variables.item[i].access_path == path)
      return true;
  return false;
}

/* Returns true if the function also occurs in an inner frame, because its paths may then have been credited
 * already. */
static bool is_recursive(const stack_walk *walk) {
  for (int i = 0; i < walk->current; i++)
    if (walk->frame[i].facts == get_function(walk)) return true;
  return false;
}

static tc_status add_credit(stack_walk *walk, int path, bool may_be_credited) {
  const tb_blamed_variable new = {get_function(walk), path, walk->current};
  if (may_be_credited && is_credited(walk->out, new.function, path)) return TC_OK;
  return TC_ARRAY_ADD(&walk->out->variables, &new);
}

bool tb_is_blame_point(const char *const *blame_points, const char *function) {
  while (blame_points && *blame_points && strcmp(*blame_points, function) != 0) blame_points++;
  return blame_points && *blame_points;
}

static bool is_blamed(const stack_walk *walk, int path) {
  return tc_bit_set_intersects(&get_function(walk)->blame[path], &walk->nodes);
}

/* Credits the blamed paths of the current frame that callers cannot name. If `credits_all` is true, because
 * the walk ends in this frame, credits all blamed paths. */
static tc_status credit_paths(stack_walk *walk, bool credits_all) {
  const tb_function *f = get_function(walk);
  const bool is_repeated = is_recursive(walk);
  for (int p = 0; p < f->access_paths; p++)
    if ((credits_all || !tb_access_path_is_visible(&f->access_path[p])) && is_blamed(walk, p))
      TC_TRY(add_credit(walk, p, is_repeated));
  return TC_OK;
}

/* Sets `blamed_outputs` to the summary outputs (memory of the caller that the function changes) whose paths
 * are blamed. */
static tc_status find_blamed_outputs(stack_walk *walk) {
  const tb_function *f = get_function(walk);
  tc_bit_set_clear(&walk->blamed_outputs);
  for (int e = 0; e < f->outputs; e++)
    if (is_blamed(walk, f->output[e].access_path)) TC_TRY(tc_bit_set_add(&walk->blamed_outputs, e));
  return TC_OK;
}

/* ---- nodes of a sample ---- */

/* Adds a definition, and for a call all its effects, to `nodes`. */
static tc_status add_statement_nodes(stack_walk *walk, int definition) {
  const tb_function *f = get_function(walk);
  TC_TRY(tc_bit_set_add(&walk->nodes, definition));
  for (int e = 0; e < f->effects; e++)
    if (f->effect[e].definition == definition) TC_TRY(tc_bit_set_add(&walk->nodes, f->definitions + e));
  return TC_OK;
}

/* Sets `nodes` to the definitions at the source position of the frame, with the effects of calls. If the
 * frame called a library function, selects only the calls at this position. If there is no call there,
 * selects all definitions, because clang compiles the copy of a struct to a call of memcpy. */
static tc_status enter_frame(stack_walk *walk) {
  TC_TRY(match_frame(walk));
  tc_bit_set_clear(&walk->nodes);
  if (walk->current > 0 && !walk->frame[walk->current - 1].facts)
    tb_statement_match_select_calls(get_function(walk), walk->frame[walk->current - 1].function,
                                    &walk->statements);
  for (int d = tc_bit_set_next(&walk->statements, 0); d >= 0; d = tc_bit_set_next(&walk->statements, d + 1))
    TC_TRY(add_statement_nodes(walk, d));
  return TC_OK;
}

/* ---- step to the caller ---- */

/* True if the effect belongs to a call of `callee` at the source position of the frame. */
static bool is_effect_of_call(const stack_walk *walk, const tb_call_effect *effect,
                              const tb_function *callee) {
  return effect->callee == callee - walk->facts->function &&
         tc_bit_set_contains(&walk->statements, effect->definition);
}

static int count_effects(const stack_walk *walk, const tb_function *callee) {
  const tb_function *f = get_function(walk);
  int count = 0;
  for (int e = 0; e < f->effects; e++) count += is_effect_of_call(walk, &f->effect[e], callee);
  return count;
}

/* Sets `nodes` to the effects of the call that belong to blamed outputs of the callee. Adds an output to
 * *used_outputs if at least one path of this function depends on its effect. */
static tc_status apply_outputs(stack_walk *walk, const tb_function *callee, tc_bit_set *used_outputs) {
  const tb_function *f = get_function(walk);
  tc_bit_set_clear(&walk->nodes);
  for (int e = 0; e < f->effects; e++) {
    const int node = f->definitions + e;
    if (!is_effect_of_call(walk, &f->effect[e], callee) ||
        !tc_bit_set_contains(&walk->blamed_outputs, f->effect[e].output))
      continue;
    TC_TRY(tc_bit_set_add(&walk->nodes, node));
    if (tc_bit_set_contains(&f->all_blame, node)) TC_TRY(tc_bit_set_add(used_outputs, f->effect[e].output));
  }
  return TC_OK;
}

/* Credits those blamed outputs of the callee in the frame `inner` that are not in `used_outputs`. The caller
 * does not use them, so the walk ends there for them. */
static tc_status credit_unused_outputs(stack_walk *walk, int inner, const tc_bit_set *used_outputs) {
  const int saved = walk->current;
  tc_status status = TC_OK;
  walk->current = inner;
  for (int e = tc_bit_set_next(&walk->blamed_outputs, 0); e >= 0 && !status;
       e = tc_bit_set_next(&walk->blamed_outputs, e + 1))
    if (!tc_bit_set_contains(used_outputs, e))
      status = add_credit(walk, get_function(walk)->output[e].access_path, true);
  walk->current = saved;
  return status;
}

/* Sets `statements` to the definitions at the position of the frame. If none of these definitions calls the
 * callee, adds the definitions of the whole line. */
static tc_status match_call_statements(stack_walk *walk, const tb_function *callee) {
  TC_TRY(match_frame(walk));
  return count_effects(walk, callee) > 0
             ? TC_OK
             : tb_statement_match_frame(walk->facts, &walk->frame[walk->current], 0, &walk->statements, NULL);
}

/* Moves the walk from the callee in the frame `inner` to its caller, the current frame. Sets *continues to
 * true if a path of this frame is blamed, so that the walk must continue. */
static tc_status move_to_caller(stack_walk *walk, int inner, bool *continues) {
  const tb_function *callee = walk->frame[inner].facts;
  tc_bit_set used_outputs = {0};
  tc_status status = match_call_statements(walk, callee);
  walk->out->has_unmatched_call =
      walk->out->has_unmatched_call || (!status && callee->outputs > 0 && count_effects(walk, callee) == 0);
  if (!status) status = apply_outputs(walk, callee, &used_outputs);
  if (!status) status = credit_unused_outputs(walk, inner, &used_outputs);
  *continues = tc_bit_set_next(&used_outputs, 0) >= 0;
  tc_bit_set_free(&used_outputs);
  return status;
}

static int find_analysed_frame(const stack_walk *walk, int from) {
  while (from < walk->frames && !walk->frame[from].facts) from++;
  return from;
}

/* Moves the walk to the next outer user function. If library frames are between the two functions, the inner
 * one is a callback of the library. The sample is then attributed to the call of the library in the outer
 * function. */
static tc_status move_outwards(stack_walk *walk, int inner, bool *continues) {
  static const tc_bit_set nothing = {0};
  if (walk->current == inner + 1) return move_to_caller(walk, inner, continues);
  TC_TRY(credit_unused_outputs(walk, inner, &nothing));
  return enter_frame(walk);
}

static tc_status walk_stack(stack_walk *walk) {
  walk->current = find_analysed_frame(walk, 0);
  if (walk->current == walk->frames) return TC_OK;
  TC_TRY(enter_frame(walk));
  for (bool continues = true; continues;) {
    const int inner = walk->current, outer = find_analysed_frame(walk, inner + 1);
    const bool is_last =
        outer == walk->frames || tb_is_blame_point(walk->blame_points, get_function(walk)->name);
    TC_TRY(credit_paths(walk, is_last));
    if (is_last) return TC_OK;
    TC_TRY(find_blamed_outputs(walk));
    walk->current = outer;
    TC_TRY(move_outwards(walk, inner, &continues));
  }
  return TC_OK;
}

tc_status tb_stack_blame_compute(const tb_facts *facts, const tb_frame *frame, int frames,
                                 const char *const *blame_points, tb_stack_blame *out) {
  stack_walk walk = {.facts = facts,
                     .frame = frame,
                     .frames = frames,
                     .blame_points = blame_points,
                     .out = out};
  out->variables.count = 0;
  out->has_unmatched_call = false;
  tc_status status = walk_stack(&walk);
  tc_bit_set_free(&walk.nodes);
  tc_bit_set_free(&walk.statements);
  tc_bit_set_free(&walk.blamed_outputs);
  return status;
}

void tb_stack_blame_free(tb_stack_blame *blame) { TC_ARRAY_FREE(&blame->variables); }
