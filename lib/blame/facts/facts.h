/* Facts: the result of the static analysis of a program. They contain the functions of the program with their
 * access paths (memory that is accessed) and definitions (statements that write, call, branch or return). The
 * closure (blame/closure/closure.h) adds the blame set of each access path. `tcblame analyze` creates and
 * writes the facts. The commands report, diff and slice read them and compute the closure. Items refer to
 * each other by index. All texts and lists belong to facts->pool. */
#ifndef TC_BLAME_FACTS_FACTS_H
#define TC_BLAME_FACTS_FACTS_H

#include "base/containers/bit_set.h"
#include "base/core/pool.h"
#include "blame/facts/access_path.h"

typedef struct tb_source_position {
  int line, column; /* Line and column, from 1; column 0 if unknown. */
  /* Index in facts->file. It may differ from the file of the function, for code from a macro or an included
   * file. */
  int file;
} tb_source_position;

/* List of indices in an array that the pool of the facts owns. */
typedef struct tb_index_list {
  int count;
  const int *item;
} tb_index_list;

typedef enum tb_definition_kind {
  TB_DEFINE_STORE, /* A store to memory, including memcpy, memset and atomic operations. A prefetch has this
                      kind too but writes nothing. */
  TB_DEFINE_CALL,
  TB_DEFINE_BRANCH, /* Conditional branch or switch, which writes nothing. */
  TB_DEFINE_RETURN
} tb_definition_kind;

/* Inputs of a value: everything from which the value is computed. */
typedef struct tb_inputs {
  /* Access paths that are read from memory. The order of statements is ignored, so the value may come from
   * any write to an overlapping access path, or from the time before the function was called. */
  tb_index_list reads;
  /* Definitions of the same function that are inputs. They are stores to scalar variables whose address is
   * not taken, calls whose result is used, and branches that select a value (`a ? b : c`). For these inputs
   * the order of statements is respected, so only stores that may reach the use are listed. */
  tb_index_list definitions;
  /* Indices of parameters whose initial value may be read. Only scalars whose address is not taken are listed
   * here. Other parameters are listed in `reads`. */
  tb_index_list entry_parameters;
} tb_inputs;

/* An argument of a call, a returned value, or a pointer value that is stored. */
typedef struct tb_argument {
  /* Inputs of the value. For example, the inputs of `self->x` are the access path `self->x` and the parameter
   * `self`. */
  tb_inputs inputs;
  bool is_pointer; /* True if the value is a pointer. */
  /* If the value is a pointer p, the access paths that `*p` may denote. For example, the targets are x for
   * `&x`, a[] for an array `a`, and self->copy[] and its aliases for a pointer `self->copy`. The list is
   * empty if the targets are unknown. */
  tb_index_list targets;
} tb_argument;

/* Definition: one statement of the unoptimised program that writes memory, calls a function, branches or
 * returns. */
typedef struct tb_definition {
  tb_definition_kind kind;
  tb_source_position at;
  int positions;
  /* [positions] distinct source positions of the statement and of the expressions in it, including `at` */
  const tb_source_position *position;
  int jumps;
  /* [jumps] for a branch: the source positions at which the blocks that the branch controls end (closing
   * brace, break or goto). Machine code with such a position belongs to the branch, because no other
   * statement has this position. */
  const tb_source_position *jump;
  /* Access paths that the definition writes. A return writes the returned value. The writes of a call are not
   * listed here, because the closure computes them (tb_call_effect). */
  tb_index_list writes;
  /* Inputs of all expressions in the statement. For a call they include the inputs of the arguments and of
   * the pointer to the callee. */
  tb_inputs inputs;
  /* Definitions of the branches that decide whether this definition runs. */
  tb_index_list controlling_branches;
  /* True if the definition may be skipped in a call of the function. Loops are assumed to run. A controlling
   * branch that may leave the innermost loop around it therefore does not count. */
  bool is_conditional;
  /* Number of arguments of a call; 1 for a return with a value and for a store of a pointer; otherwise 0. */
  int arguments;
  /* [arguments] arguments of a call, the returned value, or the stored pointer */
  const tb_argument *argument;
  /* The following members are set for calls only. */
  const char *callee; /* Name of the callee; NULL if the call is indirect. */
  int callee_file;    /* Index of the file that defines a static callee; -1 if the callee is not static. */
  /* For an indirect call, the struct member or global variable that contains the function pointer, such as
   * "tc_strategy.multiply"; "" if unknown. */
  const char *callee_pointer;
  tb_inputs callee_inputs; /* For an indirect call, the inputs of the function pointer. */
  /* Function type of the callee as LLVM prints it, used to find the possible callees of an indirect call. */
  const char *signature;
} tb_definition;

