/* Access paths: names of memory in C syntax, as in the source of the analysed program. An access path
 * consists of a root (a variable, an allocation or a call) and a path from this root. For example,
 * `self->inbox[]` consists of the parameter `self` and the path "->inbox[]". The extraction (blame/extract)
 * creates access paths, the closure (blame/closure) adds more, and reports print them. Source: Zhang and
 * Hollingsworth, section 4 (field hierarchies, aliases). */
#ifndef TC_BLAME_FACTS_ACCESS_PATH_H
#define TC_BLAME_FACTS_ACCESS_PATH_H

#include <stdbool.h>
#include <stdint.h>

#include "base/core/pool.h"

typedef enum tb_root {
  TB_ROOT_LOCAL,
  TB_ROOT_PARAMETER,
  TB_ROOT_GLOBAL, /* Global or static variable, or string constant. */
  TB_ROOT_RETURN, /* Value that the analysed function returns. */
  TB_ROOT_HEAP,   /* Memory that a call such as malloc has allocated. It gets the name of this call if no
                   * variable points to it. */
  TB_ROOT_CALL,   /* Memory to which a pointer returned by a call points. If the callee was analysed, the
                     closure replaces this path by the access path of the memory within the callee. */
  TB_ROOT_UNKNOWN /* Unknown memory, for example the target of an integer cast to a pointer. */
} tb_root;

/* Maximum number of steps of an access path. A longer path is cut and ends in "...", which denotes all
 * further steps. */
enum { TB_ACCESS_PATH_STEPS = 6 };

/* An access path. The steps of its path are ".member", "->member" and "[]". Both `*p` and `p[i]` are written
 * as "p[]", so that the same memory has only one name. In comparisons "->member" is equal to "[]" followed by
 * ".member". Hence `p[]`, which denotes everything to which p points, contains `p->x`. A member of a union
 * adds no step. */
typedef struct tb_access_path {
  tb_root root;
  /* Number of the root. For a parameter it is the index from 0, and for a local variable the index within the
   * function. For a call or an allocation it is the index of the definition. It is 0 for all other roots. */
  int number;
  /* Name of the root: the name of the variable, "return" for a returned value, "malloc@LINE:COLUMN" for an
   * allocation or another call, and "?" for unknown memory. */
  const char *name;
  const char *path; /* Steps from the root; "" for the root itself. */
  const char *type; /* Type of the memory in C syntax, such as "double"; "" if unknown. */
  /* Name of the memory that begins at the last struct in the path. For example, "condensed.copy[]" is an
   * element of the member `copy` of `struct condensed`. NULL if the path contains no struct. */
  const char *member;
  int line;         /* Line where the variable is declared; 0 if there is none. */
  const char *file; /* Source file of a static variable; NULL for all other variables. */
  /* Number of steps up to and including the last step that dereferences a pointer, where "->x" counts two. It
   * is 0 if the path dereferences no pointer. For `s.v[]` it is 0 if v is an array and 2 if v is a pointer.
   * For `p->a.b` it is 1. */
  int pointer_steps;
  bool is_hidden; /* True for a variable that the compiler created. Reports do not print such a variable. */
} tb_access_path;

/* Returns the number of steps of a path. "->x" counts two, and "..." counts one. */
int tb_access_path_count_steps(const char *path);

/* True if both access paths have the same root. */
bool tb_access_path_has_same_root(const tb_access_path *a, const tb_access_path *b);

/* Returns true if both access paths have the same root and the same steps, where "->x" equals "[].x". Such
 * access paths also have equal hashes. */
bool tb_access_path_is_equal(const tb_access_path *a, const tb_access_path *b);
uint64_t tb_access_path_hash(const tb_access_path *path);

/* Returns true if `part` equals `whole` or consists of `whole` and further steps, which may dereference
 * pointers. */
bool tb_access_path_contains(const tb_access_path *whole, const tb_access_path *part);

/* True if the memory of both access paths overlaps, so that writing to one changes the other. The memory to
 * which a pointer points does not overlap the pointer. */
bool tb_access_path_overlaps(const tb_access_path *a, const tb_access_path *b);

/* True if the callers of the function can access the memory. Such paths are those of global variables, of the
 * returned value, and of memory to which a parameter points. */
bool tb_access_path_is_visible(const tb_access_path *path);

/* Copies the access path to `*out` and cuts it after `steps` steps if it is longer. Here "->x" counts as one
 * step. For example, cutting `p->x[]` after 1 step gives "p->x...". Errors: TC_INTERNAL if memory is
 * exhausted. */
tc_status tb_access_path_truncate(tc_pool *pool, const tb_access_path *path, int steps, tb_access_path *out);

/* Returns in `*out` the access path `base`, followed by the steps of `part` after its first `steps` steps.
 * For example, `x`, `out->v[]` and one step give `x.v[]`. The result has the root of `base` and the type of
 * `part`. It is cut after TB_ACCESS_PATH_STEPS steps, and before a member that occurs again, as in a linked
 * list ("->next->next"). Errors: TC_INTERNAL if memory is exhausted. */
tc_status tb_access_path_append(tc_pool *pool, const tb_access_path *base, const tb_access_path *part,
                                int steps, tb_access_path *out);

#endif
