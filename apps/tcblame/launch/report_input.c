/* Options of report and diff, and the steps that open their input (see report_input.h). tb_options_parse
 * parses the options, and tb_report_options_prepare checks them before any work is done. tb_report_input_open
 * then reads the samples, finds the facts, builds the profile and selects its stacks. */
#include "launch/report_input.h"
#include "base/core/print.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "base/file/file.h"
#include "base/program/option.h"
#include "base/text/line.h"
#include "blame/closure/transfer.h"

/* ---- options ---- */

static tc_status set_by(const char *name, const char *value, void *field) {
  int index;
  TC_TRY(tc_registry_parse(&tb_view_by_registry, name, value, NULL, &index));
  *(tb_view_by *)field = (tb_view_by)index;
  return TC_OK;
}

/* Appends the comma-separated names in `value` to the list of blame points at `field`. */
static tc_status set_points(const char *name, const char *value, void *field) {
  const char ***points = field, **point = NULL;
  char *text = NULL;
  int count = 0;
  if (*points) return tc_status_create(TC_USAGE, "%s: is given twice: remove one", name);
  TC_TRY(
      tc_alloc_zero(1, (TB_REPORT_OPTIONS_POINTS + 1) * sizeof *point + strlen(value) + 1, "names", &point));
  text = strcpy((char *)(point + TB_REPORT_OPTIONS_POINTS + 1), value);
  for (char *save, *at = strtok_r(text, ",", &save); at && count <= TB_REPORT_OPTIONS_POINTS;
       at = strtok_r(NULL, ",", &save))
    point[count++] = at;
  if (count > 0 && count <= TB_REPORT_OPTIONS_POINTS) {
    *points = point;
    return TC_OK;
  }
  tc_free(point);
  return tc_option_error(name, value, "a comma-separated list of 1 to 64 functions");
}

static tc_status set_transfer(const char *name, const char *value, void *field) {
  return tc_registry_parse(&tb_transfer_registry, name, value, NULL, field);
}

static tc_status set_waiting(const char *name, const char *value, void *field) {
  const bool blame = strcmp(value, "blame") == 0;
  *(bool *)field = blame;
  /* "apart" is the former spelling of "separate" */
  if (blame || strcmp(value, "separate") == 0 || strcmp(value, "apart") == 0) return TC_OK;
  return tc_option_error(name, value, "separate or blame");
}

static tc_status set_share(const char *name, const char *value, void *field) {
  char *end;
  const double percent = tc_strtod(value, &end);
  if (end == value || (*end && strcmp(end, "%") != 0) || !(percent >= 0.0 && percent <= 100.0))
    return tc_option_error(name, value, "a percentage from 0 to 100");
  *(double *)field = percent / 100.0;
  return TC_OK;
}

static tc_status set_top(const char *name, const char *value, void *field) {
  return tc_option_int32(name, value, 1, 1000000, field);
}

static tc_status set_skid(const char *name, const char *value, void *field) {
  return tc_option_int32(name, value, 0, 1, field);
}

#define AT(field) offsetof(tb_report_options, field)
const tb_option tb_report_options_known[] = {
    {"--by", AT(view.by), set_by},
    {"--points", AT(points), set_points},
    {"--facts", AT(facts), tb_option_text},
    {"--view", AT(views), tb_option_text},
    {"--from", AT(view.from), tb_option_text},
    {"--transfer", AT(transfer), set_transfer},
    {"--waiting", AT(view.blame_waiting), set_waiting},
    {"--min", AT(view.min), set_share},
    {"--top", AT(view.top), set_top},
    {"--all", AT(view.all), NULL},
    {"--skid", AT(skid), set_skid},
    {"--json", AT(json), tb_option_text},
    {"--csv", AT(csv), tb_option_text},
    {NULL, 0, NULL},
};

tb_report_options tb_report_options_default(void) {
  return (tb_report_options){.view = {.min = 0.01, .top = 20}, .transfer = TB_TRANSFER_FULL, .skid = 1};
}