/* Stored pointer: an access path that holds a pointer, either in a struct member or in memory that callers
 * can access. `targets` are the access paths to which the pointer may point, in addition to the dereferenced
 * pointer ("p[]" for a pointer p). A write through the pointer also writes these paths. */
typedef struct tb_stored_pointer {
  int access_path;
  tb_index_list targets;
} tb_stored_pointer;

/* Output in the summary of a function: an access path that the function writes and that its callers can
 * access, with the inputs of the written value. */
typedef struct tb_summary_output {
  /* Index of the written access path: memory to which a parameter points, a global variable, or the returned
   * value. */
  int access_path;
  /* Access paths from which the value is computed: parameters, memory to which they point, and global
   * variables. */
  tb_index_list inputs;
  tb_index_list entry_parameters; /* Indices of the parameters whose initial value is an input. */
} tb_summary_output;

/* Call effect: the access paths of the caller that a call writes, for one output in the summary of one
 * possible callee. */
typedef struct tb_call_effect {
  int definition; /* Index of the definition that represents the call. */
  int callee;     /* Index of the callee in facts->function; -1 if its source was not analysed. */
  /* Index of the output in the summary of the callee, or of the effect in externals.def if the source of the
   * callee was not analysed. */
  int output;
  /* Access paths of the caller that the call writes. The list is empty if the effect is the returned value. A
   * definition that uses the returned value lists the call in `inputs.definitions`. */
  tb_index_list writes;
} tb_call_effect;

typedef struct tb_function {
  const char *name;
  int file, line, last_line;
  bool is_static;
  const char *signature;
  int parameters;
  const char *const *parameter; /* [parameters] parameter names */
  int access_paths;
  const tb_access_path *access_path; /* [access_paths] access paths of the function */
  int definitions;
  const tb_definition *definition; /* [definitions] definitions of the function */
  int pointers;
  const tb_stored_pointer *pointer; /* [pointers] stored pointers of the function */
  /* The following members are set by the closure. */
  int added_paths; /* Number of access paths that the closure appended to `access_path` for the effects of
                      calls. */
  int outputs;
  const tb_summary_output *output;
  int effects;
  const tb_call_effect *effect;
  /* [access_paths] blame set of each access path. A number d < definitions in the set is the index of a
   * definition. A larger number d represents the call effect with index d - definitions. The set contains
   * only those effects of a call on which the access path depends. */
  const tc_bit_set *blame;
  tc_bit_set all_blame; /* Union of the blame sets of all access paths. */
} tb_function;

/* A function whose address is taken, either in the initialiser of a global variable or in an expression. */
typedef struct tb_pointer_target {
  /* Struct member or global variable that contains the address, such as "tc_strategy.multiply"; "" if the
   * address is stored in neither. */
  const char *member;
  const char *name, *signature;
  int file; /* Index of the file that defines a static function; -1 if the function is not static. */
} tb_pointer_target;

/* An analysed source file. */
typedef struct tb_source_file {
  const char *path; /* Absolute path. */
  char hash[17];    /* Hash of the content of the file (base/numeric/hash.h). */
} tb_source_file;

