/* From a mapping of a YAML text to a struct, as a table of keys says. Values are collected first, from as
 * many texts as there are, and read when it is known which of them count. Not collective; errors are TC_USAGE
 * unless told. */
#ifndef TC_YAML_KEY_VALUES_H
#define TC_YAML_KEY_VALUES_H

#include "yaml/keys.h"

/* What is known of a key: the latest value that was given for it and where it stands. */
typedef struct tc_key_value {
  tc_yaml_node *node;    /* NULL: none, or null */
  bool is_set;           /* perhaps as null */
  tc_yaml_location spot; /* once it is given or read; where NULL before */
} tc_key_value;

typedef struct tc_key_values {
  const tc_keys *keys;
  tc_key_value *value; /* [keys->count] */
} tc_key_values;

/* Nothing given yet. Errors: TC_INTERNAL out of memory. */
tc_status tc_key_values_create(tc_yaml_store *store, const tc_keys *keys, tc_key_values *out);

/* Takes all values of a mapping, which stands at `map`; null in place of it or of a section: all its keys
 * fall back to their defaults. Errors: no mapping, unknown keys (with the nearest known one). */
tc_status tc_key_values_collect(tc_key_values *values, const tc_yaml_location *map, tc_yaml_node *node);

/* Takes one value for a key or a section of the mapping. */
tc_status tc_key_values_assign(tc_key_values *values, const tc_yaml_location *map, const char *name, int line,
                               tc_yaml_node *node);

/* Reads what was given, and defaults for the rest, into the struct `out`, zero before. Errors: missing keys,
 * and whatever the readers refuse. */
tc_status tc_key_values_read(tc_key_values *values, const tc_yaml_location *map, void *out);

/* All three for one mapping. */
tc_status tc_key_values_read_map(const tc_keys *keys, const tc_yaml_location *map, tc_yaml_node *node,
                                 void *out);

#endif
