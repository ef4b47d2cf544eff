#include "run/session/report_facts.h"

#include "base/program/numa_pages.h"

void tc_report_facts_fill(const tc_plan *plan, const tc_machine_source *origin, const tc_params *params,
                          const tc_results *results, tc_report *out) {
  const tc_config *c = plan->config;
  *out = (tc_report){.title = c->title,
                     .mesh_file = c->mesh.file,
                     .scheme = c->diffusion.scheme->name,
                     .overrides = c->overrides,
                     .width = c->diffusion.scheme->width,
                     .kernel = c->kernel,
                     .placement = c->placement,
                     .memory_nodes = tc_numa_node_count(),
                     .per_rank = plan->options->per_rank,
                     .model = tc_report_main_model(c->model, results->count, results->result),
                     .machine_name = origin->text,
                     .machine = *params,
                     .results = results->count,
                     .result = results->result,
                     .failures = results->failures,
                     .failure = results->failure};
  tc_run_environment_fill_report(plan->environment, c, &origin->machine, &out->run);
  out->shows_pages = out->memory_nodes > 1 || tc_config_is_set(c, "placement");
  out->run.config_file = c->path;
  out->run.config_text = c->text;
  out->run.given_machine = plan->options->machine;
  out->run.given_model = plan->options->model;
  out->run.files = &plan->files;
  out->run.log = plan->log->record;
}
