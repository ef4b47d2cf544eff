/* Reads a mapping of a YAML text into a struct, as described by a table of keys. Usage: tc_key_values_create,
 * then tc_key_values_collect or tc_key_values_assign for each text, where later texts override earlier ones,
 * then tc_key_values_read once. tc_key_values_read_map does all of this for one mapping. All memory belongs
 * to the store. Not collective; errors are TC_USAGE unless stated. */
#ifndef TC_YAML_KEY_VALUES_H
#define TC_YAML_KEY_VALUES_H

#include "yaml/keys.h"

/* State of a key: its latest value and the position of that value. */
typedef struct tc_key_value {
  tc_yaml_node *node;    /* NULL if there is no value or it is null */
  bool is_set;           /* true if the key was set, to null included */
  const char *name;      /* name or alias that the text uses, which the store owns; may be NULL */
  tc_yaml_location spot; /* position of the value; its member `where` is NULL until the key is set or read */
} tc_key_value;

typedef struct tc_key_values {
  const tc_keys *keys;
  tc_key_value *value; /* [keys->count] state of each key */
} tc_key_values;

/* Creates values without any key set. Errors: TC_INTERNAL if memory is exhausted. */
tc_status tc_key_values_create(tc_yaml_store *store, const tc_keys *keys, tc_key_values *out);

/* Collects all values of the mapping `node`, whose position is `map`. If the mapping or a section is null,
 * its keys return to their defaults. Errors: TC_USAGE if the node is not a mapping, or a key is unknown (with
 * the nearest known one). */
tc_status tc_key_values_collect(tc_key_values *values, const tc_yaml_location *map, tc_yaml_node *node);

/* Sets the key or section `name` of the mapping at `map` to the value `node`. `line` is the line of the key.
 * Errors: those of tc_key_values_collect; TC_USAGE if a key is set by its name and also by an alias, both in
 * files or both in overrides. An override by either name replaces the value of a file. */
tc_status tc_key_values_assign(tc_key_values *values, const tc_yaml_location *map, const char *name, int line,
                               tc_yaml_node *node);

/* Reads the collected values, and defaults for all other keys, into the struct `out`, which must be zero.
 * Errors: TC_USAGE if a key is missing; those of the readers. */
tc_status tc_key_values_read(tc_key_values *values, const tc_yaml_location *map, void *out);

/* Creates the values, collects one mapping and reads it. */
tc_status tc_key_values_read_map(const tc_keys *keys, const tc_yaml_location *map, tc_yaml_node *node,
                                 void *out);

#endif
