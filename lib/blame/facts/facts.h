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
  int line, column; /* From 1; column 0 if unknown. */
  int file; /* Index in facts->files. For macros and inlined headers it may differ from the function's file.
             */
} tb_source_position;

/* List of numbers, in an array that the facts own. */
typedef struct tb_index_list {
  int count;
  const int *item;
} tb_index_list;

typedef enum tb_definition_kind {
  TB_DEFINE_STORE, /* A store, a memory intrinsic (clang's memcpy, memset), or a prefetch, which writes
                      nothing. */
  TB_DEFINE_CALL,
  TB_DEFINE_BRANCH, /* Conditional branch or switch, which writes nothing. */
  TB_DEFINE_RETURN
} tb_definition_kind;

/* Inputs of a value: everything from which it is computed. */
typedef struct tb_inputs {
  tb_index_list reads; /* Access paths that are read from memory. The analysis ignores the order of
                          statements. The value read may therefore be that of any write to an overlapping
                          path, or the value at the start of the function. */
  /* Definitions of this function that are inputs, found with regard to the order of statements. These are the
   * reaching stores of scalars whose address is not taken, calls whose result is used, and branches that
   * select a value (`a ? b : c`). */
  tb_index_list from;
  tb_index_list entry_parameters; /* Numbers of parameters whose initial value may be read. Contains only
                                     scalars whose address is not taken; other parameters are in `reads`. */
} tb_inputs;

/* An argument of a call, a returned value, or a pointer that is stored. */
typedef struct tb_argument {
  tb_inputs in; /* Inputs of the value. For `self->x` these are this access path and the pointer `self`. */
  bool pointer; /* True if the value is a pointer. */
  /* If the value is a pointer p, the access paths that `*p` may denote: x for `&x`, a[] for an array `a`,
   * self->copy[] and its aliases for a pointer `self->copy`. Empty if unknown. */
  tb_index_list targets;
} tb_argument;

/* One statement of the unoptimised program that writes, calls, branches or returns. */
typedef struct tb_definition {
  tb_definition_kind kind;
  tb_source_position at;
  int positions;
  const tb_source_position *position; /* [positions] distinct source positions of the whole expression down to
                                         its loads, including `at` */
  int jumps;
  /* [jumps] for a branch: the positions at which the blocks that it controls end (closing braces, break,
   * goto). The compiler places code there that belongs to no statement. */
  const tb_source_position *jump;
  tb_index_list writes; /* Access paths that the definition writes; for a return, the returned value. The
                           closure computes the writes of a call (tb_call_effect). A definition that uses the
                           result of a call has the call in `in.from`. */
  tb_inputs in; /* Inputs of the whole expression. For a call they include those of its arguments and of the
                   pointer to the callee. */
  tb_index_list controlling_branches; /* Branches that decide whether the definition runs. */
  bool conditional; /* True if the definition is controlled, directly or indirectly, by a branch that is not
                       the exit of a loop: no edge of the branch leaves the innermost cycle that contains the
                       branch. */
  int arguments; /* Number of arguments of a call; 1 for a return with a value and for a store of a pointer;
                    otherwise 0. */
  const tb_argument *argument; /* [arguments] The arguments. */
  /* The following members are set for calls only. */
  const char *callee;  /* Name of the callee; NULL if the call is indirect. */
  int callee_file;     /* File that defines a static callee; -1 if the callee is not static. */
  const char *through; /* For an indirect call, the member that contains the pointer ("tc_strategy.multiply"),
                          or "". */
  tb_inputs pointed;   /* For an indirect call, the inputs of the pointer. */
  const char *signature; /* Type of the callee in LLVM's form, used to find possible callees. */
} tb_definition;

/* A pointer that is stored in a member or in memory visible to callers, and the access paths to which it may
 * point in addition to the path of the pointer followed by "[]". Writes through the pointer also write these
 * paths. */
typedef struct tb_stored_pointer {
  int place;
  tb_index_list targets;
} tb_stored_pointer;

/* Summary output: an access path that the function writes and callers can see, with its inputs. */
typedef struct tb_summary_output {
  int place; /* Access path of the function: a target of a parameter, a global, or the returned value. */
  tb_index_list inputs; /* Access paths of the function: parameters, targets of parameters, globals. */
  tb_index_list entry_parameters; /* Parameters whose initial value is an input. */
} tb_summary_output;

/* Call effect: what a call writes in the caller, for one summary output of one possible callee. */
typedef struct tb_call_effect {
  int definition; /* Definition that is the call. */
  int callee;     /* Number of the callee; -1 for an external function. */
  int exit;       /* Index of the summary output of the callee, or of the effect of the external function. */
  /* Access paths of the caller that the call writes. Empty if the effect is the returned value. A definition
   * that uses this value refers to the call itself, in its member `in.from`. */
  tb_index_list writes;
} tb_call_effect;

