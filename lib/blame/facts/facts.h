/* What static analysis knows of a program: its functions, their places and definitions, and, once closed
 * (blame/closure/closure.h), which definitions each place is blamed for. */
#ifndef TC_BLAME_FACTS_FACTS_H
#define TC_BLAME_FACTS_FACTS_H

#include <stdint.h>

#include "base/containers/bit_set.h"
#include "base/core/pool.h"
#include "blame/facts/access_path.h"

typedef struct tb_source_position {
  int line, column; /* from 1; column 0: not known */
  int file;         /* number in facts->files: macros and inlined headers differ from the function's file */
} tb_source_position;

/* Numbers in an array that the facts own. */
typedef struct tb_index_list {
  int count;
  const int *item;
} tb_index_list;

typedef enum tb_definition_kind {
  TB_DEFINE_STORE, /* a store, a memory intrinsic (memcpy, memset of clang), or a prefetch: writes nothing */
  TB_DEFINE_CALL,
  TB_DEFINE_BRANCH, /* conditional branch, switch: writes nothing */
  TB_DEFINE_RETURN
} tb_definition_kind;

/* What a value is computed from. */
typedef struct tb_inputs {
  tb_index_list reads; /* places that are read in memory, flow-insensitively: every write of one that overlaps
                       counts, and what was there when the function began */
  tb_index_list from;  /* definitions of this function as known exactly: reaching definitions of scalars whose
                       address is not taken, calls whose result is used, branches that choose (`a ? b : c`) */
  tb_index_list entry_parameters; /* parameters (numbers) whose value at the start of the function may be
                        read; scalars whose address is not taken only, others are in `reads` */
} tb_inputs;

/* What is given to a function, given back, or a pointer that is stored. */
typedef struct tb_argument {
  tb_inputs in;          /* what it is computed from, e.g. of `self->x` the pointer `self` */
  bool pointer;          /* it is one, whatever it leads to */
  tb_index_list targets; /* of a pointer: the places that `*argument` is: of `&x` x, of an array `a` a[], of a
                       pointer `self->copy` self->copy[] and what else that may be; empty: not known */
} tb_argument;

/* One statement of the unoptimised program that writes, calls, branches or returns. */
typedef struct tb_definition {
  tb_definition_kind kind;
  tb_source_position at;
  int positions;
  const tb_source_position
      *position; /* [spots] all of its expression down to the loads, `at` among them, without repeats */
  int jumps;
  const tb_source_position
      *jump;            /* [jumps] of a branch: where what it decides on ends or goes elsewhere (closing
                braces, break, goto): code that the source has no statement for stands there */
  tb_index_list writes; /* places (of the function); of a return the return; a call's are found by closure,
                        and what it returns others take by `from` */
  tb_inputs in; /* all of its expression; of a call also its arguments and the pointer to the callee */
  tb_index_list controlling_branches; /* branches that decide whether it runs */
  bool conditional; /* decided by a branch none of whose edges leaves the innermost cycle around it */
  int arguments;    /* of a call; of a return with a value, and of a store of a pointer: 1; otherwise 0 */
  const tb_argument *argument; /* [arguments] */
  /* Calls only: */
  const char *callee;    /* name; NULL: through a pointer */
  int callee_file;       /* where a static callee stands; -1: not static */
  const char *through;   /* of a pointer: member ("tc_strategy.multiply"), or "" */
  tb_inputs pointed;     /* of a pointer: what it is computed from */
  const char *signature; /* LLVM's type of the callee, to find candidates by */
} tb_definition;

/* A pointer that is kept where others see it or in a member, and what it leads to besides place[]: what is
 * written behind it is written there. */
typedef struct tb_stored_pointer {
  int place;
  tb_index_list targets;
} tb_stored_pointer;

/* A place of a function that somebody outside sees written, and what it is computed from. */
typedef struct tb_summary_output {
  int place;                      /* of the function: what a parameter points to, global, return */
  tb_index_list inputs;           /* places of the function (what parameters point to, parameters, globals) */
  tb_index_list entry_parameters; /* parameters whose value counts */
} tb_summary_output;

