/* Access paths: the memory that a program reads and writes, as its source names it. An access path is a
 * root (a variable, an allocation, a call) and a path from there: `self->inbox[]` is the parameter `self`
 * and "->inbox[]". Created by the extraction (blame/extract), extended by the closure (blame/closure),
 * shown by reports. Pure. Source: Zhang and Hollingsworth, section 4 (field hierarchies, aliases). */
#ifndef TC_BLAME_FACTS_ACCESS_PATH_H
#define TC_BLAME_FACTS_ACCESS_PATH_H

#include <stdbool.h>
#include <stdint.h>

#include "base/core/pool.h"

typedef enum tb_root {
  TB_ROOT_LOCAL,
  TB_ROOT_PARAMETER,
  TB_ROOT_GLOBAL, /* Includes static variables and string constants. */
  TB_ROOT_RETURN, /* Value returned by the function. */
  TB_ROOT_HEAP,   /* Allocated memory that no variable names, identified by its call. */
  TB_ROOT_CALL,   /* Target of a pointer returned by a call. The closure replaces it by the target within the
                     callee, if known. */
  TB_ROOT_UNKNOWN /* Unknown memory, for example the target of an integer cast to a pointer. */
} tb_root;

/* Limit of steps. Longer paths end in "...", which stands for everything below. */
enum { TB_ACCESS_PATH_STEPS = 6 };

/* Steps of a path: ".member", "->member", "[]". `*p` is also written "p[]", so each memory has one name.
 * Comparisons treat "->member" as "[]" and ".member", so `p[]` (everything p points to) contains `p->x`.
 * Members of a union have no steps. An access path contains its extensions (tb_access_path_contains). */
typedef struct tb_access_path {
  tb_root root;
  int number; /* Parameter: from 0; local: number within the function; call, heap: number of its definition;
                 others: 0. */
  /* Name of the variable; return: "return"; heap, call: "malloc@LINE:COLUMN"; unknown: "?". */
  const char *name;
  const char *path; /* "" for the variable itself. */
  const char *type; /* Type of the memory in C syntax: "double"; "": unknown. */
  /* Name by the last struct in the path: "condensed.copy[]"; NULL: the path has no struct. */
  const char *member;
  int line;         /* Line of the declaration; 0: none. */
  const char *file; /* Source file of a static variable; NULL: visible to all files. */
  int followed; /* Number of steps up to and including the last dereference, where "->x" counts two; 0: the
                   variable's own memory. `s.v[]` has 0 for an array and 2 for a pointer; `p->a.b` has 1. */
  bool hidden;  /* Created by the compiler: takes part in the analysis but is not shown. */
} tb_access_path;

/* Returns the number of steps of a path, where "->x" counts two and "..." one. */
int tb_access_path_steps(const char *path);

/* True if both have the same variable, call or allocation. */
bool tb_access_path_same_root(const tb_access_path *a, const tb_access_path *b);

/* True if both name the same memory by the same path, in any spelling. Equal access paths have equal
 * hashes. */
bool tb_access_path_equal(const tb_access_path *a, const tb_access_path *b);
uint64_t tb_access_path_hash(const tb_access_path *place);

/* True if `part` is `whole` or an extension of it, also through pointers. This defines a variable's
 * hierarchy. */
bool tb_access_path_contains(const tb_access_path *whole, const tb_access_path *part);

/* True if both share memory, so writing one changes the other. A pointer shares no memory with its
 * target. */
bool tb_access_path_overlaps(const tb_access_path *a, const tb_access_path *b);

/* True if callers can see it: targets of parameters, globals, returned values. */
bool tb_access_path_is_visible(const tb_access_path *place);

/* Returns the access path, truncated after `steps` steps if it is longer, where "->x" counts one:
 * `p->x[]` and 1 yields "p->x...". Errors: TC_INTERNAL out of memory. */
tc_status tb_access_path_truncate(tc_pool *pool, const tb_access_path *place, int steps, tb_access_path *out);

/* Returns `lead` extended by the steps of `part` after the first `steps` ones: lead `x`, part `out->v[]`
 * and one step yield `x.v[]`. The result has the root of the lead and the type of the part. It is
 * truncated after TB_ACCESS_PATH_STEPS steps and where a member recurs in a list ("->next->next").
 * Errors: TC_INTERNAL out of memory. */
tc_status tb_access_path_append(tc_pool *pool, const tb_access_path *lead, const tb_access_path *part,
                                int steps, tb_access_path *out);

#endif
