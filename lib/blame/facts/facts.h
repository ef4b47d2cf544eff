/* Facts: the result of the static analysis of a program. They contain its functions with their access
 * paths and definitions and, after the closure (blame/closure/closure.h), the blame set of each access
 * path. `tcblame analyze` creates and writes them; report, diff and slice read them and compute the
 * closure. Items refer to each other by index. All memory belongs to facts->pool. */
#ifndef TC_BLAME_FACTS_FACTS_H
#define TC_BLAME_FACTS_FACTS_H

#include <stdint.h>

#include "base/containers/bit_set.h"
#include "base/core/pool.h"
#include "blame/facts/access_path.h"

typedef struct tb_source_position {
  int line, column; /* From 1; column 0: unknown. */
  int file; /* Number in facts->files. Macros and inlined headers may differ from the function's file. */
} tb_source_position;

/* Numbers in an array owned by the facts. */
typedef struct tb_index_list {
  int count;
  const int *item;
} tb_index_list;

typedef enum tb_definition_kind {
  TB_DEFINE_STORE, /* A store, a memory intrinsic (clang's memcpy, memset), or a prefetch, which writes
                      nothing. */
  TB_DEFINE_CALL,
  TB_DEFINE_BRANCH, /* Conditional branch or switch. Writes nothing. */
  TB_DEFINE_RETURN
} tb_definition_kind;

/* Inputs: what a value is computed from. */
typedef struct tb_inputs {
  tb_index_list reads; /* Access paths read from memory, flow-insensitively: every write to an overlapping one
                          counts, and its value when the function began. */
  /* Definitions of this function that are known exactly: reaching stores of scalars whose address is not
   * taken, calls whose result is used, branches that select a value (`a ? b : c`). */
  tb_index_list from;
  tb_index_list entry_parameters; /* Numbers of parameters whose initial value may be read. Only scalars whose
                                     address is not taken; others are in `reads`. */
} tb_inputs;

/* An argument of a call, a returned value, or a pointer that is stored. */
typedef struct tb_argument {
  tb_inputs in; /* Inputs of the value, for example the pointer `self` for `self->x`. */
  bool pointer; /* True if the value is a pointer. */
  /* For a pointer, the access paths that `*argument` may be: x for `&x`, a[] for an array `a`,
   * self->copy[] and its aliases for a pointer `self->copy`; empty: unknown. */
  tb_index_list targets;
} tb_argument;

/* One statement of the unoptimised program that writes, calls, branches or returns. */
typedef struct tb_definition {
  tb_definition_kind kind;
  tb_source_position at;
  int positions;
  const tb_source_position *position; /* [positions] source positions of the whole expression down to the
                                         loads, including `at`, without repeats */
  int jumps;
  /* [jumps] for a branch, where the blocks that it controls end (closing braces, break, goto). The
   * compiler places code there that belongs to no statement. */
  const tb_source_position *jump;
  tb_index_list writes; /* Access paths of the function. For a return, the returned value. Writes of a call
                           are computed by the closure; the result of a call is used through `from`. */
  tb_inputs in; /* Inputs of the whole expression. For a call, including its arguments and the pointer to the
                   callee. */
  tb_index_list controlling_branches; /* Branches that decide whether the definition runs. */
  bool conditional; /* True if it is controlled by a branch none of whose edges leaves the innermost enclosing
                       cycle. */
  int arguments; /* Number of arguments of a call. 1 for a return with a value and for a store of a pointer,
                    otherwise 0. */
  const tb_argument *argument; /* [arguments] */
  /* The following members are set for calls only. */
  const char *callee;  /* Name; NULL: the call is indirect. */
  int callee_file;     /* File that defines a static callee; -1: not static. */
  const char *through; /* For an indirect call, the member that contains the pointer ("tc_strategy.multiply"),
                          or "". */
  tb_inputs pointed;   /* For an indirect call, the inputs of the pointer. */
  const char *signature; /* LLVM's type of the callee, used to find candidates. */
} tb_definition;

/* A pointer stored in a member or in memory visible to callers, and the access paths it may point to in
 * addition to place[]. Writes through the pointer also write these. */
typedef struct tb_stored_pointer {
  int place;
  tb_index_list targets;
} tb_stored_pointer;

/* Summary output: an access path written by the function and visible to callers, with its inputs. */
typedef struct tb_summary_output {
  int place;            /* Access path of the function: target of a parameter, global, or returned value. */
  tb_index_list inputs; /* Access paths of the function: parameters, targets of parameters, globals. */
  tb_index_list entry_parameters; /* Parameters whose value is an input. */
} tb_summary_output;

