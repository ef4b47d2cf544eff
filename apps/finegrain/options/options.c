#include "options/options.h"

#include <stdio.h>
#include <string.h>

static int find_setting(const fg_options *o, const char *name) {
  int s = 0;
  while (s < o->settings && strcmp(o->set[s].name, name) != 0) s++;
  return s;
}

tc_status fg_options_set(fg_options *o, const char *option, const char *name, int64_t value) {
  const int s = find_setting(o, name);
  if (s == TC_LOOP_SETTINGS)
    return tc_status_create(TC_USAGE, "%s: more than %d values are set: remove some", option,
                            TC_LOOP_SETTINGS);
  if (s == o->settings) o->settings++;
  snprintf(o->set[s].name, sizeof o->set[s].name, "%s", name);
  o->set[s].value = value;
  return TC_OK;
}

const int64_t *fg_options_value(const fg_options *o, const char *name) {
  const int s = find_setting(o, name);
  return s < o->settings ? &o->set[s].value : NULL;
}

const char *fg_options_layout(const fg_options *o) {
  const int64_t *cyclic = fg_options_value(o, "CYCLIC");
  return !cyclic ? "" : *cyclic ? "cyclic" : "block";
}
