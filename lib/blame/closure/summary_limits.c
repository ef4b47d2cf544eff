/* Limits the number of access paths of one variable in a summary. Memory passed through pools, lists and
 * untyped pointers would otherwise have a different name in every caller. */
#include <string.h>

#include "blame/closure/closure_internal.h"

enum { most_told = 48 }; /* Maximum number of access paths of one variable in a summary. */

/* All access paths of one variable that a summary uses. */
typedef struct group {
  tb_function_closure *c;
  const int *member; /* Access paths of the variable. */
  int members;
  int *told; /* [access paths] replacement of each path in the summary */
} group;

/* Truncates all access paths of the group to `steps` steps and stores in `told` the number of each truncated
 * path. *count receives the number of distinct truncated paths. */
static tc_status count_summarised_paths(group *g, int steps, int *count) {
  tc_bit_set told = {0};
  tc_status status = TC_OK;
  for (int m = 0; m < g->members && !status; m++) {
    const tb_access_path of = g->c->table->place[g->member[m]];
    tb_access_path place;
    int number = 0;
    status = tb_access_path_truncate(&g->c->scratch, &of, steps, &place);
    if (!status) status = tb_path_table_intern(g->c->table, &place, &number);
    if (!status) status = tc_bit_set_add(&told, number);
    g->told[g->member[m]] = number;
  }
  *count = tc_bit_set_count(&told);
  tc_bit_set_free(&told);
  return status;
}

/* Returns the limit that an earlier round set for the variable of access path number `place`; NULL if there
 * is none. */
static tb_summary_limit *find_limit(const tb_function_closure *c, int place) {
  const tc_dynamic_array *limits = &c->closure->outcome[c->number].limits;
  tb_summary_limit *limit = (tb_summary_limit *)(void *)limits->bytes;
  for (int l = 0; l < limits->count; l++)
    if (tb_access_path_same_root(&c->table->place[limit[l].place], &c->table->place[place])) return &limit[l];
  return NULL;
}

/* Truncates the access paths of a variable until at most most_told of them differ. The number of steps never
 * grows from round to round, so the rounds of a recursive group terminate. */
static tc_status limit_group(group *g) {
  tb_summary_limit *old =
      find_limit(g->c, g->member[0]); // NOLINT(clang-analyzer-core.NullDereference): a group has a member
  tb_summary_limit new = {g->member[0], old ? old->steps : TB_ACCESS_PATH_STEPS};
  int count;
  TC_TRY(count_summarised_paths(g, new.steps, &count));
  while (count > most_told && new.steps > 0) TC_TRY(count_summarised_paths(g, --new.steps, &count));
  if (old)
    old->steps = new.steps;
  else if (new.steps < TB_ACCESS_PATH_STEPS)
    return tc_dynamic_array_add(&g->c->closure->outcome[g->c->number].limits, sizeof new, &new);
  return TC_OK;
}

/* Moves the first access path of `places`, and all others of the same variable, to `members`. */
static tc_status extract_group(tb_function_closure *c, tc_bit_set *places, tc_dynamic_array *members) {
  const int first = tc_bit_set_next(places, 0);
  members->count = 0;
  for (int p = first; p >= 0; p = tc_bit_set_next(places, p + 1)) {
    if (!tb_access_path_same_root(&c->table->place[first], &c->table->place[p])) continue;
    TC_TRY(tc_dynamic_array_add(members, sizeof p, &p));
    tc_bit_set_remove(places, p);
  }
  return TC_OK;
}

tc_status tb_function_closure_limit_summary(tb_function_closure *c, const tc_bit_set *places, int count,
                                            int *told) {
  tc_bit_set left = {0};
  tc_dynamic_array members = {NULL, 0, 0};
  for (int p = 0; p < count; p++) told[p] = p;
  tc_status status = tc_bit_set_add_set(&left, places, NULL);
  while (!status && tc_bit_set_next(&left, 0) >= 0) {
    status = extract_group(c, &left, &members);
    group g = {c, (const int *)(const void *)members.bytes, members.count, told};
    if (!status) status = limit_group(&g);
  }
  tc_bit_set_free(&left);
  tc_dynamic_array_free(&members);
  return status;
}
