/* Lists of things that are known by name: strategies, schemes, orders, .. Each thing is a constant, defined
 * in a file of its own, and one line TC_ENTRY(name) of a .def file, which CMake reads too (lib/lists.cmake).
 * Its type begins with `const char *name, *summary`: the name as users write it, and one line about it.
 *
 *   orders.def      TC_ENTRY(rcm)
 *   order_rcm.c     const tc_order tc_order_rcm = {.name = "rcm", ..};
 *   order.h         TC_REGISTRY(tc_order);
 *   order.c         #define TC_REGISTRY_TYPE tc_order
 *                   #define TC_REGISTRY_DEF  "graph/orders.def"
 *                   #include "base/text/registry.inc"
 *
 * Nothing here is collective. */
#ifndef TC_BASE_TEXT_REGISTRY_H
#define TC_BASE_TEXT_REGISTRY_H

#include "base/core/status.h"
#include "base/text/line.h"

/* A list of any type: for whoever only wants the names. */
typedef struct tc_registry {
  int count;
  const char *(*name)(int index); /* index: 0 .. count-1, in the order of the .def file */
  const char *(*summary)(int index);
  const void *(*item)(int index); /* NULL: a thing is its index */
} tc_registry;

/* The index of a name, -1 when there is none. */
int tc_registry_find(const tc_registry *registry, const char *name);

/* Writes what may be chosen, "one of a, b, c", for messages, and returns the text of `line`. besides: a word
 * that is allowed as well, or NULL. */
const char *tc_registry_format_names(const tc_registry *registry, const char *besides, tc_line *line);

/* Writes which of them somebody may have meant, " (did you mean 'a'?)", "" for none, and returns the text of
 * `line`. */
const char *tc_registry_suggest(const tc_registry *registry, const char *word, tc_line *line);

/* What a user has chosen: *index, -1 for `besides`. Errors, TC_USAGE: "`where`: expected one of .., found
 * '..' (did you mean '..'?)". */
tc_status tc_registry_parse(const tc_registry *registry, const char *where, const char *word,
                            const char *besides, int *index);

/* The same of words between commas: index[*count], at most `most` (TC_USAGE else), each once, in the order of
 * the words. */
tc_status tc_registry_parse_list(const tc_registry *registry, const char *where, const char *words,
                                 const char *besides, int most, int *index, int *count);

/* What is known by its place in an array alone: `words`, whose type begins with name and summary. */
#define TC_REGISTRY_NAMED_ITEMS(registry, words)                                                             \
  static const char *words##_name(int index) { return words[index].name; }                                   \
  static const char *words##_summary(int index) { return words[index].summary; }                             \
  const tc_registry registry = {sizeof words / sizeof *words, words##_name, words##_summary, NULL}

/* Of nothing but these. */
typedef struct tc_named_item {
  const char *name, *summary;
} tc_named_item;

/* Declares how a list is read: NULL from find when there is none of that name. */
#define TC_REGISTRY(type)                                                                                    \
  extern const tc_registry type##_registry;                                                                  \
  int type##_count(void);                                                                                    \
  const type *type##_at(int index);                                                                          \
  const type *type##_find(const char *name)

#endif
