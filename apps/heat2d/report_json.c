/* JSON reports of `heat2d run` and `heat2d predict`, with the same keys as the reports of the program
 * tetracast. A value without a forecast is null. */
#include "base/document/render.h"
#include "machine/parameters/machine_items.h"
#include "report.h"

static void add_mesh(tc_section *section, const h2_options *o) {
  TC_SECTION(section, "mesh", TC_VALUE("rows", o->rows), TC_VALUE("cols", o->cols));
}

static void add_grid(tc_section *section, const tc_heat2d_grid *grid) {
  TC_ADD(tc_list_add(section, "grid"), TC_VALUE(NULL, grid->mprocs), TC_VALUE(NULL, grid->nprocs));
}

static void add_times(tc_section *section, const char *key, const h2_times *times) {
  section = tc_section_add(section, key);
  for (int t = 0; t < H2_TIME_COUNT; t++)
    tc_item_add(section, TC_VALUE(h2_time_name((h2_time)t), times->s[t]));
}

static void add_counts(tc_section *section, const tc_heat2d_counts *c) {
  TC_SECTION(section, "counts", TC_VALUE("horizontal_values", c->horizontal_values),
             TC_VALUE("local_values", c->local_values), TC_VALUE("remote_values", c->remote_values),
             TC_VALUE("remote_messages", c->remote_messages));
}

static void add_rank(tc_section *ranks, const h2_report *report, int rank) {
  const tc_heat2d_counts *c = &report->counts[rank];
  tc_section *section = TC_SECTION(ranks, NULL, TC_VALUE("rank", rank), TC_VALUE("node", c->node),
                                   TC_VALUE("rows", c->rows), TC_VALUE("cols", c->cols));
  add_times(section, "measured_s", &report->per_rank[rank]);
  add_counts(section, c);
}

static void add_field(tc_section *section, const h2_exact_solution_check *check) {
  TC_SECTION(section, "field", tc_item_hash("hash", check->hash), TC_VALUE("min", check->min),
             TC_VALUE("max", check->max), TC_VALUE("max_error", check->error),
             TC_VALUE("tolerance", check->tolerance));
}

static void add_result(tc_section *section, const h2_report *report) {
  const double measured = report->measured.s[H2_TIME_TOTAL], forecast = report->forecast.s[H2_TIME_TOTAL];
  tc_heat2d_counts sum = {0};
  for (int r = 0; r < report->world->ranks; r++) tc_heat2d_counts_add(&sum, &report->counts[r]);
  add_times(section, "measured_s", &report->measured);
  add_times(section, "predicted_s", &report->forecast);
  tc_item_add(section, TC_VALUE("error", forecast / measured - 1.0));
  add_counts(section, &sum);
  tc_section *ranks = tc_list_add(section, "per_rank");
  for (int r = 0; r < report->world->ranks; r++) add_rank(ranks, report, r);
  add_field(section, &report->check);
}

tc_status h2_json(const h2_report *report, const char *path) {
  tc_document document;
  tc_section *root = tc_document_begin(&document, "heat2d");
  add_mesh(root, report->options);
  TC_ADD(root, TC_VALUE("steps", report->options->steps), TC_VALUE("dt", report->wave->dt),
         TC_VALUE("ranks", report->world->ranks));
  add_grid(root, &report->wave->grid);
  TC_ADD(root, TC_VALUE("threads", report->threads), TC_VALUE("nodes", report->world->nodes));
  tc_items_add_params(tc_section_add(root, "machine"), &report->machine);
  add_result(tc_section_add(tc_list_add(root, "results"), NULL), report);
  return tc_document_write(&document, tc_document_json, path);
}

static void add_prediction(tc_section *section, const h2_prediction *run) {
  TC_ADD(section, TC_VALUE("ranks", run->ranks), TC_VALUE("nodes", run->nodes));
  add_grid(section, &run->grid);
  add_times(section, "predicted_s", &run->printed);
  add_times(section, "tabulated_s", &run->tabulated);
  /* former name of the section "tabulated_s", still written until version 1.0 */
  add_times(section, "second_reading_s", &run->tabulated);
  add_counts(section, &run->counts);
}

tc_status h2_predictions_json(const h2_predictions *all, const char *path) {
  tc_document document;
  tc_section *root = tc_document_begin(&document, "heat2d");
  add_mesh(root, all->options);
  TC_ADD(root, TC_VALUE("steps", all->options->steps), TC_VALUE("ranks_per_node", all->ranks_per_node));
  tc_items_add_params(tc_section_add(root, "machine"), &all->machine);
  tc_section *results = tc_list_add(root, "results");
  for (int i = 0; i < all->options->ranks.count; i++)
    add_prediction(tc_section_add(results, NULL), &all->run[i]);
  return tc_document_write(&document, tc_document_json, path);
}
