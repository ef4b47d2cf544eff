/* Attributes the samples of one stack to variables, which are blamed for them (see attribute.h). climb_all
 * starts in the innermost frame whose function was analysed and proceeds outwards. In each frame the sample
 * belongs to a set of nodes, which are statements (definitions) and effects of calls, numbered as in
 * tb_function.blame. An access path is blamed if its blame set intersects this set. Paths that callers cannot
 * name are credited at once. All other paths are summary outputs, which the walk translates to effects in the
 * caller. Source: Zhang and Hollingsworth, section 3.2. */
#include "blame/profile/attribute.h"

#include <string.h>

#include "blame/profile/statement_match.h"

/* State of the walk up one stack. */
typedef struct climb {
  const tb_facts *facts;
  const tb_frame *frame;
  int frames;
  const char *const *points;
  tb_stack_blame *out;
  int at; /* index in `frame` of the frame that the walk has reached */
  /* nodes (statements and call effects) of this frame's function to which the sample belongs */
  tc_bit_set here;
  tc_bit_set spot; /* definitions (statements) at the source position of this frame */
  tc_bit_set up;   /* indices of the blamed summary outputs of this frame's function */
} climb;

static const tb_function *function_of(const climb *c) { return c->frame[c->at].facts; }

static tc_status match_frame(climb *c) {
  const tb_frame *frame = &c->frame[c->at];
  tc_bit_set_clear(&c->spot);
  return tb_statement_match_frame(c->facts, frame, frame->column, &c->spot, NULL);
}

/* ---- crediting variables ---- */

static bool has_credit(const tb_stack_blame *out, const tb_function *function, int path) {
  for (int i = 0; i < out->credit.count; i++)
    if (out->credit.item[i].function == function && out->credit.item[i].access_path == path) return true;
  return false;
}

/* True if the function of the current frame also occurs in an inner frame, whose paths may have been credited
 * already. */
static bool is_recursive(const climb *c) {
  for (int i = 0; i < c->at; i++)
    if (c->frame[i].facts == function_of(c)) return true;
  return false;
}

static tc_status add_credit(climb *c, int path, bool may_be_there) {
  const tb_blamed_variable new = {function_of(c), path, c->at};
  if (may_be_there && has_credit(c->out, new.function, path)) return TC_OK;
  return TC_ARRAY_ADD(&c->out->credit, &new);
}

bool tb_is_blame_point(const char *const *points, const char *function) {
  while (points && *points && strcmp(*points, function) != 0) points++;
  return points && *points;
}

static bool is_blamed(const climb *c, int path) {
  return tc_bit_set_intersects(&function_of(c)->blame[path], &c->here);
}

/* Credits the blamed paths of the current frame that callers cannot name. If `all` is true, because the walk
 * ends in this frame, credits all blamed paths. */
static tc_status credit_places(climb *c, bool all) {
  const tb_function *f = function_of(c);
  const bool again = is_recursive(c);
  for (int p = 0; p < f->access_paths; p++)
    if ((all || !tb_access_path_is_visible(&f->access_path[p])) && is_blamed(c, p))
      TC_TRY(add_credit(c, p, again));
  return TC_OK;
}

/* Sets `up` to the summary outputs (memory of the caller that the function changes) whose paths are
 * blamed. */
static tc_status find_exits(climb *c) {
  const tb_function *f = function_of(c);
  tc_bit_set_clear(&c->up);
  for (int e = 0; e < f->outputs; e++)
    if (is_blamed(c, f->output[e].access_path)) TC_TRY(tc_bit_set_add(&c->up, e));
  return TC_OK;
}

/* ---- nodes of a sample ---- */

/* Adds a definition (statement) to `here`. If it is a call, also adds all effects of the call. */
static tc_status add_whole(climb *c, int definition) {
  const tb_function *f = function_of(c);
  TC_TRY(tc_bit_set_add(&c->here, definition));
  for (int e = 0; e < f->effects; e++)
    if (f->effect[e].definition == definition) TC_TRY(tc_bit_set_add(&c->here, f->definitions + e));
  return TC_OK;
}

/* Adds to `here` the definitions at the position of the frame. If the frame called a library function, only
 * the calls at the position are added. If there are none, all definitions are added, because clang compiles
 * the copy of a struct to a call of memcpy. */
static tc_status enter_frame(climb *c) {
  TC_TRY(match_frame(c));
  tc_bit_set_clear(&c->here);
  if (c->at > 0 && !c->frame[c->at - 1].facts)
    tb_statement_match_select_calls(function_of(c), c->frame[c->at - 1].function, &c->spot);
  for (int d = tc_bit_set_next(&c->spot, 0); d >= 0; d = tc_bit_set_next(&c->spot, d + 1))
    TC_TRY(add_whole(c, d));
  return TC_OK;
}

/* ---- step to the caller ---- */

