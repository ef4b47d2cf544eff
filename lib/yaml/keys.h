/* Typed reader of YAML mappings. A table of keys states the allowed keys of a mapping and the member of a
 * struct that receives each value. A table may refer to other tables, for a nested mapping or for the items
 * of a list of mappings. Readers of configs, machine files and loop files define tables. They call
 * tc_key_values_create, then tc_key_values_collect or tc_key_values_assign for each text, where later texts
 * override earlier ones, then tc_key_values_read once. Not collective. Example:
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
 * The macros check the type of the member: a wrong type does not compile. */
#ifndef TC_YAML_KEYS_H
#define TC_YAML_KEYS_H

#include <stddef.h>
#include <stdint.h>

#include "base/text/line.h"
#include "base/text/registry.h"
#include "yaml/yaml.h"

/* ---- positions of values, for messages; the store owns all texts ---- */

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

/* Computes the position of a key of the mapping at `map`. If `line` is 0, the line is that of the mapping.
 * Errors: TC_INTERNAL if memory is exhausted. */
tc_status tc_yaml_location_key(const tc_yaml_location *map, const char *name, int line,
                               tc_yaml_location *out);

/* Computes the position `spot` with another line number. If `line` is 0, the line is unchanged. Errors:
 * TC_INTERNAL if memory is exhausted. */
tc_status tc_yaml_location_at_line(const tc_yaml_location *spot, int line, tc_yaml_location *out);

/* ---- tables ---- */

typedef struct tc_key tc_key;
typedef struct tc_keys tc_keys;

/* Reads the value of a key from the node, which is not null except for items of lists, into the member at the
 * address `field`. Errors are TC_USAGE, begin with spot->where and state the allowed values. Texts need not
 * be copied, because the node lives as long as spot->store. */
typedef tc_status tc_key_reader(const tc_key *key, const tc_yaml_location *spot, tc_yaml_node *node,
                                void *field);

struct tc_key {
  const char *name; /* "title", or "time.steps" for a key in the section `time` of the mapping */
  tc_key_reader *read;
  size_t field;              /* offset of the member in the table's struct */
  const char *default_value; /* default as YAML text. With "null" the member remains zero. NULL if the key is
                                required */
  const char *summary;       /* description in one line of Markdown; NULL for tables without descriptions */
  const char *alias;         /* second accepted name, which lists do not show; may be NULL */
  double min, max;           /* range of a number, or of each number in a list */
  const char *unit;          /* unit of min and max for messages; may be NULL */
  const char *reason;        /* reason for the range, for messages; may be NULL */
  const char *needs, *or_needs; /* key, or one of two keys, without which another value than 0 and null has no
                                   effect; may be NULL */
  const char *conflicts;        /* key that must not be set together with this one; may be NULL */
  const tc_registry *names;     /* registry of the allowed names */
  const char *extra_word; /* a further allowed word, stored as NULL (choice) or -1 (index); may be NULL */
  const tc_keys *keys;    /* table of a mapping or of a list of mappings */
  tc_key_reader *each;    /* reader of an item of a list */
  size_t size;            /* size of an item or of an array in bytes */
  bool obsolete;          /* true if the key is accepted in existing files, but never suggested or listed */
  bool solution;          /* for a run's config: true if another value gives another solution */
  bool run_length; /* for a run's config: true for the number or size of steps or iterations, which a resumed
                      run may change */
};

/* A table of keys for one struct. */
struct tc_keys {
  int count;
  const tc_key *key;
  /* True if the struct has a member `const char *` that receives the position of the mapping, such as
   * "run.yaml:12: boundary.markers, item 2". Its offset follows. */
  bool has_where;
  size_t where;
};

/* Type of a list member; the store owns the items. */
#define TC_LIST(type)                                                                                        \
  struct {                                                                                                   \
    int count;                                                                                               \
    type *item;                                                                                              \
  }

/* Evaluates to 0, or to a compiler error if the member has another type. */
#define TC_KEY_CHECK(table, type, member) _Generic(&((table *)0)->member, type * : (size_t)0)
#define TC_KEY_FIELD(table, type, member) (offsetof(table, member) + TC_KEY_CHECK(table, type, member))

/* First part of a table entry; `table` is the type of the struct. `.default_value` and the members that the
 * kind needs follow it. */

/* A value of a kind for which tc_key_read_<kind> and tc_key_type_<kind> exist, below or elsewhere. */
#define TC_KEY_VALUE(table, name_, kind, member)                                                             \
  .name = name_, .read = tc_key_read_##kind, .field = TC_KEY_FIELD(table, tc_key_type_##kind, member)

/* A text that is copied into an array of characters. */
#define TC_KEY_CHAR_ARRAY(table, name_, member)                                                              \
  .name = name_, .read = tc_key_read_char_array, .size = sizeof((table *)0)->member,                         \
  .field = TC_KEY_FIELD(table, char, member[0])

