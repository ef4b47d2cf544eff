#include "run/plan/auxiliary_run.h"

static const char *const left_out[] =
    {"snapshots={file: null, every: 0, times: null, interval: null, tensor: false, fibres: false}",
     "report={json: null, csv: null, html: null}",
     "history={file: null, every: 0}",
     "solver={history: null}",
     "probes=[]",
     "machine=none"};
enum { left_outs = sizeof left_out / sizeof *left_out };

tc_status tc_run_options_without_outputs(const tc_run_options *choice, int count, const char *const *more,
                                         tc_pool *pool, tc_run_options *out) {
  const char **override = NULL;
  const int own = choice->overrides, all = own + left_outs + count;
  *out = *choice;
  out->json = out->csv = out->html = out->machine = NULL;
  TC_TRY(tc_pool_alloc(pool, (size_t)all * sizeof *override, &override));
  for (int i = 0; i < own; i++) override[i] = choice->override[i];
  for (int i = 0; i < left_outs; i++) override[own + i] = left_out[i];
  for (int i = 0; i < count; i++) override[own + left_outs + i] = more[i];
  out->overrides = all;
  out->override = override;
  return TC_OK;
}