/* True if the effect belongs to a call of `callee` at the source position of the frame. */
static bool is_of(const climb *c, const tb_call_effect *effect, const tb_function *callee) {
  return effect->callee == callee - c->facts->function && tc_bit_set_contains(&c->spot, effect->definition);
}

static int count_effects(const climb *c, const tb_function *callee) {
  const tb_function *f = function_of(c);
  int count = 0;
  for (int e = 0; e < f->effects; e++) count += is_of(c, &f->effect[e], callee);
  return count;
}

/* Sets `here` to the effects of the call that belong to blamed outputs of the callee. Adds an output to
 * *taken if at least one path of this function depends on its effect. */
static tc_status apply_outputs(climb *c, const tb_function *callee, tc_bit_set *taken) {
  const tb_function *f = function_of(c);
  tc_bit_set_clear(&c->here);
  for (int e = 0; e < f->effects; e++) {
    const int node = f->definitions + e;
    if (!is_of(c, &f->effect[e], callee) || !tc_bit_set_contains(&c->up, f->effect[e].output)) continue;
    TC_TRY(tc_bit_set_add(&c->here, node));
    if (tc_bit_set_contains(&f->all_blame, node)) TC_TRY(tc_bit_set_add(taken, f->effect[e].output));
  }
  return TC_OK;
}

/* Credits the blamed outputs of the callee (frame `below`) that are not in `taken`, because the caller does
 * not use them. */
static tc_status credit_rest(climb *c, int below, const tc_bit_set *taken) {
  const int at = c->at;
  tc_status status = TC_OK;
  c->at = below;
  for (int e = tc_bit_set_next(&c->up, 0); e >= 0 && !status; e = tc_bit_set_next(&c->up, e + 1))
    if (!tc_bit_set_contains(taken, e)) status = add_credit(c, function_of(c)->output[e].access_path, true);
  c->at = at;
  return status;
}

/* Sets `spot` to the definitions at the position of the frame. If none of these definitions calls the callee,
 * adds the definitions of the whole line. */
static tc_status match_call(climb *c, const tb_function *callee) {
  TC_TRY(match_frame(c));
  return count_effects(c, callee) > 0
             ? TC_OK
             : tb_statement_match_frame(c->facts, &c->frame[c->at], 0, &c->spot, NULL);
}

/* Moves from the callee in the frame `below` to its caller in this frame. *go_on becomes true if a path of
 * this frame is blamed, so that the walk continues. */
static tc_status rise_to_caller(climb *c, int below, bool *go_on) {
  const tb_function *callee = c->frame[below].facts;
  tc_bit_set taken = {0};
  tc_status status = match_call(c, callee);
  c->out->unmatched = c->out->unmatched || (!status && callee->outputs > 0 && count_effects(c, callee) == 0);
  if (!status) status = apply_outputs(c, callee, &taken);
  if (!status) status = credit_rest(c, below, &taken);
  *go_on = tc_bit_set_next(&taken, 0) >= 0;
  tc_bit_set_free(&taken);
  return status;
}

static int next_known(const climb *c, int from) {
  while (from < c->frames && !c->frame[from].facts) from++;
  return from;
}

/* Moves to the next outer frame whose function was analysed. If library frames separate it from the inner
 * one, the library called the inner function back. The outer function is then blamed for its call of the
 * library. */
static tc_status step_up(climb *c, int below, bool *go_on) {
  static const tc_bit_set nothing = {0};
  if (c->at == below + 1) return rise_to_caller(c, below, go_on);
  TC_TRY(credit_rest(c, below, &nothing));
  return enter_frame(c);
}

static tc_status climb_all(climb *c) {
  c->at = next_known(c, 0);
  if (c->at == c->frames) return TC_OK;
  TC_TRY(enter_frame(c));
  for (bool go_on = true; go_on;) {
    const int below = c->at, above = next_known(c, below + 1);
    const bool ends = above == c->frames || tb_is_blame_point(c->points, function_of(c)->name);
    TC_TRY(credit_places(c, ends));
    if (ends) return TC_OK;
    TC_TRY(find_exits(c));
    c->at = above;
    TC_TRY(step_up(c, below, &go_on));
  }
  return TC_OK;
}

tc_status tb_stack_blame_compute(const tb_facts *facts, const tb_frame *frame, int frames,
                                 const char *const *points, tb_stack_blame *out) {
  climb c = {.facts = facts, .frame = frame, .frames = frames, .points = points, .out = out};
  out->credit.count = 0;
  out->unmatched = false;
  tc_status status = climb_all(&c);
  tc_bit_set_free(&c.here);
  tc_bit_set_free(&c.spot);
  tc_bit_set_free(&c.up);
  return status;
}

void tb_stack_blame_free(tb_stack_blame *blamed) { TC_ARRAY_FREE(&blamed->credit); }
