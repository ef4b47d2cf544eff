/* JSON items of a run as a whole: command, environment, config, setup phases, warnings, files and
 * stability. */
#include <string.h>

#include "machine/parameters/machine_items.h"
#include "report/document/warnings.h"
#include "report/render/report_items.h"

enum { host_size = 128 };

static void add_hosts(tc_section *section, const char *hosts) {
  char name[host_size];
  tc_section *list = tc_list_add(section, "hosts");
  for (const char *at = hosts; at && *at; at += strspn(at, "\n")) {
    const size_t length = strcspn(at, "\n");
    snprintf(name, sizeof name, "%.*s", (int)length, at);
    tc_item_add(list, TC_VALUE(NULL, name));
    at += length;
  }
}

static void add_phases(tc_section *section, const tc_log_record *record) {
  tc_section *list = tc_list_add(section, "phases");
  for (int p = 0; record && p < record->phases; p++)
    TC_SECTION(list, NULL, TC_VALUE("name", record->phase[p].name),
               TC_VALUE("seconds", record->phase[p].seconds));
}

static void add_warnings(tc_section *section, const tc_report *report) {
  const tc_log_record *record = report->run.log;
  tc_section *list = tc_list_add(section, "warnings");
  tc_line line;
  for (int w = 0; record && w < record->warnings; w++) tc_item_add(list, TC_VALUE(NULL, record->warning[w]));
  for (int w = 0; w < TC_REPORT_WARNINGS; w++)
    if (tc_report_warning(report, w, &line)) tc_item_add(list, TC_VALUE(NULL, line.text));
}

static void add_files(tc_section *section, const tc_file_list *files) {
  tc_section *list = tc_list_add(section, "files");
  for (int f = 0; files && f < files->count; f++)
    if (files->file[f].is_output && !files->file[f].is_companion)
      TC_SECTION(list, NULL, TC_VALUE("what", files->file[f].label), TC_VALUE("name", files->file[f].name));
}

/* Appends a section `key` with `largest`, the largest value of any cell. Appends null instead if `exists` is
 * false. */
static tc_section *add_extreme(tc_section *section, const char *key, bool exists, double largest) {
  if (exists) return TC_SECTION(section, key, TC_VALUE("largest", largest));
  tc_item_add(section, tc_item_null(key));
  return NULL;
}

static void add_location(tc_section *section, const tc_extreme_cell *at) {
  tc_item_add(section, TC_VALUE("cell", at->cell));
  tc_list_add_numbers(section, "at", 3, at->position);
}

static void add_response(tc_section *section, const tc_response *r) {
  tc_section *response = add_extreme(section, "response", r->products > 0, r->largest);
  if (!response) return;
  tc_item_add(response, TC_VALUE("limit", TC_RESPONSE_LIMIT));
  add_location(response, &r->worst[0]);
  TC_ADD(response, TC_VALUE("tested_cells", r->tested), TC_VALUE("products", r->products));
}

/* Appends the gain of the matrix row that amplifies errors most at a jump of the diffusion tensor
 * (solve/stability/tensor_jump.h). */
static void add_gain(tc_section *section, const tc_extreme_cell *gain) {
  tc_section *jump = add_extreme(section, "jump_gain", gain->value != 0.0, gain->value);
  if (jump) add_location(jump, gain);
}

static void add_stability(tc_section *section, const tc_stable_step *safe) {
  if (!safe) return;
  const bool searched = safe->growth.products > 0;
  tc_section *stability =
      TC_SECTION(section, "stability",
                 tc_item_if(safe->takes_one, TC_VALUE("stabilisation", safe->stabilisation)),
                 TC_VALUE("limited_points", safe->limited ? safe->distant : 0),
                 TC_VALUE("proved", safe->proved), TC_VALUE("proved_cells", safe->certificate.cells),
                 TC_VALUE("step_bound", safe->bound),
                 tc_item_if(searched, TC_VALUE("growth_per_step", safe->growth.rate)),
                 tc_item_bool("growth_settled", searched && safe->growth.settled));
  add_response(stability, &safe->response);
  add_gain(stability, &safe->jump_gain);
  TC_ADD(stability, TC_VALUE("products", safe->products),
         tc_item_count("cached_products", safe->cached_products));
}

void tc_items_add_device_use(tc_section *section, const tc_device_config *config) {
  tc_section *device = tc_items_add_device(section, config->device);
  if (device)
    TC_ADD(device, TC_VALUE("kernel", tc_stagings.name((int)config->staging)),
           TC_VALUE("tile", config->tile));
}

void tc_items_add_run(tc_section *section, const tc_report *report) {
  const tc_report_run *run = &report->run;
  TC_ADD(section, TC_VALUE("command", run->command), TC_VALUE("libraries", run->libraries),
         TC_VALUE("directory", run->directory), TC_VALUE("date", run->date),
         tc_item_positive("wall_s", run->wall_s));
  add_hosts(section, run->hosts);
  tc_item_add(section, TC_VALUE("cluster", run->cluster));
  TC_SECTION(section, "config", TC_VALUE("file", run->config_file), TC_VALUE("text", run->config_text),
             TC_VALUE("overrides", report->overrides), TC_VALUE("machine", run->given_machine),
             TC_VALUE("model", run->given_model));
  add_phases(section, run->log);
  add_warnings(section, report);
  add_files(section, run->files);
  tc_item_add(section, tc_item_positive("disk_B", report->disk_B));
  add_stability(section, run->stable_step);
}
