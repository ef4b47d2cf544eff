/* Items of a run as a whole: command, environment, config, setup phases, warnings, files and stability. */
#include <string.h>

#include "machine/parameters/machine_items.h"
#include "report/document/warnings.h"
#include "report/render/report_items.h"

enum { host_size = 128 };

static void add_hosts(tc_section *section, const char *hosts) {
  char name[host_size];
  tc_section *list = tc_list_add(section, "hosts", TC_NO_ITEMS);
  for (const char *at = hosts; at && *at; at += strspn(at, "\n")) {
    const size_t length = strcspn(at, "\n");
    snprintf(name, sizeof name, "%.*s", (int)length, at);
    tc_item_add(list, tc_item_text(NULL, name));
    at += length;
  }
}

/* Appends the setup phases in their order. */
static void add_phases(tc_section *section, const tc_log_record *record) {
  tc_section *list = tc_list_add(section, "phases", TC_NO_ITEMS);
  for (int p = 0; record && p < record->phases; p++)
    tc_section_add(list, NULL,
                   TC_ITEMS(tc_item_text("name", record->phase[p].name),
                            tc_item_number("seconds", record->phase[p].seconds)));
}

static void add_warnings(tc_section *section, const tc_report *report) {
  const tc_log_record *record = report->run.log;
  tc_section *list = tc_list_add(section, "warnings", TC_NO_ITEMS);
  tc_line line;
  for (int w = 0; record && w < record->warnings; w++)
    tc_item_add(list, tc_item_text(NULL, record->warning[w]));
  for (int w = 0; w < TC_REPORT_WARNINGS; w++)
    if (tc_report_warning(report, w, &line)) tc_item_add(list, tc_item_text(NULL, line.text));
}

static void add_files(tc_section *section, const tc_file_list *files) {
  tc_section *list = tc_list_add(section, "files", TC_NO_ITEMS);
  for (int f = 0; files && f < files->count; f++)
    if (files->file[f].written && !files->file[f].companion)
      tc_section_add(list, NULL,
                     TC_ITEMS(tc_item_text("what", files->file[f].label),
                              tc_item_text("name", files->file[f].name)));
}

/* Appends a section with the largest value of a cell, or null if there is none. */
static tc_section *add_extreme(tc_section *section, const char *key, bool exists, double largest) {
  if (exists) return tc_section_add(section, key, TC_ITEMS(tc_item_number("largest", largest)));
  tc_item_add(section, tc_item_null(key));
  return NULL;
}

static void add_place(tc_section *section, const tc_extreme_cell *at) {
  tc_item_add(section, tc_item_integer("cell", at->cell));
  tc_list_add_numbers(section, "at", 3, at->position);
}

static void add_response(tc_section *section, const tc_response *r) {
  tc_section *response = add_extreme(section, "response", r->products > 0, r->largest);
  if (!response) return;
  tc_item_add(response, tc_item_number("limit", TC_RESPONSE_LIMIT));
  add_place(response, &r->worst[0]);
  tc_items_add(response, TC_ITEMS(tc_item_integer("tested_cells", r->tested),
                                  tc_item_integer("products", r->products)));
}

/* Appends the largest gain of a row across a jump of the tensor (solve/stability/tensor_jump.h). */
static void add_gain(tc_section *section, const tc_extreme_cell *gain) {
  tc_section *jump = add_extreme(section, "jump_gain", gain->value != 0.0, gain->value);
  if (jump) add_place(jump, gain);
}

static void add_stability(tc_section *section, const tc_stable_step *safe) {
  if (!safe) return;
  const bool searched = safe->growth.products > 0;
  tc_section *stability =
      tc_section_add(section, "stability",
                     TC_ITEMS(tc_item_if(safe->takes_one,
                                         tc_item_number("stabilisation", safe->stabilisation)),
                              tc_item_integer("limited_points", safe->limited ? safe->distant : 0),
                              tc_item_bool("proved", safe->proved),
                              tc_item_integer("proved_cells", safe->certificate.cells),
                              tc_item_number("step_bound", safe->bound),
                              tc_item_if(searched, tc_item_number("growth_per_step", safe->growth.rate)),
                              tc_item_bool("growth_settled", searched && safe->growth.settled)));
  add_response(stability, &safe->response);
  add_gain(stability, &safe->jump_gain);
  tc_item_add(stability, tc_item_integer("products", safe->products));
}

void tc_items_add_device_use(tc_section *section, const tc_device_config *use) {
  tc_section *device = tc_items_add_device(section, use->device);
  if (device)
    tc_items_add(device, TC_ITEMS(tc_item_text("kernel", tc_stagings.name((int)use->staging)),
                                  tc_item_integer("tile", use->tile)));
}

void tc_items_add_run(tc_section *section, const tc_report *report) {
  const tc_report_run *run = &report->run;
  tc_items_add(section,
               TC_ITEMS(tc_item_text("command", run->command), tc_item_text("libraries", run->libraries),
                        tc_item_text("directory", run->directory), tc_item_text("date", run->date),
                        tc_item_positive("wall_s", run->wall_s)));
  add_hosts(section, run->hosts);
  tc_item_add(section, tc_item_text("cluster", run->cluster));
  tc_section_add(section, "config",
                 TC_ITEMS(tc_item_text("file", run->config_file), tc_item_text("text", run->config_text),
                          tc_item_text("overrides", report->overrides),
                          tc_item_text("machine", run->given_machine),
                          tc_item_text("model", run->given_model)));
  add_phases(section, run->log);
  add_warnings(section, report);
  add_files(section, run->files);
  tc_item_add(section, tc_item_positive("disk_B", report->disk_B));
  add_stability(section, run->stable_step);
}
