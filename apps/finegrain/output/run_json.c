/* JSON and CSV reports of `finegrain run`. Unknown values are null. */

#include "base/document/render.h"
#include "machine/parameters/params.h"
#include "output/report.h"
#include "output/run_table.h"

static void add_counted(tc_section *section, const char *key, const tc_access_counts *c) {
  TC_SECTION(section, key, TC_VALUE("local", c->own), TC_VALUE("near", c->node_local),
             TC_VALUE("far", c->remote), TC_VALUE("near_operations", c->node_operations),
             TC_VALUE("far_operations", c->remote_operations), TC_VALUE("lines", c->lines));
}

static void add_rates(tc_section *section, const tc_params *m) {
  section = tc_section_add(section, "rates");
  for (int p = 0; p < TC_PARAM_COUNT; p++)
    if (tc_param_is_pattern(p)) tc_item_add(section, tc_item_positive(tc_param_name(p), *tc_param_get(m, p)));
  TC_ADD(section, TC_VALUE("node_barrier_s", m->node_barrier_s),
         TC_VALUE("remote_barrier_s", m->remote_barrier_s));
}

static tc_section *add_run(tc_section *list, const fg_timed_runs *run, const fg_timed_run *t,
                           const char *program) {
  return TC_SECTION(list, NULL, TC_VALUE("program", program), TC_VALUE("layer", t->program_case.layer->name),
                    TC_VALUE("ranks", t->program_case.loops.ranks), TC_VALUE("nodes", run->world->nodes),
                    TC_VALUE("size", fg_timed_run_size(t)), tc_item_count("percent", t->percent));
}

static void add_times(tc_section *section, const fg_timed_run *t) {
  const tc_loop_forecast *f = &t->program_case.forecast;
  TC_ADD(section, TC_VALUE("measured_s", t->shared_s), TC_VALUE("private_s", t->private_s),
         TC_VALUE("predicted_s", f->total_s), TC_VALUE("error", fg_trial_error(t, f)),
         TC_VALUE("printed_s", t->printed.total_s), TC_VALUE("printed_error", fg_trial_error(t, &t->printed)),
         TC_VALUE("speedup_measured", t->serial_s / t->shared_s), TC_VALUE("speedup", f->speedup));
}

static void add_trial(tc_section *list, const fg_timed_runs *run, const fg_timed_run *t) {
  tc_section *section = add_run(list, run, t, t->program_case.loops.name);
  tc_item_add(section, TC_VALUE("repeats", t->repeats));
  add_times(section, t);
  TC_ADD(section, TC_VALUE("cpu_share", t->cpu_share), TC_VALUE("drift", t->rate_change));
  tc_section *counted = tc_section_add(section, "counted");
  add_counted(counted, "reads", &t->access_counts[TC_READS]);
  add_counted(counted, "writes", &t->access_counts[TC_WRITES]);
  fg_partitions_add(section, &t->program_case);
  const bool is_serving = t->remote_service.operation_s > 0.0;
  TC_ADD(section, tc_item_positive("update_s", t->update_s),
         tc_item_positive("remote_service_operation_s", t->remote_service.operation_s),
         tc_item_if(is_serving, TC_VALUE("remote_service_s", t->remote_service.service_s)));
  add_rates(section, &t->rates);
}

tc_status fg_run_json(const fg_timed_runs *run) {
  tc_document document;
  const char *layout = fg_options_layout(run->options);
  tc_section *root = fg_document_begin(&document, run->options, run->trial->program_case.loops.name);
  TC_ADD(root, TC_VALUE("layout", *layout ? layout : NULL),
         tc_item_bool("shared_elements", run->options->collide),
         tc_item_bool("oversubscribed", run->is_oversubscribed),
         tc_item_bool("is_comparable", fg_run_is_comparable(run)));
  tc_section *results = tc_list_add(root, "results");
  for (int i = 0; i < run->trials; i++) add_trial(results, run, &run->trial[i]);
  return tc_document_write(&document, tc_document_json, run->options->json);
}

/* ---- CSV ---- */

const char *const fg_run_csv_begin = "program,layer,ranks,nodes,size,percent,layout,";

static void add_row(tc_section *list, const fg_timed_runs *run, const fg_timed_run *t) {
  const tc_access_counts *r = &t->access_counts[TC_READS], *w = &t->access_counts[TC_WRITES];
  const bool is_judged = fg_run_is_comparable(run) && fg_timed_run_is_counted(t);
  tc_section *row = add_run(list, run, t, run->options->program);
  TC_ADD(row, TC_VALUE("layout", fg_options_layout(run->options)), TC_VALUE("own", r->own + w->own),
         TC_VALUE("near", r->node_local + w->node_local), TC_VALUE("far", r->remote + w->remote));
  add_times(row, t);
  TC_ADD(row, TC_VALUE("drift", t->rate_change), tc_item_integer("judged", is_judged));
}

tc_status fg_run_csv(const fg_timed_runs *run) {
  tc_document document;
  tc_section *table = tc_list_add(tc_document_begin(&document, NULL), "results");
  for (int i = 0; i < run->trials; i++) add_row(table, run, &run->trial[i]);
  return tc_document_write(&document, tc_document_csv, run->options->csv);
}
