#include "report_input.h"
#include "base/core/print.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "base/file/directory.h"
#include "base/file/file.h"
#include "base/program/option.h"
#include "base/text/line.h"
#include "blame/closure/transfer.h"

/* ---- options ---- */

static tc_status set_by(const char *name, const char *value, void *field) {
  int index;
  TC_TRY(tc_registry_choose(&tc_view_by_registry, name, value, NULL, &index));
  *(tc_view_by *)field = (tc_view_by)index;
  return TC_OK;
}

/* Names between commas. */
static tc_status set_points(const char *name, const char *value, void *field) {
  const char ***points = field, **point = NULL;
  char *text = NULL;
  int count = 0;
  if (*points) return tc_status_make(TC_USAGE, "%s is there twice", name);
  TC_TRY(tc_alloc_zero(1, (TC_READING_POINTS + 1) * sizeof *point + strlen(value) + 1, "names", &point));
  text = strcpy((char *)(point + TC_READING_POINTS + 1), value);
  for (char *save, *at = strtok_r(text, ",", &save); at && count <= TC_READING_POINTS;
       at = strtok_r(NULL, ",", &save))
    point[count++] = at;
  if (count > 0 && count <= TC_READING_POINTS) {
    *points = point;
    return TC_OK;
  }
  tc_free(point);
  return tc_option_refuse(name, value, "up to 64 names of functions between commas");
}

static tc_status set_transfer(const char *name, const char *value, void *field) {
  return tc_registry_choose(&tc_transfer_registry, name, value, NULL, field);
}

static tc_status set_waiting(const char *name, const char *value, void *field) {
  static const tc_word words[] = {{"apart", ""}, {"blame", ""}};
  for (int w = 0; w < 2; w++)
    if (strcmp(value, words[w].name) == 0) {
      *(bool *)field = w == 1;
      return TC_OK;
    }
  return tc_option_refuse(name, value, "apart or blame");
}

static tc_status set_share(const char *name, const char *value, void *field) {
  char *end;
  const double percent = tc_strtod(value, &end);
  if (end == value || (*end && strcmp(end, "%") != 0) || !(percent >= 0.0 && percent <= 100.0))
    return tc_option_refuse(name, value, "percent from 0 to 100");
  *(double *)field = percent / 100.0;
  return TC_OK;
}

static tc_status set_top(const char *name, const char *value, void *field) {
  return tc_option_int32(name, value, 1, 1000000, field);
}

static tc_status set_skid(const char *name, const char *value, void *field) {
  return tc_option_int32(name, value, 0, 1, field);
}

#define AT(field) offsetof(tc_reading_options, field)
const tc_blame_option tc_reading_known[] = {
    {"--by", AT(view.by), set_by},
    {"--points", AT(points), set_points},
    {"--facts", AT(facts), tc_blame_option_text},
    {"--view", AT(views), tc_blame_option_text},
    {"--from", AT(view.from), tc_blame_option_text},
    {"--transfer", AT(transfer), set_transfer},
    {"--waiting", AT(view.blame_waiting), set_waiting},
    {"--min", AT(view.least), set_share},
    {"--top", AT(view.top), set_top},
    {"--all", AT(view.all), NULL},
    {"--skid", AT(skid), set_skid},
    {"--json", AT(json), tc_blame_option_text},
    {"--csv", AT(csv), tc_blame_option_text},
    {NULL, 0, NULL},
};

tc_reading_options tc_reading_defaults(void) {
  return (tc_reading_options){.view = {.least = 0.01, .top = 20}, .transfer = TC_TRANSFER_FULL, .skid = 1};
}

void tc_reading_options_clear(tc_reading_options *options) {
  tc_free(options->points);
  options->points = NULL;
}

/* ---- before the work ---- */

static tc_status choose_views(tc_reading_options *o, int without) {
  const bool all = o->views && strcmp(o->views, "all") == 0;
  int index[TC_VIEWS], count = 0;
  if (o->views && !all)
    TC_TRY(tc_registry_choose_list(&tc_view_registry, "--view", o->views, "all", TC_VIEWS, index, &count));
  for (int v = 0; v < TC_VIEWS; v++)
    o->chosen[v] = all || (!o->views && (v == TC_VIEW_data || v == TC_VIEW_touch));
  for (int i = 0; i < count; i++) {
    if (index[i] < 0) return tc_status_make(TC_USAGE, "--view %s: all stands alone", o->views);
    if (index[i] == without)
      return tc_status_make(TC_USAGE, "--view: %s is no view of this command", tc_view_at(without)->name);
    o->chosen[index[i]] = true;
  }
  if (without < TC_VIEWS) o->chosen[without] = false;
  return TC_OK;
}

tc_status tc_reading_begin(tc_reading_options *o, int without) {
  TC_TRY(choose_views(o, without));
  o->view.points = o->points;
  if (o->json && o->csv && strcmp(o->json, o->csv) == 0)
    return tc_status_make(TC_USAGE, "--json and --csv name the same file: %s", o->json);
  TC_TRY(tc_blame_report_check(o->json, o->csv));
  if (o->json) TC_TRY(tc_folder_prepare(o->json));
  return o->csv ? tc_folder_prepare(o->csv) : TC_OK;
}

/* ---- the work ---- */

static bool needs_facts(int view) { return view == TC_VIEW_data || view == TC_VIEW_hybrid; }

static bool is_named(const tc_reading_options *o) { return o->views && strcmp(o->views, "all") != 0; }

/* Without facts there is no blame: code and lines are told instead, unless the user said what to tell. */
static tc_status do_without(const char *folder, tc_reading_options *o) {
  for (int v = 0; v < TC_VIEWS; v++) {
    if (o->chosen[v] && needs_facts(v) && is_named(o))
      return tc_status_make(TC_USAGE, "--view %s needs facts: tcblame analyze makes them, --facts names them",
                            tc_view_at(v)->name);
    o->chosen[v] = needs_facts(v) ? false : o->chosen[v] || !o->views;
  }
  if (!is_named(o))
    fprintf(stderr, "tcblame: %s: no facts, so no blame: tcblame analyze makes them, --facts names them\n",
            folder);
  return TC_OK;
}

static tc_status find_facts(const char *folder, tc_reading_options *o, tc_facts **out) {
  tc_line beside = {0};
  const char *const places[] = {beside.text, "facts"};
  if (o->facts) return tc_facts_read(o->facts, out);
  tc_line_add(&beside, "%s/facts", folder);
  for (size_t p = 0; p < sizeof places / sizeof *places; p++)
    if (tc_file_begins(places[p], "tcblame-facts ")) return tc_facts_read(places[p], out);
  return do_without(folder, o);
}

tc_status tc_reading_open(const char *folder, tc_reading_options *o, tc_reading *out) {
  const tc_profile_options options = {.skid = o->skid, .transfer = (tc_transfer)o->transfer};
  *out = (tc_reading){0};
  TC_TRY(tc_samples_open(folder, &out->samples));
  TC_TRY(find_facts(folder, o, &out->facts));
  TC_TRY(tc_profile_create(out->samples, out->facts, &options, &out->profile));
  return tc_selection_create(out->profile, &o->view, &out->selection);
}

void tc_reading_clear(tc_reading *reading) {
  tc_selection_destroy(&reading->selection);
  tc_profile_destroy(&reading->profile);
  tc_facts_destroy(&reading->facts);
  tc_samples_close(&reading->samples);
}
