/* Tables of keys: the allowed keys of a mapping in a YAML text, and the member of a struct that receives
 * each value. A table may refer to other tables: for a nested mapping, for the items of a list of
 * mappings, or for one of several forms of a value. Config and machine file readers define tables;
 * key_values.h reads mappings by them. Not collective. Example:
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

#include <stdbool.h>
#include <stddef.h>

#include "base/text/line.h"
#include "base/text/registry.h"
#include "yaml/yaml.h"
#include "yaml/yaml_location.h"

typedef struct tc_key tc_key;
typedef struct tc_keys tc_keys;
typedef struct tc_key_forms tc_key_forms;

/* Reads the value of a key from the node into the member at the address `field`. Errors are TC_USAGE, begin
 * with spot->where and state the allowed values. Texts need not be copied, because the node lives as long as
 * spot->store. The kinds are in key_types.h. */
typedef tc_status tc_key_reader(const tc_key *key, const tc_yaml_location *spot, tc_yaml_node *node,
                                void *field);

struct tc_key {
  const char *name; /* "title", or "time.steps" for a key in the section `time` of the mapping */
  tc_key_reader *read;
  size_t field;              /* offset of the member in the table's struct */
  const char *default_value; /* default as YAML text. With "null" the member remains zero. NULL if the key is
                                required */
  double min, max;           /* range of a number, or of each number in a list */
  const char *unit;          /* unit of min and max for messages; may be NULL */
  const char *reason;        /* reason for the range, for messages; may be NULL */
  const tc_registry *names;  /* registry of the allowed names */
  const char *extra_word;    /* a further allowed word, stored as NULL (choice) or -1 (index); may be NULL */
  const tc_keys *keys;       /* table of a mapping or of a list of mappings */
  tc_key_reader *each;       /* reader of an item of a list */
  size_t size;               /* size of an item or of an array in bytes */
  const tc_key_forms *forms; /* forms of a value that may have several */
  bool obsolete;   /* true if the key is accepted in existing files, but never suggested or listed */
  bool solution;   /* for a run's config: true if another value gives another solution */
  bool run_length; /* for a run's config: true for the number or size of steps or iterations, which a resumed
                      run may change */
};

/* A second accepted name of a key. Lists show `name` alone, and messages the name that the user wrote. */
typedef struct tc_key_alias {
  const char *alias, *name;
} tc_key_alias;

/* A table of keys for one struct. */
struct tc_keys {
  int count;
  const tc_key *key;
  int aliases;
  const tc_key_alias *alias; /* [aliases] */
  /* True if the struct has a member `const char *` that receives the position of the mapping, such as
   * "run.yaml:12: boundary.markers, item 2". Its offset follows. */
  bool has_where;
  size_t where;
};

/* One of several forms of a value. Messages call it by key.name, such as "a number". */
typedef struct tc_key_form {
  bool (*fits)(tc_yaml_node *node);
  tc_key key; /* key.field is the offset in the struct of the forms */
} tc_key_form;

/* List of forms. The first one that fits is used, and its index is written to the int member `taken`. */
struct tc_key_forms {
  int count;
  const tc_key_form *form;
  size_t taken;
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

/* A value of a kind in key_types.h, or of another kind for which tc_key_read_<kind> and tc_key_type_<kind>
 * exist. */
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

/* A value in one of the forms type_forms, for a member of that type. */
#define TC_KEY_FORMS(table, name_, type, member)                                                             \
  .name = name_, .read = tc_key_read_forms, .forms = &type##_forms, .field = TC_KEY_FIELD(table, type, member)

/* TC_KEY_CHOICE: an item of the registry type_registry, for a pointer to an item. TC_KEY_INDEX: an index in a
 * registry, for an int or enum. */
#define TC_KEY_CHOICE(table, name_, type, member)                                                            \
  .name = name_, .read = tc_key_read_choice, .names = &type##_registry,                                      \
  .field = TC_KEY_FIELD(table, const type *, member)
#define TC_KEY_INDEX(table, name_, list, type, member)                                                       \
  .name = name_, .read = tc_key_read_index, .names = &(list), .field = TC_KEY_FIELD(table, type, member)

/* TC_KEYS: first part of a table. TC_KEYS_ALIASES: its aliases. TC_KEYS_WHERE: the offset of its member
 * `where`. TC_KEY_FORM_LIST: a list of forms. */
#define TC_KEYS(array)              .count = sizeof(array) / sizeof *(array), .key = (array)
#define TC_KEYS_ALIASES(array)      .aliases = sizeof(array) / sizeof *(array), .alias = (array)
#define TC_KEYS_WHERE(type, member) .has_where = true, .where = TC_KEY_FIELD(type, const char *, member)
#define TC_KEY_FORM_LIST(type, array, member)                                                                \
  { sizeof(array) / sizeof *(array), array, TC_KEY_FIELD(type, int, member) }

/* Returns the index of a key by its name or alias; -1 if there is none of that name. */
int tc_keys_find(const tc_keys *keys, const char *name);

/* True if the key, or one of the keys of a table, is below the section. "time.steps" is below "time", and
 * every key is below "". */
bool tc_key_is_below(const tc_key *key, const char *section);
bool tc_keys_has_section(const tc_keys *keys, const char *section);

/* Formats into `list` the names of the keys directly below a section, such as "steps, dt, safety, end".
 * Returns the text of `list`. */
const char *tc_keys_format_section(const tc_keys *keys, const char *section, tc_line *list);

/* Returns the error TC_USAGE with `where`, the unknown key, and the nearest known key or all keys of its
 * section. */
tc_status tc_keys_unknown_error(const tc_keys *keys, const char *where, const char *name);

#endif
