/* Items of the report as a whole: problem, mesh, ranks, machine, results and failures. */
#include "report/render/report_items.h"

#include "machine/parameters/machine_items.h"

void tc_items_add_topology(tc_section *section, const tc_topology *t) {
  tc_section_add(section, "topology",
                 TC_ITEMS(tc_item_integer("components", t->components),
                          tc_item_integer("smallest_component", t->smallest),
                          tc_item_integer("largest_component", t->largest),
                          tc_item_bool("touching", tc_topology_touches(t)),
                          tc_item_integer("coincident_nodes", t->coincident),
                          tc_item_if(t->coincident, tc_item_number("coincident_distance", t->distance)),
                          tc_item_number("coincident_tolerance", t->tolerance),
                          tc_item_integer("coincident_nodes_within", t->coincident_within),
                          tc_item_integer("shared_nodes", t->shared),
                          tc_item_integer("interior_boundary_faces", t->interfaces),
                          tc_item_integer("overlapping_boundary_faces", t->overlapping),
                          tc_item_integer("marked_interior_faces", t->marked),
                          tc_item_integer("unused_nodes", t->unused)));
}

static void add_mesh(tc_section *section, const tc_report *report) {
  tc_section *mesh = tc_section_add(section, "mesh",
                                    TC_ITEMS(tc_item_text("file", report->mesh_file),
                                             tc_item_integer("cells", report->cells),
                                             tc_item_integer("nodes", report->nodes_of_mesh),
                                             tc_item_hash("hash", report->run.mesh_hash)));
  if (report->topology) tc_items_add_topology(mesh, report->topology);
}

static void add_machine(tc_section *section, const tc_report *report) {
  tc_section *machine = tc_section_add(section, "machine", TC_NO_ITEMS);
  tc_items_add_params(machine, &report->machine);
  tc_items_add(machine, TC_ITEMS(tc_item_text("name", report->run.machine),
                                 tc_item_text("origin", report->machine_name),
                                 tc_item_bool("is_other_machine", report->run.is_other_machine),
                                 /* former name of the key, still written until version 1.0 */
                                 tc_item_bool("foreign", report->run.is_other_machine)));
}

static void add_steady(tc_section *section, const tc_steady_stop *steady) {
  if (steady)
    tc_section_add(section, "steady",
                   TC_ITEMS(tc_item_bool("reached", steady->reached),
                            tc_item_if(steady->change >= 0.0, tc_item_number("change", steady->change)),
                            tc_item_number("tolerance", steady->tolerance)));
  else
    tc_item_add(section, tc_item_null("steady"));
}

/* Appends the sizes of the steps. There are several if the run was extended. */
static void add_spans(tc_section *section, const tc_report_run *run) {
  if (!run->spans) return;
  tc_item_add(section, tc_item_bool("in_one_go", run->is_one_go));
  tc_section *sizes = tc_list_add(section, "step_sizes", TC_NO_ITEMS);
  for (int k = 0; k < run->spans->count; k++) {
    const tc_step_span *span = &run->spans->item[k];
    tc_section_add(sizes, NULL,
                   TC_ITEMS(tc_item_integer("after_step", span->origin.step),
                            tc_item_number("after_time", span->origin.time), tc_item_number("dt", span->dt)));
  }
}

/* Appends the problem, with null for numbers that differ between results. */
static void add_problem(tc_section *section, const tc_report *report) {
  const bool has_steps = report->dt > 0.0;
  tc_items_add(section,
               TC_ITEMS(tc_item_text("title", report->title), tc_item_text("overrides", report->overrides)));
  add_mesh(section, report);
  tc_items_add(section,
               TC_ITEMS(tc_item_text("scheme", report->scheme), tc_item_text("method", report->method),
                        tc_item_integer("width", report->width), tc_item_integer("steps", report->steps),
                        tc_item_positive("dt", report->dt),
                        tc_item_if(has_steps, tc_item_number("time", report->time))));
  add_spans(section, &report->run);
  add_steady(section, report->steady);
  tc_items_add(section,
               TC_ITEMS(tc_item_count("ranks", report->ranks), tc_item_integer("threads", report->threads),
                        tc_item_count("nodes", report->nodes),
                        tc_item_bool("nodes_imagined", report->run.virtual_nodes),
                        tc_item_text("kernel", tc_row_forms.name(report->kernel))));
  tc_items_add_device_use(section, &report->device);
  tc_items_add(section, TC_ITEMS(tc_item_text("placement", tc_placements.name(report->placement)),
                                 tc_item_count("memory_nodes", report->memory_nodes),
                                 tc_item_text("model", tc_model_at(report->model)->name)));
}

static void add_initial(tc_section *section, const tc_field_stats *field) {
  if (field)
    tc_section_add(section, "initial",
                   TC_ITEMS(tc_item_number("min", field->min), tc_item_number("max", field->max),
                            tc_item_number("integral", field->integral), tc_item_hash("hash", field->hash)));
}

static void add_failure(tc_section *failures, const tc_report *report, const tc_failure *f) {
  tc_section_add(failures, NULL,
                 TC_ITEMS(tc_item_text("method", f->method),
                          tc_item_text("preconditioner", f->preconditioner),
                          tc_item_text("strategy", f->strategy), tc_item_integer("block_size", f->block_size),
                          tc_item_count("nodes", f->nodes > 0 ? f->nodes : report->nodes),
                          tc_item_count("ranks", f->ranks > 0 ? f->ranks : report->ranks),
                          tc_item_text("reason", f->reason),
                          /* former name of the key, still written until version 1.0 */
                          tc_item_text("why", f->reason)));
}

void tc_items_add_report(tc_section *section, const tc_report *report) {
  const uint64_t matrix = report->run.matrix_hash;
  add_problem(section, report);
  add_machine(section, report);
  add_initial(section, report->initial);
  tc_items_add(section, TC_ITEMS(tc_item_if(matrix, tc_item_hash("matrix_hash", matrix)),
                                 tc_item_integer("first_step", report->run.start_step)));
  tc_items_add_outcome(section, report->outcome);
  tc_items_add_run(section, report);
  tc_section *results = tc_list_add(section, "results", TC_NO_ITEMS);
  for (int i = 0; i < report->results; i++) tc_items_add_result(results, report, &report->result[i]);
  tc_section *failures = tc_list_add(section, "failures", TC_NO_ITEMS);
  for (int i = 0; i < report->failures; i++) add_failure(failures, report, &report->failure[i]);
}
