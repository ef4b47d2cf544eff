#include "run/session/report_facts.h"

#include <omp.h>

#include "base/program/numa_pages.h"

void tc_report_facts_add_source(const tc_mesh_input *input, tc_report *out) {
  if (!input->origin) return;
  out->run.mesh_source = input->origin->source;
  out->run.mesh_source_hash = input->origin->source_hash;
  out->run.mesh_source_scale = input->origin->scale;
}

void tc_report_facts_set_system(const tc_system_facts *system, double width, tc_report *out) {
  out->system = system;
  out->cells = (tc_gid)system->rows;
  out->width = width;
  out->steps = 1;
  out->scheme = out->method = NULL;
  out->mesh_file = system->file;
  out->run.config_file = out->run.config_text = NULL;
}

void tc_report_facts_fill(const tc_plan *plan, const tc_machine_source *origin, const tc_params *params,
                          const tc_results *results, tc_report *out) {
  const tc_config *c = plan->config;
  *out = (tc_report){.title = c->title,
                     .mesh_file = c->mesh.file,
                     .mesh_scale = plan->options->bricks ? 1.0 : c->mesh.scale,
                     .scheme = c->diffusion.scheme->name,
                     .overrides = c->overrides,
                     .safety = c->time.safety,
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
  tc_report_facts_add_source(&plan->input, out);
  out->run.files = &plan->files;
  out->run.log = plan->log->record;
}

/* Sets what the setup has found: the mesh, the steps, and the ranks with their machine. */
static void add_setup(const tc_prepared *p, const tc_run_machine *machine, tc_report *out) {
  const tc_plan *plan = p->plan;
  out->cells = p->problem->space->cells;
  out->nodes_of_mesh = p->problem->space->nodes;
  out->topology = &p->problem->space->topology;
  out->method = plan->config->time.method->name;
  out->dt = plan->config->time.method->steps && !tc_setup_choices_controls_error(&p->choices)
                ? p->choices.step.dt
                : 0.0;
  out->ranks = plan->world->ranks;
  out->threads = omp_get_max_threads();
  out->nodes = plan->world->nodes;
  out->in_cache = tc_run_machine_in_cache(machine->bytes);
  out->cpu_share = machine->origin.machine.cpu_share;
  out->device = plan->device;
  out->is_oversubscribed = tc_core_load_is_shared(&plan->load);
  out->initial = &p->start;
}

void tc_run_report(const tc_run *run, const tc_results *results, tc_report *out) {
  const tc_prepared *p = run->prepared;
  const tc_plan *plan = p->plan;
  const tc_run_machine *machine = run->forecasts->machine;
  tc_report_facts_fill(plan, &machine->origin, &machine->params, results, out);
  add_setup(p, machine, out);
  out->steps = run->steps_done;
  out->time = tc_run_end_time(run);
  out->outcome = run->outcome;
  out->steady = run->steady.tolerance > 0.0 ? &run->steady : NULL;
  out->run.spans = plan->config->time.method->steps ? &p->choices.spans : NULL;
  out->run.shortened_steps = p->choices.output.shortened;
  out->run.is_one_go = p->choices.is_one_go;
  if (tc_setup_choices_controls_error(&p->choices)) {
    out->run.control = &p->choices.control;
    out->run.controlled = &run->controlled;
  }
  out->run.virtual_nodes = plan->world->virtual_nodes;
  out->run.mesh_hash = plan->mesh_hash;
  out->run.matrix_hash = p->matrix_hash;
  out->run.start_step = plan->resumption ? plan->resumption->source.step : 0;
  out->run.stable_step = &p->choices.stable_step;
  out->run.choice = p->choices.choice.count > 0 ? &p->choices.choice : NULL;
  out->run.preconditioners = &p->choices.preconditioners;
  out->run.local = p->choices.local;
  out->run.powers = plan->config->time.method->stabilised && !p->forcing ? p->choices.powers : 0;
  out->run.powers_ratio = p->choices.powers_ratio;
}
