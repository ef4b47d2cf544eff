/* What static analysis knows of a program: its functions, their places and definitions, and, once closed
 * (closure.h), which definitions each place is blamed for. */
#ifndef TC_BLAME_FACTS_H
#define TC_BLAME_FACTS_H

#include <stdint.h>

#include "base/pool.h"
#include "blame/place.h"
#include "blame/set.h"

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
  TC_DEFINE_STORE, /* a store, or a memory intrinsic (memcpy, memset of clang) */
  TC_DEFINE_CALL,
  TC_DEFINE_BRANCH, /* conditional branch, switch: writes nothing */
  TC_DEFINE_RETURN
} tc_definition_kind;

/* One statement of the unoptimised program that writes, calls, branches or returns. */
typedef struct tc_definition {
  tc_definition_kind kind;
  tc_spot at;
  int spots;
  const tc_spot *spot; /* [spots] all of its expression down to the loads, `at` among them, without repeats */
  tc_numbers writes;   /* places (of the function) */
  tc_numbers reads;    /* places that it reads in memory, flow-insensitively: every write of one that
                          overlaps is an explicit source */
  tc_numbers from;  /* definitions of this function that it depends on explicitly as known exactly: reaching
                       definitions of scalars whose address is not taken, calls whose value is used */
  tc_numbers under; /* branches that decide whether it runs */
  bool conditional; /* decided by a branch none of whose edges leaves the innermost cycle around it */
  /* Calls only: */
  const char *callee;    /* name; NULL: through a pointer */
  const char *through;   /* of a pointer: member ("tc_strategy.multiply"), or "" */
  const char *signature; /* LLVM's type of the callee, to find candidates by */
  int arguments;
  const tc_numbers *argument; /* [arguments] places that the argument's value is, e.g. of `&x` x with path ""
                                 less one dereference: see `address` */
  const bool *address; /* [arguments] the argument is the address of its places (`&x`, an array): what the
                          callee's parameter points to is the place itself; else it is a pointer's value, and
                          what the parameter points to is the place extended by "[]" or "->" */
} tc_definition;

/* What somebody outside a function sees of a place of it: how the place's blame goes up. */
typedef struct tc_exit {
  int place;         /* of the function: dereferenced parameter, global, return */
  tc_numbers inputs; /* places of the function (dereferenced parameters, parameters, globals) that it is
                        computed from, itself excluded */
} tc_exit;

typedef struct tc_function {
  const char *name;
  int file, line, last_line;
  bool is_static;
  const char *signature;
  int parameters;
  const char *const *parameter; /* [parameters] names */
  int places;
  const tc_place *place; /* [places] */
  int definitions;
  const tc_definition *definition; /* [definitions] */
  /* From here on: made by closure. */
  int exits;
  const tc_exit *exit;
  const tc_set *blame; /* [places] definitions of this function that the place is blamed for */
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
  char hash[17];    /* of its text, base/hash.h */
} tc_source;

typedef enum tc_transfer { TC_TRANSFER_FULL, TC_TRANSFER_CERTAIN, TC_TRANSFERS } tc_transfer;

typedef struct tc_facts {
  tc_pool *pool; /* owns all that is in here */
  const char *compiler;
  int files, functions, targets;
  tc_source *file;
  tc_function *function;
  tc_target *target;
  int units_failed;     /* files that did not compile, so what is missing may be in them */
  tc_transfer transfer; /* of the blame sets; valid when closed */
  bool closed;
} tc_facts;

tc_status tc_facts_create(tc_facts **out);
void tc_facts_destroy(tc_facts **facts);

/* Text, sorted, stable from one analysis to the next. Errors: TC_OUTPUT; TC_INPUT naming file and line, also
 * where a number points nowhere. What is read is not closed. */
tc_status tc_facts_write(const tc_facts *facts, const char *path);
tc_status tc_facts_read(const char *path, tc_facts **out);

/* The innermost function that spans a line of a file; NULL: none. Files match by full path, else by the
 * longest common end of at least two parts. With a name (NULL: any) it must have it. */
const tc_function *tc_facts_function(const tc_facts *facts, const char *file, int line, const char *name);

#endif
