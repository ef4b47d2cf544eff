/* Registries: lists of entries that users select by name, such as strategies, schemes and orderings. Each
 * entry is a constant in a file of its own (a plug-in). It has one line TC_ENTRY(name) in a .def file, which
 * CMake reads too (lib/lists.cmake). The type of the entries begins with `const char *name, *summary`: the
 * name in a config and one line of description. Config readers and `tetracast list` access all registries in
 * the same way.
 *
 *   orders.def      TC_ENTRY(rcm)
 *   order_rcm.c     const tc_order tc_order_rcm = {.name = "rcm", ..};
 *   order.h         TC_REGISTRY(tc_order);
 *   order.c         #define TC_REGISTRY_TYPE tc_order
 *                   #define TC_REGISTRY_DEF  "graph/order/orders.def"
 *                   #include "base/text/registry.inc"
 *
 * No function is collective. */
#ifndef TC_BASE_TEXT_REGISTRY_H
#define TC_BASE_TEXT_REGISTRY_H

#include "base/core/status.h"
#include "base/text/line.h"

/* Registry of entries of any type, for code that needs only the names of the entries. */
typedef struct tc_registry {
  int count;
  const char *(*name)(int index); /* index: 0 .. count-1, in the order of the .def file */
  const char *(*summary)(int index);
  /* Returns entry number `index`. The member is NULL if the registry has names and summaries only. */
  const void *(*item)(int index);
} tc_registry;

/* Returns the index of a name, -1 if there is none. */
int tc_registry_find(const tc_registry *registry, const char *name);

/* Formats the names of all entries as "one of a, b, c" into `line` and returns the text. `extra` is an
 * additional allowed word, or NULL. */
const char *tc_registry_format_names(const tc_registry *registry, const char *extra, tc_line *line);

/* Formats the name most similar to `word` as " (did you mean 'a'?)", or "" if none is similar, into `line`
 * and returns the text. */
const char *tc_registry_suggest(const tc_registry *registry, const char *word, tc_line *line);

/* Sets *index to the index of the entry that the user's word names, or to -1 if the word is `extra`. Errors:
 * TC_USAGE "`where`: expected one of .., found '..' (did you mean '..'?)". */
tc_status tc_registry_parse(const tc_registry *registry, const char *where, const char *word,
                            const char *extra, int *index);

/* Parses words separated by commas into `index`, which has *count entries after the call, in the order of the
 * words. Repeated words are stored once. Errors: those of tc_registry_parse; TC_USAGE if there are more than
 * `indices_max`. */
tc_status tc_registry_parse_list(const tc_registry *registry, const char *where, const char *words,
                                 const char *extra, int indices_max, int *index, int *count);

/* Defines a registry of the elements of the array `words`. The type of the elements begins with the members
 * name and summary. Code refers to these entries by index only, so tc_registry.item is NULL. */
#define TC_REGISTRY_NAMED_ITEMS(registry, words)                                                             \
  static const char *words##_name(int index) { return words[index].name; }                                   \
  static const char *words##_summary(int index) { return words[index].summary; }                             \
  const tc_registry registry = {sizeof words / sizeof *words, words##_name, words##_summary, NULL}

/* Entry that has only a name and a summary. */
typedef struct tc_named_item {
  const char *name, *summary;
} tc_named_item;

/* Declares the functions of a registry. `find` returns NULL if there is no such name. */
#define TC_REGISTRY(type)                                                                                    \
  extern const tc_registry type##_registry;                                                                  \
  int type##_count(void);                                                                                    \
  const type *type##_at(int index);                                                                          \
  const type *type##_find(const char *name)

#endif
