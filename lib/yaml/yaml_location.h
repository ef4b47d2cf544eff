/* Where a value of a YAML text stands, for messages. Not collective. */
#ifndef TC_YAML_YAML_LOCATION_H
#define TC_YAML_YAML_LOCATION_H

#include "yaml/yaml_store.h"

typedef struct tc_yaml_location {
  tc_yaml_store *store; /* what texts, lists and defaults live in */
  const char *label;    /* "run.yaml", or an override: "-s time.steps=5" */
  const char *given;    /* the key of an override, which has no lines; NULL: a file */
  int line;             /* 0: not known */
  const char *path;     /* "boundary.markers, item 2: value"; "" for the whole text */
  const char *joint;    /* between path and what is below it: "", "." or ": " */
  const char
      *where; /* all of it: "run.yaml:7: time.steps", and "-s time.steps=5" alone where it names the key */
} tc_yaml_location;

/* The whole text. */
tc_yaml_location tc_yaml_location_root(tc_yaml_store *store, const char *label, const char *given);

/* A key of the mapping at `map`, and an item (from 0) of the list at `list`; line 0: that of the mapping or
 * list. Errors: TC_INTERNAL out of memory. */
tc_status tc_yaml_location_key(const tc_yaml_location *map, const char *name, int line,
                               tc_yaml_location *out);
tc_status tc_yaml_location_item(const tc_yaml_location *list, int index, int line, tc_yaml_location *out);

/* The same place, on another line. */
tc_status tc_yaml_location_at_line(const tc_yaml_location *spot, int line, tc_yaml_location *out);

#endif