void tb_report_options_free(tb_report_options *options) {
  tc_free(options->points);
  options->points = NULL;
}

/* ---- preparation ---- */

static tc_status choose_views(tb_report_options *o, int without) {
  const bool all = o->views && strcmp(o->views, "all") == 0;
  int index[TB_VIEWS], count = 0;
  if (o->views && !all)
    TC_TRY(tc_registry_parse_list(&tb_view_registry, "--view", o->views, "all", TB_VIEWS, index, &count));
  for (int v = 0; v < TB_VIEWS; v++)
    o->chosen[v] = all || (!o->views && (v == TB_VIEW_data || v == TB_VIEW_touch));
  for (int i = 0; i < count; i++) {
    if (index[i] < 0)
      return tc_status_create(TC_USAGE, "--view %s: all cannot be combined with other views: remove one",
                              o->views);
    if (index[i] == without)
      return tc_status_create(TC_USAGE, "--view: %s is not supported by this command: remove it",
                              tb_view_at(without)->name);
    o->chosen[index[i]] = true;
  }
  if (without < TB_VIEWS) o->chosen[without] = false;
  return TC_OK;
}

tc_status tb_report_options_prepare(tb_report_options *o, int without) {
  TC_TRY(choose_views(o, without));
  o->view.points = o->points;
  if (o->json && o->csv && strcmp(o->json, o->csv) == 0)
    return tc_status_create(TC_USAGE, "--json and --csv name the same file %s: use two files", o->json);
  return tb_report_check(o->json, o->csv);
}

/* ---- input ---- */

static bool needs_facts(int view) { return view == TB_VIEW_data || view == TB_VIEW_hybrid; }

static bool is_named(const tb_report_options *o) { return o->views && strcmp(o->views, "all") != 0; }

/* Selects the views to show if there are no facts. Removes those that need facts, which is an error if the
 * user named one of them. Without --view, selects touch, code and lines. */
static tc_status select_views_without_facts(const char *folder, tb_report_options *o) {
  for (int v = 0; v < TB_VIEWS; v++) {
    if (o->chosen[v] && needs_facts(v) && is_named(o))
      return tc_status_create(TC_USAGE,
                              "--view %s needs facts: create them with tcblame analyze and set --facts",
                              tb_view_at(v)->name);
    o->chosen[v] = needs_facts(v) ? false : o->chosen[v] || !o->views;
  }
  if (!is_named(o))
    fprintf(stderr,
            "tcblame: %s: no facts, so the views data and hybrid are omitted: create facts with tcblame "
            "analyze and set --facts\n",
            folder);
  return TC_OK;
}

static tc_status find_facts(const char *folder, tb_report_options *o, tb_facts **out) {
  tc_line of_folder = {0};
  const char *const places[] = {of_folder.text, "facts"};
  if (o->facts) return tb_facts_read(o->facts, out);
  tc_line_add(&of_folder, "%s/facts", folder);
  for (size_t p = 0; p < sizeof places / sizeof *places; p++)
    if (tc_file_starts_with(places[p], "tcblame-facts ")) return tb_facts_read(places[p], out);
  return select_views_without_facts(folder, o);
}

tc_status tb_report_input_open(const char *folder, tb_report_options *o, tb_report_input *out) {
  const tb_profile_options options = {.skid = o->skid, .transfer = (tb_transfer_rule)o->transfer};
  *out = (tb_report_input){0};
  TC_TRY(tb_samples_open(folder, &out->samples));
  TC_TRY(find_facts(folder, o, &out->facts));
  TC_TRY(tb_profile_create(out->samples, out->facts, &options, &out->profile));
  return tb_selection_create(out->profile, &o->view, &out->selection);
}

void tb_report_input_free(tb_report_input *reading) {
  tb_selection_destroy(&reading->selection);
  tb_profile_destroy(&reading->profile);
  tb_facts_destroy(&reading->facts);
  tb_samples_close(&reading->samples);
}