/* Call effect: what a call writes in the caller, for one summary output of one possible callee. */
typedef struct tb_call_effect {
  int definition; /* The call. */
  int callee;     /* Number of the function; -1: external. */
  int exit;       /* Summary output of the callee, or effect of the external. */
  /* Access paths of the caller. Empty for a returned value, which is used through `from`. */
  tb_index_list writes;
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
  /* The following members are set by the closure. */
  int added; /* Number of access paths at the end of `place` that the closure added for calls. */
  int outputs;
  const tb_summary_output *exit;
  int effects;
  const tb_call_effect *effect;
  /* [places] blame set: d < definitions is a definition, any other d is the call effect d - definitions.
   * Only those effects of a call are included that the access path depends on. */
  const tc_bit_set *blame;
  tc_bit_set claimed; /* Union of all blame sets. */
} tb_function;

/* A function whose address is taken, in a constant initialiser or in an expression. */
typedef struct tb_pointer_target {
  const char *member; /* Where it is stored, as "tc_strategy.multiply"; "": address taken elsewhere. */
  const char *name, *signature;
  int file; /* File of a static function; -1: not static. */
} tb_pointer_target;

/* An analysed source file. */
typedef struct tb_source_file {
  const char *path; /* Absolute path. */
  char hash[17];    /* Hash of its text (base/numeric/hash.h). */
} tb_source_file;

typedef enum tb_transfer_rule { TB_TRANSFER_FULL, TB_TRANSFER_CERTAIN, TB_TRANSFERS } tb_transfer_rule;

typedef struct tb_facts {
  tc_pool *pool; /* Owns all memory of the facts. */
  const char *compiler;
  int files, functions, targets;
  tb_source_file *file;
  tb_function *function;
  tb_pointer_target *target;
  char inputs[17];           /* Hash of the commands and files that the facts were created from; "": none. */
  int units_failed;          /* Number of files that did not compile. Missing functions may be in these. */
  tb_transfer_rule transfer; /* Rule used for the blame sets. Valid if `closed`. */
  bool closed;
} tb_facts;

tc_status tb_facts_create(tb_facts **out);
void tb_facts_destroy(tb_facts **facts);

/* Functions for the creators of facts. Items are copied; memory they refer to must be in facts->pool or
 * outlive it. *number: of the item that was added or was already present. Files are identified by path,
 * functions by name, file and line; targets are stored without repeats. tb_facts_add_file simplifies the
 * path and computes the hash of the text ("" if the file cannot be read). Errors: TC_INTERNAL out of
 * memory. */
tc_status tb_facts_add_file(tb_facts *facts, const char *path, int *number);
/* Adds path and hash unchanged. */
tc_status tb_facts_add_source(tb_facts *facts, const tb_source_file *source, int *number);
tc_status tb_facts_add_function(tb_facts *facts, const tb_function *function, int *number);
tc_status tb_facts_add_target(tb_facts *facts, const tb_pointer_target *target);
bool tb_facts_has(const tb_facts *facts, const char *name, int file, int line);
/* Copies a list into the pool. */
tc_status tb_facts_numbers(tb_facts *facts, int count, const int *of, tb_index_list *out);

void tb_facts_free_blame(tb_function *function); /* Frees its blame sets. */

/* Checks that source files (numbers; NULL: all) have not changed since the analysis. Skips files that
 * cannot be read. Errors: TC_INPUT naming the first changed file. */
tc_status tb_facts_check_sources(const tb_facts *facts, const tc_bit_set *files);

/* Writes and reads facts as text, sorted, so equal facts yield equal files. Blame sets are not written:
 * facts that were read are not closed. The caller frees `*out` with tb_facts_destroy. Errors: TC_OUTPUT;
 * TC_INPUT naming file and line, also if a number refers to a missing item. */
tc_status tb_facts_write(const tb_facts *facts, const char *path);
tc_status tb_facts_read(const char *path, tb_facts **out);
/* path: used in messages only. */
tc_status tb_facts_parse(const char *path, const char *text, tb_facts **out);

/* Returns the innermost function that contains a line of a file; NULL: none. Files match by full path,
 * otherwise by the longest common end of at least two path components. If `name` is not NULL, the
 * function must have this name. */
const tb_function *tb_facts_function(const tb_facts *facts, const char *file, int line, const char *name);

/* Returns the number of a file, matched by the same rule; -1: none. */
int tb_facts_file(const tb_facts *facts, const char *path);

#endif
