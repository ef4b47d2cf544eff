/* Selects and groups the stacks of a profile (see selection.h). Stacks are cut at the outermost call of
 * options->from. The samples of each stack are summed by rank or thread. */
#include "blame/profile/selection.h"

#include <math.h>
#include <string.h>

#include "base/core/memory.h"
#include "base/text/suggestion.h"

static const tc_named_item grouping_names[] =
    {[TB_BY_ALL] = {"all", "all processes together"},
     [TB_BY_RANK] = {"rank", "one column per rank, or per process if there are no ranks"},
     [TB_BY_THREAD] = {"thread", "one column per thread of each rank or process"}};
TC_REGISTRY_NAMED_ITEMS(tb_view_by_registry, grouping_names);

static tc_status format_group_name(tb_selection *s, const tb_profile_thread *t, const char **out) {
  const ts_file_header *h = s->profile->samples->process[t->process].header;
  const tb_view_by by = s->options->by;
  if (by == TB_BY_ALL) return tc_pool_printf(&s->pool, out, "all");
  if (h->rank >= 0)
    TC_TRY(tc_pool_printf(&s->pool, out, "rank %d", (int)h->rank));
  else
    TC_TRY(tc_pool_printf(&s->pool, out, "process %d", (int)h->pid));
  return by == TB_BY_RANK ? TC_OK : tc_pool_printf(&s->pool, out, "%s thread %d", *out, t->thread);
}

/* Creates the groups. Threads with the same name form one group. */
static tc_status create_groups(tb_selection *s) {
  const tb_profile *p = s->profile;
  for (int t = 0; t < p->threads; t++) {
    const char *name = NULL;
    int g = 0;
    TC_TRY(format_group_name(s, &p->thread[t], &name));
    while (g < s->groups && strcmp(s->group[g], name) != 0) g++;
    if (g == s->groups) s->group[s->groups++] = name;
    s->group_of_thread[t] = g;
  }
  return TC_OK;
}

/* Returns the number of frames up to the outermost call of a function; 0 if the stack does not contain it. */
static int count_frames_from(const tb_stack *stack, const char *from) {
  int frames = stack->frames;
  while (from && frames > 0 && strcmp(stack->frame[frames - 1].function, from) != 0) frames--;
  return frames;
}

static tc_status select_stack(tb_selection *s, const tb_stack *stack, int frames) {
  tb_selected_stack *selected = &s->stack[s->stacks];
  *selected = (tb_selected_stack){.stack = stack,
                                  .frames = frames,
                                  .is_waiting = stack->waiting_call && !s->options->blame_waiting,
                                  .samples = stack->samples};
  TC_TRY(
      tc_pool_alloc(&s->pool, (size_t)s->groups * sizeof *selected->group_samples, &selected->group_samples));
  for (int c = 0; c < stack->cells; c++) {
    const int group = s->group_of_thread[stack->cell[c].thread];
    selected->group_samples[group] += stack->cell[c].samples;
    s->used_group_samples[group] += stack->cell[c].samples;
  }
  s->stacks++;
  s->used_samples += stack->samples;
  if (stack->waiting_call) s->waiting_samples += stack->samples;
  return TC_OK;
}

static tc_status unknown_function_error(const tb_profile *p, const char *option, const char *function) {
  tc_suggestion search = tc_suggestion_init(function);
  for (int i = 0; i < p->stacks; i++)
    for (int f = 0; f < p->stack[i].frames; f++) tc_suggestion_add(&search, p->stack[i].frame[f].function);
  const bool has_suggestion = search.best_match[0] != '\0';
  /* Example: --from mian: no sample has this function in its stack (did you mean main?): use .. */
  return tc_status_create(TC_INPUT,
                          "%s %s: no sample has this function in its stack%s%s%s: use a function that --view "
                          "code lists",
                          option, function, has_suggestion ? " (did you mean " : "", search.best_match,
                          has_suggestion ? "?)" : "");
}

static bool is_in_samples(const tb_profile *p, const char *function) {
  for (int i = 0; i < p->stacks; i++)
    if (count_frames_from(&p->stack[i], function) > 0) return true;
  return false;
}

static tc_status check_points(const tb_profile *p, const char *const *blame_points) {
  for (const char *const *point = blame_points; point && *point; point++)
    if (!is_in_samples(p, *point)) return unknown_function_error(p, "--points", *point);
  return TC_OK;
}

static tc_status fill_selection(tb_selection *s) {
  const tb_profile *p = s->profile;
  const size_t threads = (size_t)p->threads;
  TC_TRY(tc_pool_alloc(&s->pool, threads * sizeof *s->group_of_thread, &s->group_of_thread));
  TC_TRY(tc_pool_alloc(&s->pool, threads * sizeof *s->group, &s->group));
  TC_TRY(tc_pool_alloc(&s->pool, threads * sizeof *s->used_group_samples, &s->used_group_samples));
  TC_TRY(tc_pool_alloc(&s->pool, (size_t)p->stacks * sizeof *s->stack, &s->stack));
  TC_TRY(create_groups(s));
  for (int i = 0; i < p->stacks; i++) {
    const int frames = count_frames_from(&p->stack[i], s->options->from);
    if (frames > 0 || !s->options->from) TC_TRY(select_stack(s, &p->stack[i], frames));
  }
  return s->options->from && s->used_samples == 0 ? unknown_function_error(p, "--from", s->options->from)
                                                  : check_points(p, s->options->blame_points);
}

tc_status tb_selection_create(const tb_profile *profile, const tb_view_options *options, tb_selection **out) {
  TC_TRY(tc_alloc_zero(1, sizeof **out, "a selection", out));
  (*out)->profile = profile;
  (*out)->options = options;
  tc_status status = fill_selection(*out);
  if (status) tb_selection_destroy(out);
  return status;
}

void tb_selection_destroy(tb_selection **selection) {
  if (!*selection) return;
  tc_pool_free(&(*selection)->pool);
  tc_free(*selection);
  *selection = NULL;
}

double tb_selection_share(int64_t samples, int64_t of) { return of > 0 ? (double)samples / (double)of : 0.0; }

double tb_selection_half_width(int64_t samples, int64_t of) {
  const double p = tb_selection_share(samples, of);
  return of > 0 ? 1.96 * sqrt(p * (1.0 - p) / (double)of) : 0.0;
}
