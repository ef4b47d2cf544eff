/* Typed reader of YAML mappings. A table (tc_keys) lists the allowed keys of a mapping and, for each key, the
 * member of a C struct that receives its value. An entry may refer to another table, for a nested mapping or
 * for the items of a list of mappings. The readers of configs, machine files and loop files define tables.
 * Such a reader calls tc_key_values_create once, then tc_key_values_collect or tc_key_values_assign for each
 * YAML text, and finally tc_key_values_read. Later texts override earlier ones. Not collective. Example:
 *   typedef struct marker { int32_t marker; double value; const char *where; } marker;
 *   typedef struct boundary { TC_LIST(marker) markers; } boundary;
 *   static const tc_key marker_key[] = {
 *       {TC_KEY_VALUE(marker, "marker", int32, marker), .min = 1, .max = 100},
 *       {TC_KEY_VALUE(marker, "value", number, value), .default_value = "0", .max = DBL_MAX},
 *   };
 *   static const tc_keys marker_keys = {TC_KEYS(marker_key), TC_KEYS_WHERE(marker, where)};
 *   static const tc_key boundary_key[] = {
 *       {TC_KEY_MAPS(boundary, "markers", marker, markers), .default_value = "[]"},
 *   };
 * An entry whose kind does not fit the type of the member does not compile. */
#ifndef TC_YAML_KEYS_H
#define TC_YAML_KEYS_H

#include <stddef.h>
#include <stdint.h>

#include "base/text/line.h"
#include "base/text/registry.h"
#include "yaml/yaml.h"

/* ---- positions of values, for error messages ---- */

typedef struct tc_yaml_location {
  tc_yaml_store *store;  /* owner of all texts of this struct; borrowed */
  const char *label;     /* name of the YAML text: "run.yaml", or an override such as "-s time.steps=5" */
  const char *override;  /* key that an override on the command line sets; NULL for a file */
  int line;              /* line number from 1; 0 if unknown */
  const char *path;      /* key with its enclosing keys, such as "boundary.markers, item 2: value"; "" for the
                            whole text */
  const char *separator; /* separator between path and the name of a key inside it: "", "." or ": " */
  /* Position as printed in error messages, such as "run.yaml:7: time.steps". For an override whose label
   * names the key, `where` is the label alone, such as "-s time.steps=5". */
  const char *where;
} tc_yaml_location;

/* Returns the position of a whole YAML text with the name `label`. `override` is the key that an override
 * sets; NULL for a file. */
tc_yaml_location tc_yaml_location_root(tc_yaml_store *store, const char *label, const char *override);

/* Computes the position of the key `name` in the mapping whose position is `map`. If `line` is 0, the line
 * number of the mapping is used. Errors: TC_INTERNAL if memory is exhausted. */
tc_status tc_yaml_location_key(const tc_yaml_location *map, const char *name, int line,
                               tc_yaml_location *out);

/* Copies the position `location` to `*out` and replaces its line number. If `number` is 0, the line number is
 * unchanged. Errors: TC_INTERNAL if memory is exhausted. */
tc_status tc_yaml_location_at_line(const tc_yaml_location *location, int number, tc_yaml_location *out);

/* ---- tables ---- */

typedef struct tc_key tc_key;
typedef struct tc_keys tc_keys;

/* Reader of one value. Checks `node` against the rules of `key` and stores the value in `field`, a member of
 * the table's struct. Error messages begin with location->where. */
typedef tc_status tc_key_reader(const tc_key *key, const tc_yaml_location *location, tc_yaml_node *node,
                                void *field);

struct tc_key {
  const char *name; /* "title", or "time.steps" for a key in the section `time` of the mapping */
  tc_key_reader *read;
  size_t field; /* offset of the member in the table's struct */
  /* Default as YAML text. If the default is "null", the member remains zero. NULL if the key is required. */
  const char *default_value;
  const char *summary; /* description in one line of Markdown; may be NULL */
  const char *alias;   /* second accepted name, which lists of keys omit; may be NULL */
  double min, max;     /* range of a number, or of each number in a list */
  const char *unit;    /* unit of min and max for messages; may be NULL */
  const char *reason;  /* reason for the range, for messages; may be NULL */
  /* Names of two other keys; either may be NULL. If the value of this key is not 0, false or null, at least
   * one of them must also be set. */
  const char *needs, *or_needs;
  const char *conflicts;    /* key that must not be set together with this one; may be NULL */
  const tc_registry *names; /* registry of the allowed words; for TC_KEY_CHOICE and TC_KEY_INDEX */
  /* One more allowed word. TC_KEY_CHOICE stores NULL for it, TC_KEY_INDEX stores -1. May be NULL. */
  const char *extra_word;
  const tc_keys *keys;      /* keys of the nested mapping, or of each mapping in a list */
  tc_key_reader *read_item; /* reader of each item, if the value is a list */
  size_t size;              /* bytes of one item if the value is a list, or of the member if it is an array */
  bool obsolete;            /* true if the key is accepted in existing files, but never suggested or listed */
  bool solution;            /* used in run configs: true if changing the value changes the solution */
  /* Used in run configs: true if the key sets the number or size of steps or iterations, which a resumed
   * run may change. */
  bool run_length;
};

