#include "run/session/report_facts.h"

#include "base/program/numa_pages.h"

void tc_report_facts_fill(const tc_report_facts *facts, tc_report *out) {
  const tc_config *c = facts->config;
  const tc_results *results = facts->results;
  *out = (tc_report){.title = c->title,
                     .mesh_file = c->mesh.file,
                     .scheme = c->diffusion.scheme->name,
                     .overrides = c->overrides,
                     .width = c->diffusion.scheme->width,
                     .kernel = c->kernel,
                     .placement = c->placement,
                     .memory_nodes = tc_numa_node_count(),
                     .per_rank = facts->options->per_rank,
                     .model = tc_report_main_model(c->model, results->count, results->result),
                     .machine_name = facts->origin->text,
                     .machine = *facts->params,
                     .results = results->count,
                     .result = results->result,
                     .failures = results->failures,
                     .failure = results->failure};
  tc_run_environment_fill_report(facts->environment, c, &facts->origin->machine, &out->run);
  out->tells_pages = out->memory_nodes > 1 || tc_config_is_set(c, "placement");
  out->run.config_file = c->path;
  out->run.config_text = c->text;
  out->run.given_machine = facts->options->machine;
  out->run.given_model = facts->options->model;
  out->run.files = facts->files;
  out->run.log = facts->log->record;
}
