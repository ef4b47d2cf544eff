#include "linear/choice/preconditioner_choice.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { JACOBI, SSOR, MULTIGRID };

/* Work of one iteration that preconditions once, and work of the setup. The unit is one iteration with
 * jacobi. */
static const struct {
  const char *name;
  double iteration, setup;
} candidate[TC_PRECONDITIONER_CANDIDATES] =
    {[JACOBI] = {"jacobi", 1.0, 0.0}, [SSOR] = {"ssor", 1.8, 0.0}, [MULTIGRID] = {"multigrid", 5.0, 75.0}};

const tc_preconditioner *tc_preconditioner_candidate_at(int k) {
  return tc_preconditioner_find(candidate[k].name);
}

static int candidate_index(const tc_preconditioner *preconditioner) {
  int k = 0;
  while (k < MULTIGRID && strcmp(candidate[k].name, preconditioner->name) != 0) k++;
  return k;
}

double tc_preconditioner_choice_work(const tc_preconditioner *preconditioner, int64_t iterations,
                                     int64_t preconditionings, double solves) {
  const int k = candidate_index(preconditioner);
  return candidate[k].iteration * (double)iterations * (double)preconditionings + candidate[k].setup / solves;
}

/* ---- trials of the candidates ---- */

typedef struct search {
  const tc_preconditioner_question *question;
  tc_preconditioner_choice *out;
  int64_t preconditionings; /* preconditionings in one iteration; 1 until a trial has counted them */
  bool needs_none;          /* true if a trial has solved without iterations */
  double least;             /* least work so far; INFINITY if there is none */
  tc_status failure[TC_PRECONDITIONER_CANDIDATES]; /* errors of the trials; owned */
} search;

static double work_of(const search *x, int k, int64_t iterations) {
  return tc_preconditioner_choice_work(tc_preconditioner_candidate_at(k), iterations, x->preconditionings,
                                       x->question->solves);
}

/* Returns the largest number of iterations up to `most` whose work is at most the least work so far. */
static int64_t count_affordable(const search *x, int k, int64_t most) {
  int64_t low = 0, high = most;
  if (work_of(x, k, most) <= x->least) return most;
  while (high - low > 1) {
    const int64_t middle = low + (high - low) / 2;
    if (work_of(x, k, middle) <= x->least)
      low = middle;
    else
      high = middle;
  }
  return low;
}

/* Stores the message without its remedy, which follows the last colon. The remedy would only help a run that
 * uses this preconditioner. */
static void record_failure(search *x, int k, tc_status status) {
  tc_preconditioner_candidate *item = &x->out->item[k];
  const char *text = tc_status_text(status), *end = NULL;
  for (const char *colon = strstr(text, ": "); colon; colon = strstr(colon + 1, ": ")) end = colon;
  const size_t length = end ? (size_t)(end - text) : strlen(text);
  snprintf(item->reason, sizeof item->reason, "%.*s", (int)length, text);
  item->work = INFINITY;
  x->failure[k] = status;
}

/* Collective. Runs the trial of candidate k with a limit of one iteration more than is affordable. A trial
 * that reaches the limit therefore needs more than the least work so far. */
static tc_status try_candidate(search *x, int k, int64_t affordable) {
  const tc_preconditioner_question *q = x->question;
  tc_preconditioner_candidate *item = &x->out->item[k];
  tc_preconditioner_trial trial = {0};
  const int64_t most = affordable < q->most_iterations ? affordable + 1 : q->most_iterations;
  tc_status status = q->run(q->self, item->preconditioner, most, &trial);
  const tc_code code = tc_status_code(status);
  if (status && code != TC_NUMERICAL && code != TC_USAGE) return status;
  if (trial.preconditionings > 0) x->preconditionings = trial.preconditionings;
  item->iterations = trial.iterations;
  item->work = work_of(x, k, item->iterations);
  item->is_least = item->work > x->least;
  if (item->is_least) tc_status_free(&status);
  if (!status && item->iterations == 0) x->needs_none = true;
  if (status)
    record_failure(x, k, status);
  else if (!item->is_least)
    x->least = fmin(x->least, item->work);
  return TC_OK;
}

/* Collective. Tries candidate k, unless one iteration with it would already need more than the least work so
 * far. */
static tc_status consider(search *x, int k) {
  tc_preconditioner_candidate *item = &x->out->item[k];
  const int64_t affordable = count_affordable(x, k, x->question->most_iterations);
  *item = (tc_preconditioner_candidate){.preconditioner = tc_preconditioner_candidate_at(k)};
  if (affordable > 0) return try_candidate(x, k, affordable);
  item->is_least = true;
  item->work = work_of(x, k, 1);
  return TC_OK;
}

static tc_status consider_all(search *x) {
  static const int few_first[] = {MULTIGRID, JACOBI, SSOR}, cheap_first[] = {JACOBI, SSOR, MULTIGRID};
  const int *order = x->question->solves > 1.0 ? cheap_first : few_first;
  for (int i = 0; i < TC_PRECONDITIONER_CANDIDATES; i++) TC_TRY(consider(x, order[i]));
  return TC_OK;
}