typedef enum tb_transfer_rule { TB_TRANSFER_FULL, TB_TRANSFER_CERTAIN, TB_TRANSFERS } tb_transfer_rule;

/* Growing array of the facts. Functions that add items use the member <name>_array. Readers use the members
 * <name>, the items, and <number>, the number of items, which share the memory of that array in a union. */
#define TB_FACTS_ARRAY(type, name, number)                                                                   \
  union {                                                                                                    \
    TC_ARRAY(type) name##_array;                                                                             \
    struct {                                                                                                 \
      type *name;                                                                                            \
      int number;                                                                                            \
    };                                                                                                       \
  }

typedef struct tb_facts {
  tc_pool *pool; /* Pool of all memory to which items refer. Points to `memory`. */
  tc_pool memory;
  const char *compiler;
  TB_FACTS_ARRAY(tb_source_file, file, files);
  TB_FACTS_ARRAY(tb_function, function, functions);
  TB_FACTS_ARRAY(tb_pointer_target, target, targets);
  /* Hash of the compile commands and source files that were analysed; "" if unknown. */
  char inputs[17];
  int units_failed; /* Number of source files that did not compile. The facts lack their functions. */
  /* Transfer rule with which the closure was computed. Valid only if `has_closure` is true. */
  tb_transfer_rule transfer;
  bool has_closure;
} tb_facts;

tc_status tb_facts_create(tb_facts **out);
void tb_facts_destroy(tb_facts **facts);

/* The following functions add items to the facts. The item is copied, but memory to which it refers must
 * belong to facts->pool or outlive the facts. *number receives the index of the item. An item that exists
 * already is not added again: files are identified by path, functions by name, file and line, and pointer
 * targets by all members. tb_facts_add_file simplifies the path and computes the hash of the content ("" if
 * the file cannot be read). Errors: TC_INTERNAL if memory is exhausted. */
tc_status tb_facts_add_file(tb_facts *facts, const char *path, int *number);
/* Adds a source file with the given path and hash, without reading the file. */
tc_status tb_facts_add_source(tb_facts *facts, const tb_source_file *source, int *number);
tc_status tb_facts_add_function(tb_facts *facts, const tb_function *function, int *number);
tc_status tb_facts_add_target(tb_facts *facts, const tb_pointer_target *target);
bool tb_facts_has_function(const tb_facts *facts, const char *name, int file, int line);
/* Copies `count` numbers into the pool of the facts. */
tc_status tb_facts_copy_indices(tb_facts *facts, int count, const int *index, tb_index_list *out);

/* Checks that the content of source files has not changed since the analysis. `files` contains the indices of
 * the files to check; NULL means all files. Files that cannot be read are skipped. Errors: TC_INPUT with the
 * name of the first changed file. */
tc_status tb_facts_check_sources(const tb_facts *facts, const tc_bit_set *files);

/* Writes and reads facts as text. The items are sorted, so equal facts give equal files. The results of the
 * closure, such as blame sets, are not written. The caller frees `*out` with tb_facts_destroy. Errors:
 * TC_OUTPUT if the file cannot be written; TC_INPUT with file and line if the text is invalid or an index
 * refers to a missing item. */
tc_status tb_facts_write(const tb_facts *facts, const char *path);
tc_status tb_facts_read(const char *path, tb_facts **out);
/* Parses facts from the text of a file. `path` is only used in error messages. */
tc_status tb_facts_parse(const char *path, const char *text, tb_facts **out);

/* Returns the last function that begins at or before a line of a file and contains this line, or NULL if
 * there is none. The file is found by its full path. If no file has this path, it is the file with the most
 * equal path components at the end, at least two. If `name` is not NULL, only functions of this name are
 * considered. */
const tb_function *tb_facts_find_function(const tb_facts *facts, const char *file, int line,
                                          const char *name);

/* Returns the index of the file with this full path or, if there is none, of the file with the most equal
 * path components at the end, at least two. Returns -1 if no such file exists. */
int tb_facts_find_file(const tb_facts *facts, const char *path);

#endif
