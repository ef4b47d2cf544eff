/* Access paths: names of the memory that a program reads and writes, in the form of its source. An access
 * path consists of a root (a variable, an allocation, a call) and a path from there: `self->inbox[]` consists
 * of the parameter `self` and "->inbox[]". The extraction (blame/extract) creates them, the closure
 * (blame/closure) adds more, and reports print them. Pure. Source: Zhang and Hollingsworth, section 4 (field
 * hierarchies, aliases). */
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
                     callee, if that is known. */
  TB_ROOT_UNKNOWN /* Unknown memory, for example the target of an integer cast to a pointer. */
} tb_root;

/* Maximum number of steps of an access path. Longer paths end in "...", which stands for all further steps.
 */
enum { TB_ACCESS_PATH_STEPS = 6 };

/* Steps of a path are ".member", "->member" and "[]". `*p` and `p[i]` are both written "p[]", so that equal
 * memory has equal names. Comparisons treat "->member" as "[]" and ".member", so `p[]` (everything to which p
 * points) contains `p->x`. Members of a union are not steps. An access path contains its extensions
 * (tb_access_path_contains). */
typedef struct tb_access_path {
  tb_root root;
  int number; /* Number of the root. Parameter: from 0; local variable: number within the function; call and
                 heap: number of the definition; other roots: 0. */
  /* Name of the variable. Returned value: "return"; heap and call: "malloc@LINE:COLUMN"; unknown memory: "?".
   */
  const char *name;
  const char *path; /* "" for the variable itself. */
  const char *type; /* Type of the memory in C syntax, such as "double"; "" if unknown. */
  /* Name that begins at the last struct in the path, such as "condensed.copy[]"; NULL if the path has no
   * struct. */
  const char *member;
  int line;         /* Line of the declaration; 0 if there is none. */
  const char *file; /* Source file of a static variable; NULL if the variable is visible to all files. */
  int followed; /* Number of steps up to and including the last dereference, where "->x" counts two; 0 for the
                   variable's own memory. For `s.v[]` it is 0 if v is an array and 2 if v is a pointer; for
                   `p->a.b` it is 1. */
  bool hidden;  /* True for a variable that the compiler created. It takes part in the analysis but is not
                   printed. */
} tb_access_path;

/* Returns the number of steps of a path. "->x" counts two, and "..." counts one. */
int tb_access_path_steps(const char *path);

/* True if both have the same root. */
bool tb_access_path_same_root(const tb_access_path *a, const tb_access_path *b);

/* True if both name the same memory by the same path, in any spelling. Equal access paths have equal
 * hashes. */
bool tb_access_path_equal(const tb_access_path *a, const tb_access_path *b);
uint64_t tb_access_path_hash(const tb_access_path *place);

/* True if `part` is `whole` or an extension of it, also through pointers. The paths that a variable contains
 * are its hierarchy. */
bool tb_access_path_contains(const tb_access_path *whole, const tb_access_path *part);

/* True if both share memory, so that writing one changes the other. A pointer shares no memory with its
 * target. */
bool tb_access_path_overlaps(const tb_access_path *a, const tb_access_path *b);

/* True if callers of the function can access the memory. It is then a target of a parameter, a global or the
 * returned value. */
bool tb_access_path_is_visible(const tb_access_path *place);

/* Copies the access path to `*out` and cuts it after `steps` steps if it is longer, where "->x" counts one.
 * For example, `p->x[]` and 1 give "p->x...". Errors: TC_INTERNAL if memory is exhausted. */
tc_status tb_access_path_truncate(tc_pool *pool, const tb_access_path *place, int steps, tb_access_path *out);

/* Returns in `*out` the access path `lead`, extended by those steps of `part` that follow its first `steps`
 * steps. For example, the lead `x`, the part `out->v[]` and one step give `x.v[]`. The result has the root of
 * the lead and the type of the part. It is truncated after TB_ACCESS_PATH_STEPS steps, and where a member
 * recurs in a list ("->next->next"). Errors: TC_INTERNAL if memory is exhausted. */
tc_status tb_access_path_append(tc_pool *pool, const tb_access_path *lead, const tb_access_path *part,
                                int steps, tb_access_path *out);

#endif
