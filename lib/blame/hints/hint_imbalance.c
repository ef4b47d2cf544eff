/* Hint `imbalance`: one rank (or thread) waits while another computes. A group below is a rank or a
 * thread. */
#include "blame/hints/hint.h"

static const double gap_min_percent = 10.0;

static double compute_waiting_percent(const tb_selection *s, int group) {
  int64_t samples = 0;
  for (int i = 0; i < s->stacks; i++)
    if (s->stack[i].stack->waiting_call) samples += s->stack[i].group_samples[group];
  return 100.0 * tb_selection_share(samples, s->used_group_samples[group]);
}

static int64_t compute_sample_difference(const tb_row *row, int busy, int idle) {
  return row->group_samples[busy] - row->group_samples[idle];
}

static bool is_candidate(const tb_row *row, int busy, int idle) {
  return row->kind == TB_ROW_VARIABLE && row->folded_into < 0 &&
         compute_sample_difference(row, busy, idle) > 0;
}

static int64_t find_largest_difference(const tb_rows *variables, int busy, int idle) {
  int64_t largest = 0;
  for (int i = 0; i < variables->count; i++) {
    const tb_row *row = &variables->row[i];
    if (is_candidate(row, busy, idle) && compute_sample_difference(row, busy, idle) > largest)
      largest = compute_sample_difference(row, busy, idle);
  }
  return largest;
}

/* True if `row` describes the work better than `other_row`. A floating-point variable is better than any
 * other variable, because the others are often counters. Of two floating-point variables, or of two others,
 * the one with the larger difference of samples between the groups is better. */
static bool is_better_row(const tb_row *row, const tb_row *other_row, int busy, int idle) {
  const int is_floating = tb_row_weight(row) & 1, is_other_floating = tb_row_weight(other_row) & 1;
  return is_floating != is_other_floating
             ? is_floating > is_other_floating
             : compute_sample_difference(row, busy, idle) > compute_sample_difference(other_row, busy, idle);
}

/* Returns the variable that shows best what group `busy` computes while group `idle` waits. Only variables
 * with at least half of the largest difference of samples between the groups are considered, and
 * floating-point variables are preferred. Returns NULL if there is none. */
static const tb_row *find_imbalanced_row(const tb_rows *variables, int busy, int idle) {
  const int64_t largest = find_largest_difference(variables, busy, idle);
  const tb_row *best = NULL;
  for (int i = 0; i < variables->count; i++) {
    const tb_row *row = &variables->row[variables->order[i]];
    if (!is_candidate(row, busy, idle) || 2 * compute_sample_difference(row, busy, idle) < largest) continue;
    if (!best || is_better_row(row, best, busy, idle)) best = row;
  }
  return best;
}

/* Returns the name of the call in which the group waits: the waiting call of the stack with most samples of
 * the group. Returns NULL if no stack waits. */
static const char *find_wait_name(const tb_selection *s, int group) {
  const tb_selected_stack *largest = NULL;
  for (int i = 0; i < s->stacks; i++)
    if (s->stack[i].stack->waiting_call &&
        (!largest || s->stack[i].group_samples[group] > largest->group_samples[group]))
      largest = &s->stack[i];
  return largest ? largest->stack->waiting_call : NULL;
}

/* Example: rank 1 waits (in MPI_Waitall) for 40 % .., rank 0 for 5 %; rank 0 computes 3.0 times .. for y[] */
static void describe_groups(const tb_rows *variables, int busy, int idle, tc_line *out) {
  const tb_selection *s = variables->selection;
  const tb_row *row = find_imbalanced_row(variables, busy, idle);
  const char *call = find_wait_name(s, idle);
  tc_line_add(out, "%s waits", s->group[idle]);
  if (call) tc_line_add(out, " (in %s)", call);
  tc_line_add(out, " for %.0f %% of its samples, %s for %.0f %%", compute_waiting_percent(s, idle),
              s->group[busy], compute_waiting_percent(s, busy));
  if (row && row->group_samples[idle] > 0)
    tc_line_add(out, "; %s computes %.1f times as much for %s", s->group[busy],
                (double)row->group_samples[busy] / (double)row->group_samples[idle], row->name);
  else if (row)
    tc_line_add(out, "; only %s computes %s", s->group[busy], row->name);
}

static tc_status describe_imbalance(const tb_hint_input *in, const tb_row *row, double percent,
                                    tc_line *out) {
  (void)row, (void)percent;
  int busy = 0, idle = 0;
  for (int g = 1; g < in->selection->groups; g++) {
    if (compute_waiting_percent(in->selection, g) < compute_waiting_percent(in->selection, busy)) busy = g;
    if (compute_waiting_percent(in->selection, g) > compute_waiting_percent(in->selection, idle)) idle = g;
  }
  const double gap_percent =
      compute_waiting_percent(in->selection, idle) - compute_waiting_percent(in->selection, busy);
  if (gap_percent >= gap_min_percent) describe_groups(in->variables, busy, idle, out);
  return TC_OK;
}

const tb_hint tb_hint_imbalance = {.name = "imbalance",
                                   .summary = "one rank waits while another computes",
                                   .describe = describe_imbalance};
