/* Finds the parameters of a machine in a machine file or in the cache (see machine_lookup.h). An invalid
 * machine file ends the program, but an invalid file of the cache only causes a new measurement. */
#include "io/machine/machine_lookup.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

#include "base/file/file.h"
#include "base/text/line.h"
#include "io/machine/machine_file.h"
#include "machine/parameters/plausibility.h"

tc_machine_kind tc_machine_kind_of(const char *path) {
  if (strcmp(path, "auto") == 0) return TC_MACHINE_AUTO;
  return strcmp(path, "none") == 0 ? TC_MACHINE_NONE : TC_MACHINE_FILE;
}

/* Checks that no two values contradict each other. The error message contains the lines of both parameters,
 * or the line of one parameter if two values in its list contradict each other. */
static tc_status check_plausible(const char *path, tc_machine *machine) {
  int w;
  const int param = tc_plausibility_find(&machine->params, 0, &w);
  if (param < 0) return TC_OK;
  const int other = tc_plausibility_find_conflict(&machine->params, 0, param, w);
  tc_line conflicting = {0}, value = {0};
  const double number = tc_param_at(&machine->params, param)[w];
  if (tc_param_values(param) > 1)
    tc_line_add(&value, "number %d (%g)", w + 1, number);
  else
    tc_line_add(&value, "%g", number);
  if (other == param) tc_line_add(&conflicting, "the other numbers");
  if (other != param)
    tc_line_add(&conflicting, "%s%s (line %d)", tc_param_section_prefix(other), tc_param_name(other),
                machine->line[other]);
  /* Example: m.yaml:5: copy_s: number 4 (0.001) contradicts the other numbers by orders of magnitude: .. */
  return tc_status_create(TC_USAGE,
                          "%s:%d: %s%s: %s contradicts %s by orders of magnitude: correct or remove one of "
                          "them, or measure again with tetracast calibrate",
                          path, machine->line[param], tc_param_section_prefix(param), tc_param_name(param),
                          value.text, conflicting.text);
}

/* Warns if the parameters were measured under conditions that make them unreliable. */
static void warn_about_source(const char *path, const char *source, const tc_log *log) {
  if (strcmp(source, TC_MACHINE_MEASURED_BUSY) == 0)
    tc_log_warn(log,
                "%s: was measured on a busy machine: forecast times may be too long: measure again on an "
                "idle one",
                path);
  if (strcmp(source, TC_MACHINE_MEASURED_SHARED) == 0)
    tc_log_warn(log,
                "%s: was measured by ranks that shared cores: forecasts are wrong: measure again with fewer "
                "ranks",
                path);
}

/* A user may set the key `machine` to the bare name of a machine file that is delivered in configs/machines.
 * If no file `path` exists but configs/machines has a file of this name, returns an error that names the full
 * path. */
static tc_status check_short_name(const char *path) {
  static const char *const ending[] = {"", ".yaml"};
  tc_line known;
  if (strchr(path, '/') || tc_file_has_bytes(path, 0, "")) return TC_OK;
  for (size_t k = 0; k < sizeof ending / sizeof *ending; k++) {
    known = (tc_line){0};
    tc_line_add(&known, "configs/machines/%s%s", path, ending[k]);
    if (tc_file_has_bytes(known.text, 0, ""))
      return tc_status_create(TC_USAGE, "%s: there is no machine file of this name: use %s", path,
                              known.text);
  }
  return TC_OK;
}

tc_status tc_machine_lookup_file(const char *path, const tc_log *log, tc_machine_source *out) {
  TC_TRY(check_short_name(path));
  TC_TRY(tc_machine_file_read(path, &out->machine));
  TC_TRY(check_plausible(path, &out->machine));
  warn_about_source(path, out->machine.source, log);
  if (out->machine.former[0])
    tc_log_warn(log, "%s: is no longer used: measure its replacement with tetracast calibrate",
                out->machine.former);
  snprintf(out->text, sizeof out->text, "%.250s: %.200s", path,
           out->machine.name[0] ? out->machine.name : "a machine file");
  return TC_OK;
}

static void format_cache_date(const tc_machine *machine, char *text, size_t size) {
  snprintf(text, size, "cached since %s", machine->date[0] ? machine->date : "an unknown date");
}

enum { date_size = 32 };

static void format_date(time_t when, char date[date_size]) {
  struct tm utc;
  date[0] = '\0';
  if (gmtime_r(&when, &utc)) strftime(date, date_size, "%Y-%m-%dT%H:%M:%SZ", &utc);
}

/* True if the parameters were measured within the last hour. Dates in ISO 8601 form can be compared as
 * strings. */
static bool is_fresh(const tc_machine *machine) {
  char hour_ago[date_size], now[date_size];
  format_date(time(NULL) - 3600, hour_ago);
  format_date(time(NULL), now);
  return strcmp(machine->date, hour_ago) > 0 && strcmp(machine->date, now) <= 0;
}

/* On a busy machine the measurement of messages may have been rejected as implausible. Messages are then not
 * required, because otherwise each later run on this machine would measure again. */
bool tc_machine_lookup_is_complete(const tc_machine *machine) {
  const tc_params *p = &machine->params;
  const bool was_busy = strcmp(machine->source, TC_MACHINE_MEASURED_BUSY) == 0;
  const bool has_messages = p->node_send_s > 0.0 && p->pointer_run_s[0] > 0.0;
  if (machine->ranks_per_node > 1 && !has_messages && !was_busy) return false;
  for (int kernel = 0; kernel < TC_KERNEL_pointer; kernel++)
    for (int width = 0; width < TC_WIDTHS; width++)
      if (!(p->row_s[kernel][width][0] > 0.0)) return false;
  return p->dot_s > 0.0 && p->smooth4_s[0] > 0.0;
}

/* Reads cached parameters. Returns false if there are none, or if they contradict each other, because the
 * machine has then changed since the measurement or the measurement was wrong. */
static bool read_plausible(const tc_machine_key *key, const tc_log *log, tc_machine *out) {
  int w;
  if (!tc_machine_cache_read(key, out)) return false;
  if (tc_plausibility_find(&out->params, key->ranks_per_node, &w) < 0) return true;
  tc_log_write(log, TC_LOG_NORMAL, "cached machine parameters are inconsistent: measuring the machine again");
  return false;
}

tc_machine_cache_state tc_machine_lookup_cached(const tc_machine_key *key, const tc_log *log,
                                                tc_machine_source *out) {
  if (!read_plausible(key, log, &out->machine)) {
    out->machine = (tc_machine){.ranks_per_node = 0};
    return TC_MACHINE_CACHE_MISSING;
  }
  format_cache_date(&out->machine, out->text, sizeof out->text);
  return is_fresh(&out->machine) ? TC_MACHINE_CACHE_FRESH : TC_MACHINE_CACHE_STALE;
}