typedef struct tb_function {
  const char *name;
  int file, line, last_line;
  bool is_static;
  const char *signature;
  int parameters;
  const char *const *parameter; /* [parameters] names of the parameters */
  int places;
  const tb_access_path *place; /* [places] access paths of the function */
  int definitions;
  const tb_definition *definition; /* [definitions] definitions of the function */
  int pointers;
  const tb_stored_pointer *pointer; /* [pointers] stored pointers of the function */
  /* The following members are set by the closure. */
  int added; /* Number of access paths at the end of `place` that the closure added for calls. */
  int outputs;
  const tb_summary_output *exit;
  int effects;
  const tb_call_effect *effect;
  /* [places] blame sets. A number d < definitions is a definition, any other number is the call effect d -
   * definitions. A set contains only those effects of a call on which the access path depends. */
  const tc_bit_set *blame;
  tc_bit_set claimed; /* Union of all blame sets. */
} tb_function;

/* A function whose address is taken, in a constant initialiser or in an expression. */
typedef struct tb_pointer_target {
  const char *member; /* Member in which the address is stored, such as "tc_strategy.multiply"; "" if the
                         address is taken elsewhere. */
  const char *name, *signature;
  int file; /* File of a static function; -1 if the function is not static. */
} tb_pointer_target;

/* An analysed source file. */
typedef struct tb_source_file {
  const char *path; /* Absolute path. */
  char hash[17];    /* Hash of the text of the file (base/numeric/hash.h). */
} tb_source_file;

typedef enum tb_transfer_rule { TB_TRANSFER_FULL, TB_TRANSFER_CERTAIN, TB_TRANSFERS } tb_transfer_rule;

typedef struct tb_facts {
  tc_pool *pool; /* Owns all memory of the facts. */
  const char *compiler;
  int files, functions, targets;
  tb_source_file *file;
  tb_function *function;
  tb_pointer_target *target;
  char
      inputs[17]; /* Hash of the commands and files from which the facts were created; "" if there is none. */
  int units_failed; /* Number of files that did not compile. Functions of these files are missing. */
  tb_transfer_rule
      transfer; /* Rule by which blame passes through calls (blame/closure). Valid if `closed` is true. */
  bool closed;
} tb_facts;

tc_status tb_facts_create(tb_facts **out);
void tb_facts_destroy(tb_facts **facts);

/* The following functions create facts. Items are copied; memory to which they refer must be in facts->pool
 * or outlive it. *number receives the number of the item, which was added or already present. Files are
 * identified by path, functions by name, file and line. Targets are stored without repeats. tb_facts_add_file
 * simplifies the path and computes the hash of the text ("" if the file cannot be read). Errors: TC_INTERNAL
 * if memory is exhausted. */
tc_status tb_facts_add_file(tb_facts *facts, const char *path, int *number);
/* Adds a file with the given path and hash. */
tc_status tb_facts_add_source(tb_facts *facts, const tb_source_file *source, int *number);
tc_status tb_facts_add_function(tb_facts *facts, const tb_function *function, int *number);
tc_status tb_facts_add_target(tb_facts *facts, const tb_pointer_target *target);
bool tb_facts_has(const tb_facts *facts, const char *name, int file, int line);
/* Copies a list of numbers into the pool. */
tc_status tb_facts_numbers(tb_facts *facts, int count, const int *of, tb_index_list *out);

/* Checks that source files have not changed since the analysis. `files` contains the numbers of the files to
 * check; NULL checks all. Skips files that cannot be read. Errors: TC_INPUT, which names the first changed
 * file. */
tc_status tb_facts_check_sources(const tb_facts *facts, const tc_bit_set *files);

/* Writes and reads facts as text. The items are sorted, so equal facts give equal files. Blame sets are not
 * written, so facts that were read are not closed. The caller frees `*out` with tb_facts_destroy. Errors:
 * TC_OUTPUT; TC_INPUT with file and line, also if a number refers to a missing item. */
tc_status tb_facts_write(const tb_facts *facts, const char *path);
tc_status tb_facts_read(const char *path, tb_facts **out);
/* Parses the text of a file of facts. `path` is used in messages only. */
tc_status tb_facts_parse(const char *path, const char *text, tb_facts **out);

/* Returns the innermost function that contains a line of a file, or NULL. Files match by full path, otherwise
 * by the longest common end of at least two path components. If `name` is not NULL, the function must have
 * this name. */
const tb_function *tb_facts_function(const tb_facts *facts, const char *file, int line, const char *name);

/* Returns the number of a file, matched by the same rule; -1 if there is none. */
int tb_facts_file(const tb_facts *facts, const char *path);

#endif
