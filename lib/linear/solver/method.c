#include "linear/solver/method.h"

#include <string.h>

#define TC_REGISTRY_TYPE tc_method
#define TC_REGISTRY_DEF  "linear/methods/methods.def"
#include "base/text/registry.inc"

tc_method_storage tc_method_count_storage(const tc_method *m, const tc_method_options *options) {
  tc_method_storage out = m->storage;
  if (m->compute_storage) m->compute_storage(options, &out);
  return out;
}

void tc_method_count_work(const tc_method *m, const tc_method_options *options, bool preconditioned,
                          bool diagonal, int64_t iteration, tc_work *out) {
  const tc_method_work *parts = iteration == 0 ? &m->start_work : &m->iteration_work;
  if (m->work) {
    m->work(options, preconditioned, diagonal, iteration, out);
    return;
  }
  *out = parts->always;
  tc_work_add(out, preconditioned, &parts->preconditioned);
  tc_work_add(out, diagonal, &parts->diagonal);
}

/* Appends the texts of `remedy` that are not NULL to the line, in the form "use a, b or c". */
static void append_remedies(int count, const char *const *remedy, tc_line *line) {
  int last = count - 1;
  while (last >= 0 && !remedy[last]) last--;
  for (int k = 0, added = 0; k <= last; k++) {
    if (!remedy[k]) continue;
    tc_line_add(line, "%s%s", added++ == 0 ? "use " : k == last ? " or " : ", ", remedy[k]);
  }
}

/* Returns the preconditioners that usually need fewer iterations than the one in use; NULL if there are none.
 * The advice for one of these never names the preconditioner in use, so that users who follow the advice are
 * not sent back. */
static const char *better_preconditioners(const tc_method *m, const tc_method_use *use, bool is_inexact) {
  const char *name = use->preconditioner;
  const bool is_last = !strcmp(name, "ilu0") || !strcmp(name, "ilut");
  if (!strcmp(name, "multigrid")) return is_inexact ? "another preconditioner (ssor, ilu0)" : NULL;
  if (use->multigrid && use->automatic)
    return is_last                 ? "another preconditioner (auto, multigrid)"
           : !strcmp(name, "ssor") ? "another preconditioner (auto, multigrid, ilu0)"
                                   : "another preconditioner (auto, multigrid, ssor, ilu0)";
  if (use->multigrid)
    return is_last                 ? "another preconditioner (multigrid)"
           : !strcmp(name, "ssor") ? "another preconditioner (multigrid, ilu0)"
                                   : "another preconditioner (multigrid, ssor, ilu0)";
  if (!strcmp(name, "ilu0") && !(m->needs & TC_NEEDS_SYMMETRIC))
    return "another preconditioner (ilut with solver.preconditioner.scope rank)";
  if (is_last) return NULL;
  return strcmp(name, "ssor") ? "another preconditioner (ssor, ilu0)" : "another preconditioner (ilu0)";
}

/* Example: increase solver.most_iterations, or use a larger solver.restart, bicgstab or smaller steps */
void tc_method_advise(const tc_method *m, const tc_method_use *use, tc_reason reason, tc_line *line) {
  const unsigned remedy_flags = tc_reason_remedies(reason);
  const tc_preconditioner *in_use = tc_preconditioner_find(use->preconditioner);
  const bool is_inexact = reason == TC_REASON_stagnated && in_use && tc_preconditioner_is_inexact(in_use);
  const bool accepts_preconditioner = !(m->needs & TC_NEEDS_NO_PRECONDITIONER),
             preconditioner = remedy_flags & TC_REMEDY_PRECONDITIONER,
             another_method = remedy_flags & TC_REMEDY_METHOD || (preconditioner && !accepts_preconditioner);
  const char *const better =
      preconditioner && accepts_preconditioner ? better_preconditioners(m, use, is_inexact) : NULL;
  const char *const remedy[] = {remedy_flags & TC_REMEDY_RESTART && m->needs & TC_READS_RESTART
                                    ? "a larger solver.restart"
                                    : NULL,
                                another_method && strcmp(m->name, "bicgstab") != 0 ? "bicgstab" : NULL,
                                another_method && strcmp(m->name, "gmres") != 0 ? "gmres" : NULL,
                                better,
                                is_inexact || (reason == TC_REASON_stagnated && !better && !another_method)
                                    ? "a larger solver.tolerance"
                                    : NULL,
                                remedy_flags & TC_REMEDY_STEPS && use->steps ? "smaller steps" : NULL};
  tc_line remedies = {0};
  append_remedies(sizeof remedy / sizeof *remedy, remedy, &remedies);
  const char *always = tc_reason_advice(reason);
  tc_line_add(line, "%s%s%s", always, *always && remedies.length ? ", or " : "", remedies.text);
}
