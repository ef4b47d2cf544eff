/* What static analysis knows of a program: its functions, their places and definitions, and, once closed
 * (blame/closure/closure.h), which definitions each place is blamed for. */
#ifndef TC_BLAME_FACTS_FACTS_H
#define TC_BLAME_FACTS_FACTS_H

#include <stdint.h>

#include "base/containers/bit_set.h"
#include "base/core/pool.h"
#include "blame/facts/access_path.h"

typedef struct tc_spot {
  int line, column; /* from 1; column 0: not known */
  int file;         /* number in facts->files: macros and inlined headers differ from the function's file */
} tc_spot;

/* Numbers in an array that the facts own. */
typedef struct tc_numbers {
  int count;
  const int *of;
} tc_numbers;

typedef enum tc_definition_kind {
  TC_DEFINE_STORE, /* a store, a memory intrinsic (memcpy, memset of clang), or a prefetch: writes nothing */
  TC_DEFINE_CALL,
  TC_DEFINE_BRANCH, /* conditional branch, switch: writes nothing */
  TC_DEFINE_RETURN
} tc_definition_kind;

/* What a value is computed from. */
typedef struct tc_inputs {
  tc_numbers reads;  /* places that are read in memory, flow-insensitively: every write of one that overlaps
                        counts, and what was there when the function began */
  tc_numbers from;   /* definitions of this function as known exactly: reaching definitions of scalars whose
                        address is not taken, calls whose result is used, branches that choose (`a ? b : c`) */
  tc_numbers enters; /* parameters (numbers) whose value at the start of the function may be read; scalars
                        whose address is not taken only, others are in `reads` */
} tc_inputs;

/* What is given to a function, given back, or a pointer that is stored. */
typedef struct tc_argument {
  tc_inputs in;     /* what it is computed from, e.g. of `self->x` the pointer `self` */
  bool pointer;     /* it is one, whatever it leads to */
  tc_numbers leads; /* of a pointer: the places that `*argument` is: of `&x` x, of an array `a` a[], of a
                       pointer `self->copy` self->copy[] and what else that may be; empty: not known */
} tc_argument;

/* One statement of the unoptimised program that writes, calls, branches or returns. */
typedef struct tc_definition {
  tc_definition_kind kind;
  tc_spot at;
  int spots;
  const tc_spot *spot; /* [spots] all of its expression down to the loads, `at` among them, without repeats */
  int jumps;
  const tc_spot *jump; /* [jumps] of a branch: where what it decides on ends or goes elsewhere (closing
                          braces, break, goto): code that the source has no statement for stands there */
  tc_numbers writes;   /* places (of the function); of a return the return; a call's are found by closure, and
                          what it returns others take by `from` */
  tc_inputs in;        /* all of its expression; of a call also its arguments and the pointer to the callee */
  tc_numbers under;    /* branches that decide whether it runs */
  bool conditional;    /* decided by a branch none of whose edges leaves the innermost cycle around it */
  int arguments;       /* of a call; of a return with a value, and of a store of a pointer: 1; otherwise 0 */
  const tc_argument *argument; /* [arguments] */
  /* Calls only: */
  const char *callee;    /* name; NULL: through a pointer */
  int callee_file;       /* where a static callee stands; -1: not static */
  const char *through;   /* of a pointer: member ("tc_strategy.multiply"), or "" */
  tc_inputs pointed;     /* of a pointer: what it is computed from */
  const char *signature; /* LLVM's type of the callee, to find candidates by */
} tc_definition;

/* A pointer that is kept where others see it or in a member, and what it leads to besides place[]: what is
 * written behind it is written there. */
typedef struct tb_stored_pointer {
  int place;
  tc_numbers leads;
} tb_stored_pointer;

/* A place of a function that somebody outside sees written, and what it is computed from. */
typedef struct tc_exit {
  int place;         /* of the function: what a parameter points to, global, return */
  tc_numbers inputs; /* places of the function (what parameters point to, parameters, globals) */
  tc_numbers enters; /* parameters whose value counts */
} tc_exit;