/* A list of values of one kind; the member is a TC_LIST. */
#define TC_KEY_LIST(table, name_, kind, member)                                                              \
  .name = name_, .read = tc_key_read_list, .each = tc_key_read_##kind, .size = sizeof(tc_key_type_##kind),   \
  .field = offsetof(table, member) + TC_KEY_CHECK(table, tc_key_type_##kind *, member.item)

/* TC_KEY_MAP: a mapping, for a member of a type with a table type_keys. TC_KEY_MAPS: a list of mappings, for
 * a TC_LIST of that type. */
#define TC_KEY_MAP(table, name_, type, member)                                                               \
  .name = name_, .read = tc_key_read_map, .keys = &type##_keys, .field = TC_KEY_FIELD(table, type, member)
#define TC_KEY_MAPS(table, name_, type, member)                                                              \
  .name = name_, .read = tc_key_read_list, .each = tc_key_read_map, .size = sizeof(type),                    \
  .keys = &type##_keys, .field = offsetof(table, member) + TC_KEY_CHECK(table, type *, member.item)

/* TC_KEY_CHOICE: an item of the registry type_registry, for a pointer to an item. TC_KEY_INDEX: an index in a
 * registry, for an int or enum. */
#define TC_KEY_CHOICE(table, name_, type, member)                                                            \
  .name = name_, .read = tc_key_read_choice, .names = &type##_registry,                                      \
  .field = TC_KEY_FIELD(table, const type *, member)
#define TC_KEY_INDEX(table, name_, list, type, member)                                                       \
  .name = name_, .read = tc_key_read_index, .names = &(list), .field = TC_KEY_FIELD(table, type, member)

/* TC_KEYS: first part of a table. TC_KEYS_WHERE: the offset of its member `where`. */
#define TC_KEYS(array)              .count = sizeof(array) / sizeof *(array), .key = (array)
#define TC_KEYS_WHERE(type, member) .has_where = true, .where = TC_KEY_FIELD(type, const char *, member)

/* Returns the index of a key by its name or alias; -1 if there is none of that name. */
int tc_keys_find(const tc_keys *keys, const char *name);

/* True if the key, or one of the keys of a table, is below the section. "time.steps" is below "time", and
 * every key is below "". */
bool tc_key_is_below(const tc_key *key, const char *section);
bool tc_keys_has_section(const tc_keys *keys, const char *section);

/* ---- kinds of values: the type of the member, and the reader ---- */

typedef const char *tc_key_type_text; /* lives as long as the node */
typedef const char *tc_key_type_path; /* path that is not empty */
typedef const char *tc_key_type_word; /* a word; the caller checks that it is allowed */
typedef int32_t tc_key_type_int32;    /* from key->min to key->max, like the numbers below */
typedef int64_t tc_key_type_int64;    /* integer with a magnitude below 2^53 */
typedef bool tc_key_type_boolean;     /* the word true or false */
typedef double tc_key_type_number;
typedef double tc_key_type_between;          /* above key->min and below key->max */
typedef double tc_key_type_positive;         /* above 0, finite, at most key->max */
typedef double tc_key_type_auto_or_positive; /* 0 stands for the word auto */
typedef double tc_key_type_auto_or_number;   /* -1 stands for the word auto */

tc_key_reader tc_key_read_text, tc_key_read_path, tc_key_read_word, tc_key_read_boolean, tc_key_read_int32,
    tc_key_read_int64, tc_key_read_number, tc_key_read_between, tc_key_read_positive,
    tc_key_read_auto_or_positive, tc_key_read_auto_or_number;

/* The macros above use the following readers. */
tc_key_reader tc_key_read_char_array; /* copies a text into an array of key->size bytes */
tc_key_reader tc_key_read_numbers;    /* reads a list of key->size / 8 numbers into an array of doubles */
tc_key_reader
    tc_key_read_choice; /* reads a name of key->names into a pointer to its item; NULL for key->extra_word */
tc_key_reader tc_key_read_index; /* reads a name of key->names into its index; -1 for key->extra_word */
tc_key_reader tc_key_read_list;  /* reads a list, each item with key->each */
tc_key_reader tc_key_read_map;   /* reads a mapping by the table key->keys */

/* ---- values of a table ---- */

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
 * Errors: those of tc_key_values_collect; TC_USAGE if a key is set by its name and also by its alias, both in
 * files or both in overrides. An override by either name replaces the value of a file. */
tc_status tc_key_values_assign(tc_key_values *values, const tc_yaml_location *map, const char *name, int line,
                               tc_yaml_node *node);

/* Reads the collected values, and defaults for all other keys, into the struct `out`, which must be zero.
 * Errors: TC_USAGE if a key is missing; those of the readers. */
tc_status tc_key_values_read(tc_key_values *values, const tc_yaml_location *map, void *out);

/* Creates the values, collects one mapping and reads it. */
tc_status tc_key_values_read_map(const tc_keys *keys, const tc_yaml_location *map, tc_yaml_node *node,
                                 void *out);

/* ---- checks and errors, all of code TC_USAGE (yaml/key_errors.c) ---- */

/* Checks key->needs and key->conflicts of all keys. Errors: at the location of the key. */
tc_status tc_key_values_check(const tc_key_values *values);

/* Returns the error "`where`: expected `what`, found ..". */
tc_status tc_key_expected_error(const char *where, const char *what, tc_yaml_node *node);

/* Returns the error for a word that is not in the registry key->names. */
tc_status tc_key_not_listed_error(const tc_key *key, const char *where, tc_yaml_node *node);

/* Returns the error for a value of the section `section`, "" for the whole mapping, that is not a mapping. */
tc_status tc_keys_not_a_map_error(const tc_keys *keys, const tc_yaml_location *map, const char *section,
                                  int line, tc_yaml_node *node);

/* Returns the error with `where`, the unknown key, and the nearest known key or all keys of its section. */
tc_status tc_keys_unknown_error(const tc_keys *keys, const char *where, const char *name);

#endif
