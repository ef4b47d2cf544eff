/* Tables of keys: what a mapping of a YAML text may hold, and which member of a struct each value goes to. A
 * table may name other tables: for a mapping inside it, for the items of a list of mappings, for one form of
 * several that a value may have. Not collective.
 *
 *   typedef struct marker { int32_t marker; double value; const char *where; } marker;
 *   typedef struct boundary { TC_LIST(marker) markers; } boundary;
 *
 *   static const tc_key marker_key[] = {
 *       {TC_KEY_VALUE(marker, "marker", int32, marker), .least = 1, .most = 100},
 *       {TC_KEY_VALUE(marker, "value", number, value), .standard = "0", .most = DBL_MAX},
 *   };
 *   static const tc_keys marker_keys = {TC_KEYS(marker_key), TC_KEYS_WHERE(marker, where)};
 *
 *   static const tc_key boundary_key[] = {{TC_KEY_MAPS(boundary, "markers", marker, markers), .standard =
 * "[]"}};
 *
 * The macros check the type of the member: a wrong one does not compile. */
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

/* Reads a value into the member `field`; errors, TC_USAGE, begin with spot->where and say what is allowed.
 * Texts may stay in the node, which lives as long as the spot's store. Key kinds are in key_types.h. */
typedef tc_status tc_key_reader(const tc_key *key, const tc_yaml_location *spot, tc_yaml_node *node,
                                void *field);

struct tc_key {
  const char *name; /* "title"; "time.steps": in the section `time` of the mapping */
  tc_key_reader *read;
  size_t field;              /* offset in the table's struct */
  const char *default_value; /* default as YAML: null leaves the member zero; NULL: the key must be given */
  double min, max;           /* of a number, or of each in a list */
  const char *unit;          /* of both, for people; or NULL */
  const char *reason;        /* there is nothing beyond them, for people; or NULL */
  const tc_registry *names;  /* of one that is chosen from a list */
  const char *extra_word;    /* a word that is allowed beside those; it gives NULL or -1 */
  const tc_keys *keys;       /* of a mapping or a list of them */
  tc_key_reader *each;       /* of a list: how an item is read */
  size_t size;               /* of an item or of an array, bytes */
  const tc_key_forms *forms; /* of a value that may have several */
  bool obsolete;             /* accepted where it is written already, and told to nobody */
  bool solution;             /* in a run's config: a different value is a different solution */
  bool run_length;           /* .. number or size of steps or iterations, which a resumed run may change */
};

/* A table. */
struct tc_keys {
  int count;
  const tc_key *key;
  /* A member `const char *` that is told where the mapping stands, "run.yaml:12: boundary.markers, item 2".
   */
  bool has_where;
  size_t where;
};

/* One of several forms of a value; messages call it key.name, "a number". */
typedef struct tc_key_form {
  bool (*fits)(tc_yaml_node *node);
  tc_key key; /* field: in the struct of the forms */
} tc_key_form;

/* The first that fits is taken; its number is written to the int member `taken`. */
struct tc_key_forms {
  int count;
  const tc_key_form *form;
  size_t taken;
};

/* A member that is a list; the items live in the store. */
#define TC_LIST(type)                                                                                        \
  struct {                                                                                                   \
    int count;                                                                                               \
    type *item;                                                                                              \
  }

/* 0, and an error of the compiler when the member is of another type. */
#define TC_KEY_CHECK(table, type, member) _Generic(&((table *)0)->member, type * : (size_t)0)
#define TC_KEY_FIELD(table, type, member) (offsetof(table, member) + TC_KEY_CHECK(table, type, member))

/* What an entry of a table begins with; table: the struct. Behind it .standard and what else the kind needs.
 */

/* A value of one of the kinds in key_types.h, or of your own: tc_key_read_<kind>, tc_key_type_<kind>. */
#define TC_KEY_VALUE(table, name_, kind, member)                                                             \
  .name = name_, .read = tc_key_read_##kind, .field = TC_KEY_FIELD(table, tc_key_type_##kind, member)

/* A text into an array of characters. */
#define TC_KEY_CHAR_ARRAY(table, name_, member)                                                              \
  .name = name_, .read = tc_key_read_char_array, .size = sizeof((table *)0)->member,                         \
  .field = TC_KEY_FIELD(table, char, member[0])

/* A list of such values: the member is a TC_LIST. */
#define TC_KEY_LIST(table, name_, kind, member)                                                              \
  .name = name_, .read = tc_key_read_list, .each = tc_key_read_##kind, .size = sizeof(tc_key_type_##kind),   \
  .field = offsetof(table, member) + TC_KEY_CHECK(table, tc_key_type_##kind *, member.item)

/* A mapping into a member of a type with a table type_keys, and a list of mappings into a TC_LIST of that
 * type. */
#define TC_KEY_MAP(table, name_, type, member)                                                               \
  .name = name_, .read = tc_key_read_map, .keys = &type##_keys, .field = TC_KEY_FIELD(table, type, member)
#define TC_KEY_MAPS(table, name_, type, member)                                                              \
  .name = name_, .read = tc_key_read_list, .each = tc_key_read_map, .size = sizeof(type),                    \
  .keys = &type##_keys, .field = offsetof(table, member) + TC_KEY_CHECK(table, type *, member.item)

/* One of the forms type_forms, into a member of the type. */
#define TC_KEY_FORMS(table, name_, type, member)                                                             \
  .name = name_, .read = tc_key_read_forms, .forms = &type##_forms, .field = TC_KEY_FIELD(table, type, member)

/* One thing of the list type_registry, into a pointer to it; and an index of a list into an int or enum. */
#define TC_KEY_CHOICE(table, name_, type, member)                                                            \
  .name = name_, .read = tc_key_read_choice, .names = &type##_registry,                                      \
  .field = TC_KEY_FIELD(table, const type *, member)
#define TC_KEY_INDEX(table, name_, list, type, member)                                                       \
  .name = name_, .read = tc_key_read_index, .names = &(list), .field = TC_KEY_FIELD(table, type, member)

/* What a table begins with, and how it names its member `where`; what a list of forms is. */
#define TC_KEYS(array)              .count = sizeof(array) / sizeof *(array), .key = (array)
#define TC_KEYS_WHERE(type, member) .has_where = true, .where = TC_KEY_FIELD(type, const char *, member)
#define TC_KEY_FORM_LIST(type, array, member)                                                                \
  { sizeof(array) / sizeof *(array), array, TC_KEY_FIELD(type, int, member) }

/* The index of a key, -1 when there is none of that name. */
int tc_keys_find(const tc_keys *keys, const char *name);

/* True for a key below the section: "time.steps" below "time", every key below "". */
bool tc_key_is_below(const tc_key *key, const char *section);
bool tc_keys_has_section(const tc_keys *keys, const char *section);

/* Writes the names directly below a section, "steps, dt, safety, end"; returns the text of `list`. */
const char *tc_keys_format_section(const tc_keys *keys, const char *section, tc_line *list);

/* Error: `where`, the unknown key, and the nearest known one or what its section has. */
tc_status tc_keys_unknown_error(const tc_keys *keys, const char *where, const char *name);

#endif
