/* Places: what a program writes and reads, as its source names it. A place is a root and a path from there:
 * `self->inbox[]` is the parameter `self` and "->inbox[]". Design after Zhang and Hollingsworth, section 4
 * (field hierarchies, aliases). Pure. */
#ifndef TC_BLAME_FACTS_ACCESS_PATH_H
#define TC_BLAME_FACTS_ACCESS_PATH_H

#include <stdbool.h>
#include <stdint.h>

#include "base/core/pool.h"

typedef enum tb_root {
  TB_ROOT_LOCAL,
  TB_ROOT_PARAMETER,
  TB_ROOT_GLOBAL, /* statics and string constants among them */
  TB_ROOT_RETURN, /* what a function returns */
  TB_ROOT_HEAP,   /* what an allocation that no variable names gave, by its site */
  TB_ROOT_CALL,   /* what the pointer leads to that a call of another function gave; closure replaces it by
                     what that function returns, where it knows it */
  TB_ROOT_UNKNOWN /* memory that nothing is known of: integers cast to pointers and the like */
} tb_root;

enum { TB_ACCESS_PATH_STEPS = 6 }; /* of a path; longer ones end in "...": all that is below */

/* Steps of a path: ".member", "->member", "[]". `*p` is written "p[]" too, so that one memory has one name;
 * "->member" is "[]" and ".member" for whoever compares: `p[]`, all of what p points to, contains `p->x`.
 * Members of a union have no steps. A place contains its extensions: tb_access_path_contains. */
typedef struct tb_access_path {
  tb_root root;
  int number; /* parameter: from 0; local: of the function, from 0; call, heap: its definition; others 0 */
  const char *name; /* of the variable; return: "return"; heap, call: "malloc@LINE:COLUMN"; unknown: "?" */
  const char *path; /* "" for the variable itself */
  const char *type; /* in C's spelling, of the place itself: "double"; "" unknown */
  const char
      *member;      /* named by the last struct on the way: "condensed.copy[]"; NULL: no struct on the way */
  int line;         /* of the declaration; 0: none */
  const char *file; /* of a static: its source file; NULL: seen by all files */
  int followed; /* steps up to the last that follows a pointer, it included, where "->x" counts two; 0: the
                   variable's own memory. `s.v[]` of an array has 0, of a pointer 2; `p->a.b` has 1 */
  bool hidden;  /* the compiler's own: takes part, is not shown */
} tb_access_path;

/* Steps of a path, where "->x" counts two and "..." one. */
int tb_access_path_steps(const char *path);

/* The same variable, or site. */
bool tb_access_path_same_root(const tb_access_path *a, const tb_access_path *b);

/* The same memory by the same name, whatever spelling. Equal places have equal hashes. */
bool tb_access_path_equal(const tb_access_path *a, const tb_access_path *b);
uint64_t tb_access_path_hash(const tb_access_path *place);

/* Whether `part` is `whole` or anything below it, through pointers too: what the variable's hierarchy is. */
bool tb_access_path_contains(const tb_access_path *whole, const tb_access_path *part);

/* Whether they share memory: who writes the one changes the other. A pointer shares none with what it leads
 * to. */
bool tb_access_path_overlaps(const tb_access_path *a, const tb_access_path *b);

/* Whether somebody outside the function knows it: what parameters lead to, globals, what is returned. */
bool tb_access_path_is_visible(const tb_access_path *place);

/* The place, or all below the first `steps` steps of its path, where "->x" is one: "p->x..." of `p->x[]` and
 * 1. Errors: TC_INTERNAL. */
tc_status tb_access_path_truncate(tc_pool *pool, const tb_access_path *place, int steps, tb_access_path *out);

/* What stands below `lead` as `part` stands below what the first `steps` steps of its path name, e.g. of
 * lead `x`, part `out->v[]` and one step `x.v[]`; cut off behind TB_ACCESS_PATH_STEPS, and where a list goes
 * on
 * ("->next->next"). A place of the lead's variable, of the part's type. Errors: TC_INTERNAL. */
tc_status tb_access_path_append(tc_pool *pool, const tb_access_path *lead, const tb_access_path *part,
                                int steps, tb_access_path *out);

#endif