/* Table of the keys of a mapping that is read into one struct. */
struct tc_keys {
  int count;
  const tc_key *key;
  /* True if the struct has a member of type `const char *` that receives the position of the mapping, such
   * as "run.yaml:12: boundary.markers, item 2". `where` is the offset of that member. */
  bool has_where;
  size_t where;
};

/* Type of a member that receives a list. The tc_yaml_store owns the items. */
#define TC_LIST(type)                                                                                        \
  struct {                                                                                                   \
    int count;                                                                                               \
    type *item;                                                                                              \
  }

/* TC_KEY_FIELD is the offset of a member, and does not compile if the member has another type than `type`.
 * TC_KEY_CHECK is 0 and makes this check. */
#define TC_KEY_CHECK(table, type, member) _Generic(&((table *)0)->member, type * : (size_t)0)
#define TC_KEY_FIELD(table, type, member) (offsetof(table, member) + TC_KEY_CHECK(table, type, member))

/* Each of the following macros begins an entry of a table. `table` is the type of the struct that receives
 * the values. After the macro an entry sets `.default_value` and other members of tc_key, such as `.min`. */

/* A single value. `kind` is the ending of a reader tc_key_read_<kind> and of the member's type
 * tc_key_type_<kind>. */
#define TC_KEY_VALUE(table, name_, kind, member)                                                             \
  .name = name_, .read = tc_key_read_##kind, .field = TC_KEY_FIELD(table, tc_key_type_##kind, member)

/* A text. The member is an array of characters, into which the text is copied. */
#define TC_KEY_CHAR_ARRAY(table, name_, member)                                                              \
  .name = name_, .read = tc_key_read_char_array, .size = sizeof((table *)0)->member,                         \
  .field = TC_KEY_FIELD(table, char, member[0])

