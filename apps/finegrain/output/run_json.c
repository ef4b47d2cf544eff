/* JSON and CSV reports of `finegrain run`. Unknown values are null. */
#include <math.h>

#include "base/document/render.h"
#include "machine/parameters/params.h"
#include "output/report.h"
#include "output/run_table.h"

static void add_counted(tc_section *section, const char *key, const tc_access_counts *c) {
  tc_section_add(section, key,
                 TC_ITEMS(tc_item_integer("local", c->own), tc_item_integer("near", c->node_local),
                          tc_item_integer("far", c->remote),
                          tc_item_integer("near_operations", c->near_operations),
                          tc_item_integer("far_operations", c->far_operations),
                          tc_item_integer("lines", c->lines)));
}

static void add_rates(tc_section *section, const tc_params *m) {
  section = tc_section_add(section, "rates", TC_NO_ITEMS);
  for (int p = 0; p < TC_PARAM_COUNT; p++)
    if (tc_param_is_pattern(p)) tc_item_add(section, tc_item_positive(tc_param_name(p), *tc_param_get(m, p)));
  tc_items_add(section, TC_ITEMS(tc_item_number("node_barrier_s", m->node_barrier_s),
                                 tc_item_number("remote_barrier_s", m->remote_barrier_s)));
}

static tc_section *add_run(tc_section *list, const fg_run *run, const fg_timed_run *t, const char *program) {
  return tc_section_add(list, NULL,
                        TC_ITEMS(tc_item_text("program", program), tc_item_text("layer", t->of.layer->name),
                                 tc_item_integer("ranks", t->of.loops.ranks),
                                 tc_item_integer("nodes", run->nodes),
                                 tc_item_integer("size", fg_timed_run_size(t)),
                                 tc_item_count("percent", t->percent)));
}

static void add_times(tc_section *section, const fg_timed_run *t) {
  const tc_loop_forecast *f = &t->of.forecast;
  tc_items_add(section,
               TC_ITEMS(tc_item_number("measured_s", t->s), tc_item_number("private_s", t->private_s),
                        tc_item_number("predicted_s", f->total_s),
                        tc_item_number("error", fg_trial_error(t, f)),
                        tc_item_number("printed_s", t->printed.total_s),
                        tc_item_number("printed_error", fg_trial_error(t, &t->printed)),
                        tc_item_number("speedup_measured", t->alone_s / t->s),
                        tc_item_number("speedup", f->speedup)));
}

static void add_trial(tc_section *list, const fg_run *run, const fg_timed_run *t) {
  tc_section *section = add_run(list, run, t, t->of.loops.name);
  tc_item_add(section, tc_item_integer("repeats", t->repeats));
  add_times(section, t);
  tc_items_add(section,
               TC_ITEMS(tc_item_number("cpu_share", t->cpu_share), tc_item_number("drift", t->drift)));
  tc_section *counted = tc_section_add(section, "counted", TC_NO_ITEMS);
  add_counted(counted, "reads", &t->counted[TC_READS]);
  add_counted(counted, "writes", &t->counted[TC_WRITES]);
  fg_partitions_add(section, &t->of);
  const bool is_serving = t->serving.operation_s > 0.0;
  tc_items_add(section,
               TC_ITEMS(tc_item_positive("update_s", t->update_s),
                        tc_item_positive("remote_service_operation_s", t->serving.operation_s),
                        tc_item_if(is_serving, tc_item_number("remote_service_s", t->serving.served_s))));
  add_rates(section, &t->rates);
}

tc_status fg_run_json(const fg_run *run) {
  tc_document document;
  const char *layout = fg_options_layout(run->options);
  tc_section *root = fg_document_begin(&document, run->options, run->trial->of.loops.name);
  tc_items_add(root, TC_ITEMS(tc_item_text("layout", *layout ? layout : NULL),
                              tc_item_bool("shared_elements", run->options->collide),
                              tc_item_bool("oversubscribed", run->is_oversubscribed),
                              tc_item_bool("is_comparable", fg_run_is_comparable(run))));
  tc_section *results = tc_list_add(root, "results", TC_NO_ITEMS);
  for (int i = 0; i < run->trials; i++) add_trial(results, run, &run->trial[i]);
  return tc_document_write(&document, tc_document_json, run->options->json);
}

/* ---- CSV ---- */

const char *const fg_run_csv_begin = "program,layer,ranks,nodes,size,percent,layout,";

static void add_row(tc_section *list, const fg_run *run, const fg_timed_run *t) {
  const tc_access_counts *r = &t->counted[TC_READS], *w = &t->counted[TC_WRITES];
  const bool is_judged = fg_run_is_comparable(run) && fg_timed_run_is_counted(t);
  tc_section *row = add_run(list, run, t, run->options->program);
  tc_items_add(row, TC_ITEMS(tc_item_text("layout", fg_options_layout(run->options)),
                             tc_item_integer("own", r->own + w->own),
                             tc_item_integer("near", r->node_local + w->node_local),
                             tc_item_integer("far", r->remote + w->remote)));
  add_times(row, t);
  tc_items_add(row, TC_ITEMS(tc_item_number("drift", t->drift), tc_item_integer("judged", is_judged)));
}

tc_status fg_run_csv(const fg_run *run) {
  tc_document document;
  tc_section *table = tc_list_add(tc_document_begin(&document, NULL), "results", TC_NO_ITEMS);
  for (int i = 0; i < run->trials; i++) add_row(table, run, &run->trial[i]);
  return tc_document_write(&document, tc_document_csv, run->options->csv);
}
