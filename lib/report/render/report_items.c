/* JSON items of the report as a whole: problem, mesh, ranks, machine, results and failures. */
#include "report/render/report_items.h"

#include "machine/parameters/machine_items.h"

void tc_items_add_topology(tc_section *section, const tc_topology *t) {
  TC_SECTION(section, "topology", TC_VALUE("components", t->components),
             TC_VALUE("smallest_component", t->smallest), TC_VALUE("largest_component", t->largest),
             TC_VALUE("touching", tc_topology_touches(t)), TC_VALUE("coincident_nodes", t->coincident),
             tc_item_if(t->coincident, TC_VALUE("coincident_distance", t->distance)),
             TC_VALUE("coincident_tolerance", t->tolerance),
             TC_VALUE("coincident_nodes_within", t->coincident_within), TC_VALUE("shared_nodes", t->shared),
             TC_VALUE("interior_boundary_faces", t->interfaces),
             TC_VALUE("overlapping_boundary_faces", t->overlapping),
             TC_VALUE("marked_interior_faces", t->marked), TC_VALUE("unused_nodes", t->unused));
}

/* Appends the mesh. For a system without a mesh, appends the matrix instead. */
static void add_mesh(tc_section *section, const tc_report *report) {
  if (report->system) {
    tc_system_facts_add(report->system, section);
    return;
  }
  tc_section *mesh =
      TC_SECTION(section, "mesh", TC_VALUE("file", report->mesh_file), TC_VALUE("cells", report->cells),
                 TC_VALUE("nodes", report->nodes_of_mesh), TC_VALUE("scale", report->mesh_scale),
                 TC_VALUE("hash", report->run.mesh_hash));
  const tc_report_run *run = &report->run;
  if (run->mesh_source)
    TC_ADD(mesh, TC_VALUE("source", run->mesh_source), TC_VALUE("source_hash", run->mesh_source_hash),
           TC_VALUE("source_scale", run->mesh_source_scale));
  if (report->topology) tc_items_add_topology(mesh, report->topology);
}

static void add_machine(tc_section *section, const tc_report *report) {
  tc_section *machine = tc_section_add(section, "machine");
  tc_items_add_params(machine, &report->machine);
  TC_ADD(machine, TC_VALUE("name", report->run.machine), TC_VALUE("origin", report->machine_name),
         TC_VALUE("is_other_machine", report->run.is_other_machine),
         /* former name of the key, still written until version 1.0 */
         TC_VALUE("foreign", report->run.is_other_machine));
}

static void add_steady(tc_section *section, const tc_steady_stop *steady) {
  if (steady)
    TC_SECTION(section, "steady", TC_VALUE("reached", steady->reached),
               tc_item_if(steady->change >= 0.0, TC_VALUE("change", steady->change)),
               TC_VALUE("tolerance", steady->tolerance));
  else
    tc_item_add(section, tc_item_null("steady"));
}

/* Appends the step sizes of the run. A run that was extended may have several step sizes. */
static void add_spans(tc_section *section, const tc_report_run *run) {
  if (!run->spans) return;
  tc_item_add(section, TC_VALUE("in_one_go", run->is_one_go));
  if (run->shortened_steps > 0) tc_item_add(section, TC_VALUE("shortened_steps", run->shortened_steps));
  tc_section *sizes = tc_list_add(section, "step_sizes");
  for (int k = 0; k < run->spans->count; k++) {
    const tc_step_span *span = &run->spans->item[k];
    TC_SECTION(sizes, NULL, TC_VALUE("after_step", span->origin.step),
               TC_VALUE("after_time", span->origin.time), TC_VALUE("dt", span->dt));
  }
}

/* Appends the problem: mesh, scheme, steps, ranks and model. Numbers that differ between results are null. */
static void add_problem(tc_section *section, const tc_report *report) {
  const bool has_steps = report->dt > 0.0 || report->run.controlled;
  TC_ADD(section, TC_VALUE("title", report->title), TC_VALUE("overrides", report->overrides));
  add_mesh(section, report);
  TC_ADD(section, TC_VALUE("scheme", report->scheme), TC_VALUE("method", report->method),
         TC_VALUE("width", report->width), TC_VALUE("steps", report->steps),
         tc_item_positive("dt", report->dt), tc_item_if(has_steps, TC_VALUE("time", report->time)));
  add_spans(section, &report->run);
  add_steady(section, report->steady);
  TC_ADD(section, tc_item_count("ranks", report->ranks), TC_VALUE("threads", report->threads),
         tc_item_count("nodes", report->nodes), TC_VALUE("nodes_imagined", report->run.virtual_nodes),
         TC_VALUE("kernel", tc_row_forms.name(report->kernel)));
  tc_items_add_device_use(section, &report->device);
  TC_ADD(section, TC_VALUE("placement", tc_placements.name(report->placement)),
         tc_item_count("memory_nodes", report->memory_nodes),
         TC_VALUE("model", tc_model_at(report->model)->name));
}

static void add_initial(tc_section *section, const tc_field_stats *field) {
  if (field)
    TC_SECTION(section, "initial", TC_VALUE("min", field->min), TC_VALUE("max", field->max),
               TC_VALUE("integral", field->integral), TC_VALUE("hash", field->hash));
}

static void add_failure(tc_section *failures, const tc_report *report, const tc_failure *f) {
  TC_SECTION(failures, NULL, TC_VALUE("method", f->method), TC_VALUE("preconditioner", f->preconditioner),
             TC_VALUE("strategy", f->strategy), TC_VALUE("block_size", f->block_size),
             tc_item_count("nodes", f->nodes > 0 ? f->nodes : report->nodes),
             tc_item_count("ranks", f->ranks > 0 ? f->ranks : report->ranks), TC_VALUE("reason", f->reason),
             /* former name of the key, still written until version 1.0 */
             TC_VALUE("why", f->reason));
}

void tc_items_add_report(tc_section *section, const tc_report *report) {
  const uint64_t matrix = report->run.matrix_hash;
  add_problem(section, report);
  add_machine(section, report);
  add_initial(section, report->initial);
  TC_ADD(section, tc_item_if(matrix, TC_VALUE("matrix_hash", matrix)),
         TC_VALUE("first_step", report->run.start_step));
  tc_items_add_outcome(section, report->outcome);
  tc_items_add_run(section, report);
  tc_items_add_job(section, report->job);
  tc_time_methods_add_items(report->time_methods, section);
  tc_time_methods_add_choice(report->run.choice, section);
  tc_preconditioner_choice_add(report->run.preconditioners, section);
  tc_section *results = tc_list_add(section, "results");
  for (int i = 0; i < report->results; i++) tc_items_add_result(results, report, &report->result[i]);
  tc_section *failures = tc_list_add(section, "failures");
  for (int i = 0; i < report->failures; i++) add_failure(failures, report, &report->failure[i]);
  if (report->routines > 0) tc_routine_report_add_cases(report->routine, report->routines, section);
}