/* What a call does in the caller: one exit of one possible callee. */
typedef struct tc_effect {
  int definition;    /* the call */
  int callee;        /* number of the function; -1: an external */
  int exit;          /* of the callee */
  tc_numbers writes; /* places of the caller; none for what is returned, which others take by `from` */
} tc_effect;

typedef struct tc_function {
  const char *name;
  int file, line, last_line;
  bool is_static;
  const char *signature;
  int parameters;
  const char *const *parameter; /* [parameters] names */
  int places;
  const tb_access_path *place; /* [places] */
  int definitions;
  const tc_definition *definition; /* [definitions] */
  int pointers;
  const tb_stored_pointer *pointer; /* [pointers] */
  /* From here on: made by closure. */
  int added; /* places at the end of `place` that calls write or read */
  int exits;
  const tc_exit *exit;
  int effects;
  const tc_effect *effect;
  const tc_set *blame; /* [places] what the place is blamed for: d < definitions a definition, otherwise the
                          effect d - definitions: of a call those count that the place depends on */
  tc_set claimed;      /* all that some place is blamed for */
} tc_function;

/* A pointer to a function in a constant initialiser. */
typedef struct tc_target {
  const char *member; /* "tc_strategy.multiply"; "": address taken elsewhere */
  const char *name, *signature;
  int file; /* of a static function, -1 otherwise */
} tc_target;

/* A file that was analysed. */
typedef struct tc_source {
  const char *path; /* absolute */
  char hash[17];    /* of its text, base/numeric/hash.h */
} tc_source;

typedef enum tc_transfer { TC_TRANSFER_FULL, TC_TRANSFER_CERTAIN, TC_TRANSFERS } tc_transfer;

typedef struct tc_facts {
  tc_pool *pool; /* owns all that is in here */
  const char *compiler;
  int files, functions, targets;
  tc_source *file;
  tc_function *function;
  tc_target *target;
  char inputs[17];      /* hash of the commands and files that they were made from; "" none */
  int units_failed;     /* files that did not compile, so what is missing may be in them */
  tc_transfer transfer; /* of the blame sets; valid when closed */
  bool closed;
} tc_facts;

tc_status tc_facts_create(tc_facts **out);
void tc_facts_destroy(tc_facts **facts);

/* Whoever builds facts: all that is added lives in facts->pool, or longer. A file is added once, with the
 * hash of its text ("" when it cannot be read). *number: of what was added, or was there: a function of that
 * name, file and line; targets without repeats. Errors: TC_INTERNAL. */
tc_status tc_facts_add_file(tc_facts *facts, const char *path, int *number);
tc_status tc_facts_add_source(tc_facts *facts, const tc_source *source, int *number); /* as it is */
tc_status tc_facts_add_function(tc_facts *facts, const tc_function *function, int *number);
tc_status tc_facts_add_target(tc_facts *facts, const tc_target *target);
bool tc_facts_has(const tc_facts *facts, const char *name, int file, int line);
tc_status tc_facts_numbers(tc_facts *facts, int count, const int *of, tc_numbers *out); /* a copy */

void tc_facts_forget_blame(tc_function *function); /* frees its sets */

/* Whether sources (numbers of files; NULL: all) are as they were analysed; those that are gone are not asked.
 * Errors: TC_INPUT naming the first that changed. */
tc_status tc_facts_check_sources(const tc_facts *facts, const tc_set *files);

/* Text, sorted, stable from one analysis to the next. Errors: TC_OUTPUT; TC_INPUT naming file and line, also
 * where a number points nowhere. What is read is not closed. */
tc_status tc_facts_write(const tc_facts *facts, const char *path);
tc_status tc_facts_read(const char *path, tc_facts **out);
tc_status tc_facts_parse(const char *path, const char *text, tc_facts **out); /* path: for messages */

/* The innermost function that spans a line of a file; NULL: none. Files match by full path, else by the
 * longest common end of at least two parts. With a name (NULL: any) it must have it. */
const tc_function *tc_facts_function(const tc_facts *facts, const char *file, int line, const char *name);

/* The number of a file, matched likewise; -1: none. */
int tc_facts_file(const tc_facts *facts, const char *path);

#endif
