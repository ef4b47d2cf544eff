#include "linear/solver/method.h"

#include <string.h>

#define TC_REGISTRY_TYPE tc_method
#define TC_REGISTRY_DEF  "linear/methods/methods.def"
#include "base/text/registry.inc"

tc_method_storage tc_method_find_storage(const tc_method *m, const tc_method_options *choice) {
  tc_method_storage out = m->storage;
  if (m->choose_storage) m->choose_storage(choice, &out);
  return out;
}

void tc_method_count_work(const tc_method *m, const tc_method_options *choice, bool preconditioned,
                          bool diagonal, int64_t iteration, tc_work *out) {
  const tc_method_work *of = iteration == 0 ? &m->start_work : &m->iteration_work;
  if (m->work) {
    m->work(choice, preconditioned, diagonal, iteration, out);
    return;
  }
  *out = of->always;
  tc_work_add(out, preconditioned, &of->preconditioned);
  tc_work_add(out, diagonal, &of->diagonal);
}

/* Appends the texts of `choice` that are not NULL to the line, in the form "use a, b or c". */
static void add_choices(int count, const char *const *choice, tc_line *line) {
  int last = count - 1;
  while (last >= 0 && !choice[last]) last--;
  for (int k = 0, before = 0; k <= last; k++) {
    if (!choice[k]) continue;
    tc_line_add(line, "%s%s", before++ == 0 ? "use " : k == last ? " or " : ", ", choice[k]);
  }
}

/* Returns the text that recommends preconditioners other than the one in use. */
static const char *other_preconditioners(const char *used) {
  if (!strcmp(used, "ssor")) return "another preconditioner (ilu0)";
  return strcmp(used, "ilu0") ? "another preconditioner (ssor, ilu0)" : "another preconditioner (ssor)";
}

void tc_method_advise(const tc_method *m, const char *used, tc_reason reason, bool steps, tc_line *line) {
  const unsigned helps = tc_reason_helps(reason);
  const bool takes_one = !(m->needs & TC_NEEDS_NO_PRECONDITIONER),
             preconditioner = helps & TC_HELPS_PRECONDITIONER,
             other = helps & TC_HELPS_METHOD || (preconditioner && !takes_one);
  const char *const choice[] = {helps & TC_HELPS_RESTART && m->needs & TC_READS_RESTART
                                    ? "a larger solver.restart"
                                    : NULL,
                                other && strcmp(m->name, "bicgstab") != 0 ? "bicgstab" : NULL,
                                other && strcmp(m->name, "gmres") != 0 ? "gmres" : NULL,
                                preconditioner && takes_one ? other_preconditioners(used) : NULL,
                                helps & TC_HELPS_STEPS && steps ? "smaller steps" : NULL};
  tc_line choices = {0};
  add_choices(sizeof choice / sizeof *choice, choice, &choices);
  const char *always = tc_reason_advice(reason);
  tc_line_add(line, "%s%s%s", always, *always && choices.length ? ", or " : "", choices.text);
}
