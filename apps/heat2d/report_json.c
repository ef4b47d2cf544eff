/* JSON reports of `heat2d run` and `heat2d predict`, with the keys of tetracast's reports. A value without a
 * forecast is null. */
#include "base/document/render.h"
#include "machine/parameters/machine_items.h"
#include "report.h"

static void add_mesh(tc_section *section, int32_t rows, int32_t cols) {
  tc_section_add(section, "mesh", TC_ITEMS(tc_item_integer("rows", rows), tc_item_integer("cols", cols)));
}

static void add_grid(tc_section *section, const tc_heat2d_grid *grid) {
  tc_list_add(section, "grid",
              TC_ITEMS(tc_item_integer(NULL, grid->mprocs), tc_item_integer(NULL, grid->nprocs)));
}

static void add_times(tc_section *section, const char *key, const h2_times *times) {
  section = tc_section_add(section, key, TC_NO_ITEMS);
  for (int t = 0; t < H2_TIME_COUNT; t++)
    tc_item_add(section, tc_item_number(h2_time_name((h2_time)t), times->s[t]));
}

static void add_forecast(tc_section *section, const char *key, const tc_heat2d_forecast *forecast) {
  h2_times times;
  for (int t = 0; t < H2_TIME_COUNT; t++) times.s[t] = h2_forecast_s(forecast, (h2_time)t);
  add_times(section, key, &times);
}

static void add_counts(tc_section *section, const tc_heat2d_counts *c) {
  tc_section_add(section, "counts",
                 TC_ITEMS(tc_item_integer("horizontal_values", c->horizontal_values),
                          tc_item_integer("local_values", c->local_values),
                          tc_item_integer("remote_values", c->remote_values),
                          tc_item_integer("remote_messages", c->remote_messages)));
}

static void add_rank(tc_section *ranks, const h2_report *report, int rank) {
  const tc_heat2d_counts *c = &report->counts[rank];
  tc_section *section =
      tc_section_add(ranks, NULL,
                     TC_ITEMS(tc_item_integer("rank", rank), tc_item_integer("node", c->node),
                              tc_item_integer("rows", c->rows), tc_item_integer("cols", c->cols)));
  add_times(section, "measured_s", &report->measured[rank]);
  add_counts(section, c);
}

static void add_field(tc_section *section, const h2_exact_solution_check *check) {
  tc_section_add(section, "field",
                 TC_ITEMS(tc_item_hash("hash", check->hash), tc_item_number("min", check->min),
                          tc_item_number("max", check->max), tc_item_number("max_error", check->error),
                          tc_item_number("tolerance", check->tolerance)));
}

static void add_result(tc_section *section, const h2_report *report) {
  h2_times slowest;
  tc_heat2d_counts sum = {0};
  for (int t = 0; t < H2_TIME_COUNT; t++) slowest.s[t] = h2_measured_s(report, (h2_time)t);
  for (int r = 0; r < report->ranks; r++) tc_heat2d_counts_add(&sum, &report->counts[r]);
  const double forecast = h2_forecast_s(&report->forecast, H2_TIME_TOTAL);
  add_times(section, "measured_s", &slowest);
  add_forecast(section, "predicted_s", &report->forecast);
  tc_item_add(section, tc_item_number("error", forecast / slowest.s[H2_TIME_TOTAL] - 1.0));
  add_counts(section, &sum);
  tc_section *ranks = tc_list_add(section, "per_rank", TC_NO_ITEMS);
  for (int r = 0; r < report->ranks; r++) add_rank(ranks, report, r);
  add_field(section, &report->check);
}

tc_status h2_json(const h2_report *report, const char *path) {
  tc_document document;
  tc_section *root = tc_document_begin(&document, "heat2d");
  add_mesh(root, report->wave->grid.rows, report->wave->grid.cols);
  tc_items_add(root, TC_ITEMS(tc_item_integer("steps", report->steps), tc_item_number("dt", report->wave->dt),
                              tc_item_integer("ranks", report->ranks)));
  add_grid(root, &report->wave->grid);
  tc_items_add(root, TC_ITEMS(tc_item_integer("threads", report->threads),
                              tc_item_integer("nodes", report->nodes)));
  tc_items_add_params(tc_section_add(root, "machine", TC_NO_ITEMS), &report->machine);
  add_result(tc_section_add(tc_list_add(root, "results", TC_NO_ITEMS), NULL, TC_NO_ITEMS), report);
  return tc_document_write(&document, tc_document_json, path);
}

static void add_prediction(tc_section *section, const h2_prediction *run) {
  tc_items_add(section, TC_ITEMS(tc_item_integer("ranks", run->ranks), tc_item_integer("nodes", run->nodes)));
  add_grid(section, &run->grid);
  add_forecast(section, "predicted_s", &run->printed);
  add_forecast(section, "tabulated_s", &run->tabulated);
  /* former name of the section, written until version 1.0 */
  add_forecast(section, "second_reading_s", &run->tabulated);
  add_counts(section, &run->counts);
}

tc_status h2_predictions_json(const h2_predictions *all, const char *path) {
  tc_document document;
  tc_section *root = tc_document_begin(&document, "heat2d");
  add_mesh(root, all->rows, all->cols);
  tc_items_add(root, TC_ITEMS(tc_item_integer("steps", all->steps),
                              tc_item_integer("ranks_per_node", all->ranks_per_node)));
  tc_items_add_params(tc_section_add(root, "machine", TC_NO_ITEMS), &all->machine);
  tc_section *results = tc_list_add(root, "results", TC_NO_ITEMS);
  for (int i = 0; i < all->count; i++)
    add_prediction(tc_section_add(results, NULL, TC_NO_ITEMS), &all->run[i]);
  return tc_document_write(&document, tc_document_json, path);
}
