/* Position of a value in a YAML text, for messages. The readers of configs create the root position of a text
 * and derive the positions of keys and items from it. The store owns all texts. Not collective. */
#ifndef TC_YAML_YAML_LOCATION_H
#define TC_YAML_YAML_LOCATION_H

#include "yaml/yaml_store.h"

typedef struct tc_yaml_location {
  tc_yaml_store *store; /* owner of texts, lists and defaults; borrowed */
  const char *label;    /* name of the text: "run.yaml", or an override such as "-s time.steps=5" */
  const char *given;    /* key of an override, which has no lines; NULL for a file */
  int line;             /* line in the text; 0 if unknown */
  const char *path;  /* path in the text, such as "boundary.markers, item 2: value"; "" for the whole text */
  const char *joint; /* separator between path and the next part: "", "." or ": " */
  const char *where; /* complete text, such as "run.yaml:7: time.steps"; for an override that names the key
                        only "-s time.steps=5" */
} tc_yaml_location;

/* Returns the position of a whole text with the name `label`. `given` is the key of an override; NULL for a
 * file. */
tc_yaml_location tc_yaml_location_root(tc_yaml_store *store, const char *label, const char *given);

/* Computes the position of a key of the mapping at `map`, or of an item (from 0) of the list at `list`. If
 * `line` is 0, the line is that of the mapping or list. Errors: TC_INTERNAL if memory is exhausted. */
tc_status tc_yaml_location_key(const tc_yaml_location *map, const char *name, int line,
                               tc_yaml_location *out);
tc_status tc_yaml_location_item(const tc_yaml_location *list, int index, int line, tc_yaml_location *out);

/* Computes the position `spot` with another line number. If `line` is 0, the line is unchanged. Errors:
 * TC_INTERNAL if memory is exhausted. */
tc_status tc_yaml_location_at_line(const tc_yaml_location *spot, int line, tc_yaml_location *out);

#endif