/* ---- choice of a candidate ---- */

static void select_least(search *x) {
  tc_preconditioner_choice *out = x->out;
  double least = INFINITY;
  for (int k = 0; k < TC_PRECONDITIONER_CANDIDATES; k++) {
    const tc_preconditioner_candidate *item = &out->item[k];
    if (item->is_least || !(item->work < least)) continue;
    least = item->work;
    out->preconditioner = item->preconditioner;
  }
}

/* A first solve without iterations, for instance because the field is at rest, does not show how many the
 * later solves need. The function then chooses ssor: it has no setup either and needs fewer iterations than
 * jacobi. */
static void select_without_counts(search *x) {
  if (x->needs_none && !*x->out->item[SSOR].reason)
    x->out->preconditioner = tc_preconditioner_candidate_at(SSOR);
}

static tc_status no_choice_error(const search *x) {
  static const char name[] = "jacobi: ";
  const char *text = tc_status_text(x->failure[JACOBI]);
  const bool has_name = strncmp(text, name, strlen(name)) == 0;
  return tc_status_create(tc_status_code(x->failure[JACOBI]),
                          "solver.preconditioner.name: auto has no usable candidate, because jacobi, ssor "
                          "and "
                          "multigrid have failed; %s%s",
                          has_name ? "" : name, text);
}

tc_status tc_preconditioner_choice_compute(const tc_preconditioner_question *question,
                                           tc_preconditioner_choice *out) {
  search x = {.question = question, .out = out, .preconditionings = 1, .least = INFINITY};
  *out = (tc_preconditioner_choice){.solves = question->solves, .count = TC_PRECONDITIONER_CANDIDATES};
  tc_status status = consider_all(&x);
  if (!status) select_least(&x);
  if (!status) select_without_counts(&x);
  if (!status && !out->preconditioner) status = no_choice_error(&x);
  for (int k = 0; k < TC_PRECONDITIONER_CANDIDATES; k++) tc_status_free(&x.failure[k]);
  return status;
}

/* ---- log line and report ---- */

static void format_candidate(const tc_preconditioner_candidate *c, tc_line *line) {
  const char *least = c->is_least ? "at least " : "";
  tc_line_add(line, "%s ", c->preconditioner->name);
  if (*c->reason)
    tc_line_add(line, "(unusable: %s)", c->reason);
  else if (c->iterations > 0 || !c->is_least)
    tc_line_add(line, "(%s%lld iteration%s, work %.4g)", least, (long long)c->iterations,
                c->iterations == 1 ? "" : "s", c->work);
  else
    tc_line_add(line, "(not tried, work at least %.4g)", c->work);
}

/* True if the choice was made without counts of iterations. */
static bool is_without_counts(const tc_preconditioner_choice *choice) {
  for (int k = 0; k < choice->count; k++)
    if (choice->item[k].preconditioner == choice->preconditioner) return choice->item[k].is_least;
  return false;
}

void tc_preconditioner_choice_format(const tc_preconditioner_choice *choice, tc_line *line) {
  const char *separator = "; ";
  for (int k = 0; k < choice->count; k++) {
    if (choice->item[k].preconditioner != choice->preconditioner) continue;
    tc_line_add(line, "solver.preconditioner.name auto: ");
    format_candidate(&choice->item[k], line);
  }
  for (int k = 0; k < choice->count; k++) {
    if (choice->item[k].preconditioner == choice->preconditioner) continue;
    tc_line_add(line, "%s", separator);
    format_candidate(&choice->item[k], line);
    separator = ", ";
  }
  if (is_without_counts(choice))
    tc_line_add(line, "; the first solve needs no iterations, so trials show no difference and ssor is used");
  if (choice->count > 0)
    tc_line_add(line, "; unit of work: one cg iteration with jacobi; one multigrid setup for %.15g solve%s",
                choice->solves, choice->solves == 1.0 ? "" : "s");
}

void tc_preconditioner_choice_add(const tc_preconditioner_choice *choice, tc_section *section) {
  if (!choice || choice->count == 0) {
    tc_item_add(section, tc_item_null("preconditioner_choice"));
    return;
  }
  tc_section *all = TC_SECTION(section, "preconditioner_choice", TC_VALUE("solves", choice->solves));
  tc_section *list = tc_list_add(all, "candidates");
  for (int k = 0; k < choice->count; k++) {
    const tc_preconditioner_candidate *c = &choice->item[k];
    const bool is_chosen = c->preconditioner == choice->preconditioner;
    TC_SECTION(list, NULL, TC_VALUE("preconditioner", c->preconditioner->name), TC_VALUE("chosen", is_chosen),
               tc_item_count("iterations", c->iterations), TC_VALUE("at_least", c->is_least),
               TC_VALUE("work", c->work),
               tc_item_if(*c->reason, TC_VALUE("reason", (const char *)c->reason)));
  }
}