/* A list of single values of the same kind. The member is a TC_LIST(tc_key_type_<kind>). */
#define TC_KEY_LIST(table, name_, kind, member)                                                              \
  .name = name_, .read = tc_key_read_list, .read_item = tc_key_read_##kind,                                  \
  .size = sizeof(tc_key_type_##kind),                                                                        \
  .field = offsetof(table, member) + TC_KEY_CHECK(table, tc_key_type_##kind *, member.item)

/* TC_KEY_MAP is a nested mapping. The member has the struct type `type`, and the table <type>_keys lists
 * its keys. TC_KEY_MAPS is a list of such mappings. The member is a TC_LIST(type). */
#define TC_KEY_MAP(table, name_, type, member)                                                               \
  .name = name_, .read = tc_key_read_map, .keys = &type##_keys, .field = TC_KEY_FIELD(table, type, member)
#define TC_KEY_MAPS(table, name_, type, member)                                                              \
  .name = name_, .read = tc_key_read_list, .read_item = tc_key_read_map, .size = sizeof(type),               \
  .keys = &type##_keys, .field = offsetof(table, member) + TC_KEY_CHECK(table, type *, member.item)

/* These macros read a name from a registry. TC_KEY_CHOICE stores a pointer to the item of the registry
 * <type>_registry. TC_KEY_INDEX stores the index of the name in the registry `list` as an int or enum. */
#define TC_KEY_CHOICE(table, name_, type, member)                                                            \
  .name = name_, .read = tc_key_read_choice, .names = &type##_registry,                                      \
  .field = TC_KEY_FIELD(table, const type *, member)
#define TC_KEY_INDEX(table, name_, list, type, member)                                                       \
  .name = name_, .read = tc_key_read_index, .names = &(list), .field = TC_KEY_FIELD(table, type, member)

/* Initialisers of a tc_keys. TC_KEYS sets the array of entries. TC_KEYS_WHERE names the member that
 * receives the position of the mapping. */
#define TC_KEYS(array)              .count = sizeof(array) / sizeof *(array), .key = (array)
#define TC_KEYS_WHERE(type, member) .has_where = true, .where = TC_KEY_FIELD(type, const char *, member)

/* Returns the index of the key with this name or alias; -1 if the table has no such key. */
int tc_keys_find(const tc_keys *keys, const char *name);

/* The first function returns true if the key is in the section, the second if at least one key of the table
 * is. "time.steps" is in "time", and every key is in "". */
bool tc_key_is_below(const tc_key *key, const char *section);
bool tc_keys_has_section(const tc_keys *keys, const char *section);

/* ---- kinds of values: type of the member and reader of each kind ---- */

typedef const char *tc_key_type_text; /* any text; the store owns it */
typedef const char *tc_key_type_path; /* a path; must not be empty */
typedef const char *tc_key_type_word; /* any word; the caller checks whether it is allowed */
typedef int32_t tc_key_type_int32;    /* integer from key->min to key->max */
typedef int64_t tc_key_type_int64;    /* integer from key->min to key->max, of magnitude below 2^53 */
typedef bool tc_key_type_boolean;     /* the word true or false */
typedef double tc_key_type_number;
typedef double tc_key_type_between;          /* number above key->min and below key->max */
typedef double tc_key_type_positive;         /* finite number above 0 and at most key->max */
typedef double tc_key_type_auto_or_positive; /* positive number, or the word auto, stored as 0 */
typedef double tc_key_type_auto_or_number;   /* number, or the word auto, stored as -1 */
typedef double tc_key_type_none_or_number;   /* number, or the word none, stored as 0 */
typedef int32_t tc_key_type_auto_or_int32;   /* integer, or the word auto, stored as 0 */
typedef double tc_key_type_limit; /* positive number, or the word auto, stored as -1, or none, stored as 0 */

tc_key_reader tc_key_read_text, tc_key_read_path, tc_key_read_word, tc_key_read_boolean, tc_key_read_int32,
    tc_key_read_int64, tc_key_read_number, tc_key_read_between, tc_key_read_positive,
    tc_key_read_auto_or_positive, tc_key_read_auto_or_number, tc_key_read_none_or_number,
    tc_key_read_auto_or_int32, tc_key_read_limit;

/* Readers that the macros TC_KEY_.. above select. */
tc_key_reader tc_key_read_char_array; /* copies a text into an array of key->size bytes */
tc_key_reader tc_key_read_numbers;    /* reads exactly key->size / 8 numbers into an array of doubles */
/* Reads a name of the registry key->names and stores a pointer to its item; NULL for key->extra_word. */
tc_key_reader tc_key_read_choice;
/* Reads a name of the registry key->names and stores its index; -1 for key->extra_word. */
tc_key_reader tc_key_read_index;
tc_key_reader tc_key_read_list; /* reads a list into a TC_LIST, each item with key->read_item */
tc_key_reader tc_key_read_map;  /* reads a mapping with the table key->keys into a struct */

/* ---- values collected for the keys of a table ---- */

/* Latest value that the texts set for a key, and the position of the value. */
typedef struct tc_key_value {
  tc_yaml_node *node; /* NULL if the key is not set or is set to null */
  bool is_set;        /* true if a text sets the key, also if it sets the key to null */
  const char *name; /* key->name or key->alias, as written in the text; owned by the store; NULL if the key is
                       not set */
  tc_yaml_location location; /* position of the value; location.where is NULL until the key is set or read */
} tc_key_value;

typedef struct tc_key_values {
  const tc_keys *keys;
  tc_key_value *value; /* [keys->count] latest value of each key */
} tc_key_values;

/* Initialises `*out` with no key set. Errors: TC_INTERNAL if memory is exhausted. */
tc_status tc_key_values_create(tc_yaml_store *store, const tc_keys *keys, tc_key_values *out);

/* Stores the values of all keys in the mapping `node`, whose position is `map`. If the mapping or a
 * section in it is null, its keys are reset to their defaults. Errors: TC_USAGE if the node is not a mapping,
 * or if a key is unknown. The message then suggests the most similar key. */
tc_status tc_key_values_collect(tc_key_values *values, const tc_yaml_location *map, tc_yaml_node *node);

/* Sets the key or section `name` of the mapping at `map` to the value `node`. `line` is the line number of
 * the key. An override replaces the value of a file, even if one uses the key's name and the other its alias.
 * Errors: those of tc_key_values_collect; TC_USAGE if two files, or two overrides, set the same key, one by
 * its name and the other by its alias. */
tc_status tc_key_values_assign(tc_key_values *values, const tc_yaml_location *map, const char *name, int line,
                               tc_yaml_node *node);

/* Reads the collected values into the struct `out`, which must be zeroed, and uses the defaults of the
 * other keys. Errors: TC_USAGE if a required key is missing; the errors of the readers. */
tc_status tc_key_values_read(tc_key_values *values, const tc_yaml_location *map, void *out);

/* Calls tc_key_values_create, tc_key_values_collect and tc_key_values_read for a single mapping. */
tc_status tc_key_values_read_map(const tc_keys *keys, const tc_yaml_location *map, tc_yaml_node *node,
                                 void *out);

/* ---- checks and error messages; every error has the code TC_USAGE (yaml/key_errors.c) ---- */

/* Checks the rules `needs`, `or_needs` and `conflicts` of each key that is set. The error message begins with
 * the position of the key that violates a rule. */
tc_status tc_key_values_check(const tc_key_values *values);

/* Returns the error "`where`: expected `expected`, found ..". */
tc_status tc_key_expected_error(const char *where, const char *expected, tc_yaml_node *node);

/* Returns the error for a value that is no name in the registry key->names. */
tc_status tc_key_not_listed_error(const tc_key *key, const char *where, tc_yaml_node *node);

/* Returns the error for a node that should be a mapping with the keys of `section`, but is not a mapping.
 * If `section` is "", the node should be the whole mapping at `map`. */
tc_status tc_keys_not_a_map_error(const tc_keys *keys, const tc_yaml_location *map, const char *section,
                                  int line, tc_yaml_node *node);

/* Returns the error for the unknown key `name`. The message begins with `where` and suggests the most
 * similar key, or lists all keys of the section. */
tc_status tc_keys_unknown_error(const tc_keys *keys, const char *where, const char *name);

#endif