/* What a call does in the caller: one exit of one possible callee. */
typedef struct tb_call_effect {
  int definition;       /* the call */
  int callee;           /* number of the function; -1: an external */
  int exit;             /* of the callee */
  tb_index_list writes; /* places of the caller; none for what is returned, which others take by `from` */
} tb_call_effect;

typedef struct tb_function {
  const char *name;
  int file, line, last_line;
  bool is_static;
  const char *signature;
  int parameters;
  const char *const *parameter; /* [parameters] names */
  int places;
  const tb_access_path *place; /* [places] */
  int definitions;
  const tb_definition *definition; /* [definitions] */
  int pointers;
  const tb_stored_pointer *pointer; /* [pointers] */
  /* From here on: made by closure. */
  int added; /* places at the end of `place` that calls write or read */
  int outputs;
  const tb_summary_output *exit;
  int effects;
  const tb_call_effect *effect;
  const tc_bit_set *blame; /* [places] what the place is blamed for: d < definitions a definition, otherwise
                          the effect d - definitions: of a call those count that the place depends on */
  tc_bit_set claimed;      /* all that some place is blamed for */
} tb_function;

/* A pointer to a function in a constant initialiser. */
typedef struct tb_pointer_target {
  const char *member; /* "tc_strategy.multiply"; "": address taken elsewhere */
  const char *name, *signature;
  int file; /* of a static function, -1 otherwise */
} tb_pointer_target;

/* A file that was analysed. */
typedef struct tb_source_file {
  const char *path; /* absolute */
  char hash[17];    /* of its text, base/numeric/hash.h */
} tb_source_file;

typedef enum tb_transfer_rule { TB_TRANSFER_FULL, TB_TRANSFER_CERTAIN, TB_TRANSFERS } tb_transfer_rule;

typedef struct tb_facts {
  tc_pool *pool; /* owns all that is in here */
  const char *compiler;
  int files, functions, targets;
  tb_source_file *file;
  tb_function *function;
  tb_pointer_target *target;
  char inputs[17];           /* hash of the commands and files that they were made from; "" none */
  int units_failed;          /* files that did not compile, so what is missing may be in them */
  tb_transfer_rule transfer; /* of the blame sets; valid when closed */
  bool closed;
} tb_facts;

tc_status tb_facts_create(tb_facts **out);
void tb_facts_destroy(tb_facts **facts);

/* Whoever builds facts: all that is added lives in facts->pool, or longer. A file is added once, with the
 * hash of its text ("" when it cannot be read). *number: of what was added, or was there: a function of that
 * name, file and line; targets without repeats. Errors: TC_INTERNAL. */
tc_status tb_facts_add_file(tb_facts *facts, const char *path, int *number);
tc_status tb_facts_add_source(tb_facts *facts, const tb_source_file *source, int *number); /* as it is */
tc_status tb_facts_add_function(tb_facts *facts, const tb_function *function, int *number);
tc_status tb_facts_add_target(tb_facts *facts, const tb_pointer_target *target);
bool tb_facts_has(const tb_facts *facts, const char *name, int file, int line);
tc_status tb_facts_numbers(tb_facts *facts, int count, const int *of, tb_index_list *out); /* a copy */

void tb_facts_free_blame(tb_function *function); /* frees its sets */

/* Whether sources (numbers of files; NULL: all) are as they were analysed; those that are gone are not asked.
 * Errors: TC_INPUT naming the first that changed. */
tc_status tb_facts_check_sources(const tb_facts *facts, const tc_bit_set *files);

/* Text, sorted, stable from one analysis to the next. Errors: TC_OUTPUT; TC_INPUT naming file and line, also
 * where a number points nowhere. What is read is not closed. */
tc_status tb_facts_write(const tb_facts *facts, const char *path);
tc_status tb_facts_read(const char *path, tb_facts **out);
tc_status tb_facts_parse(const char *path, const char *text, tb_facts **out); /* path: for messages */

/* The innermost function that spans a line of a file; NULL: none. Files match by full path, else by the
 * longest common end of at least two parts. With a name (NULL: any) it must have it. */
const tb_function *tb_facts_function(const tb_facts *facts, const char *file, int line, const char *name);

/* The number of a file, matched likewise; -1: none. */
int tb_facts_file(const tb_facts *facts, const char *path);

#endif
