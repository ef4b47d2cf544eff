/* Data of a closure, data of one function while its summary and its blame sets are computed, and the phases
 * of this computation. Internal to lib/blame/closure. closure.c creates the data and calls the phases in this
 * order: pointer aliases, call effects, returned pointers, dependence graph, summary, blame sets. Each phase
 * reads the results of earlier phases. All lists belong to the pool of the closure or to the scratch pool of
 * the function. Errors of all functions: TC_INTERNAL if memory is exhausted. */
#ifndef TC_BLAME_CLOSURE_CLOSURE_INTERNAL_H
#define TC_BLAME_CLOSURE_CLOSURE_INTERNAL_H

#include "base/containers/map.h"
#include "blame/closure/call_graph.h"
#include "blame/facts/path_table.h"

/* Limit for the access paths of one variable in a summary. Access paths whose first `steps` steps are equal
 * are merged into one. */
typedef struct tb_summary_limit {
  int access_path; /* Index of one access path of the variable, which identifies the variable. */
  int steps;
} tb_summary_limit;

/* Data of one function that are needed until the closure is complete. */
typedef struct tb_function_state {
  tb_path_table table;
  /* Indices of the access paths to which a returned pointer may point and that callers can access. */
  tc_bit_set returns;
  /* Limits of the variables whose access paths are shortened in the summary. */
  TC_ARRAY(tb_summary_limit) limits;
} tb_function_state;

typedef struct tb_closure {
  tb_facts *facts;
  tb_call_graph calls;
  tc_map members; /* Known members of each struct type (struct_members.h). */
  tb_transfer_rule transfer;
  const tc_bit_set *requested; /* Indices of the functions whose blame sets are requested; NULL for all. */
  const tc_bit_set *files;     /* Indices of the source files whose functions may be called; NULL for all. */
  bool *is_reached; /* [functions] true for the requested functions and all functions that they may call */
  tb_function_state *state; /* [functions] data of each function; empty if `is_reached` is false */
  tc_pool *pool;            /* Owns all memory of the closure. */
} tb_closure;

/* A pointer and one access path to which it may point. The dereferenced pointer and this access path name the
 * same memory, so they are aliases. */
typedef struct tb_pointer_alias {
  tb_access_path dereference; /* The dereferenced pointer, for example "p[]" for a pointer p. */
  int dereference_steps;
  int target, target_steps; /* Index of the access path to which the pointer may point, and the number of
                           steps in this path. */
} tb_pointer_alias;

/* A call effect together with its inputs, before it is stored in the facts. */
typedef struct tb_pending_effect {
  tb_call_effect effect;
  bool is_result;          /* True if the effect writes the value that the call returns. */
  tb_index_list reads;     /* Ascending indices of the caller's access paths that the call reads. */
  tb_index_list arguments; /* Ascending indices of the arguments whose values the call uses. */
} tb_pending_effect;

typedef struct tb_alias_set {
  bool is_known;
  tb_index_list paths;
} tb_alias_set;

typedef struct tb_function_closure {
  const tb_closure *closure;
  int number; /* Index of the function in facts->function. */
  tb_function *function;
  tb_path_table *table;   /* Access paths of the function, including those added for its calls. */
  tc_pool *scratch;       /* Owns all lists of this struct. */
  tc_bit_set found_paths; /* Access paths found so far by a translation (path_translation.c). */
  TC_ARRAY(tb_pointer_alias) pointer_aliases;
  TC_ARRAY(tb_pending_effect) pending_effects; /* Call effects, sorted by the definition of the call. */
  /* Cache of the aliases of each access path: alias_sets[0] for memory that is read, alias_sets[1] for memory
   * that is written. */
  TC_ARRAY(tb_alias_set) alias_sets[2];
} tb_function_closure;

/* ---- path translation (path_translation.c): finds the access paths of a caller that denote the same memory
 * as an access path of a callee. Used by the phases that apply summaries of callees. ---- */

/* Translates the access path `callee_path` of the callee for the call `definition`. There may be several
 * results, because a pointer may point to several access paths. The result is empty for local variables of
 * the callee. */
tc_status tb_function_closure_translate(tb_function_closure *c, int definition, const tb_function *callee,
                                        const tb_access_path *callee_path, tb_index_list *out);

/* Returns the range [from, to) of the arguments of a call that are passed for a parameter. The index after
 * the last parameter denotes the additional arguments of a variadic function. */
void tb_function_closure_get_arguments(const tb_definition *d, const tb_function *callee, int parameter,
                                       int *from, int *to);

/* Returns in *out the access path of the pointer that a call returns. Returns false if the caller never
 * accesses memory through this pointer. */
bool tb_function_closure_find_result(const tb_function_closure *c, int definition, tb_access_path *out);

/* Stores the members of a set as an ascending list in *out and empties the set. */
tc_status tb_function_closure_move_set(tb_function_closure *c, tc_bit_set *set, tb_index_list *out);

/* ---- pointer aliases (pointer_aliases.c): access paths of one function that name the same memory ---- */

/* Finds the access paths to which the pointers of the function may point, including pointers that its calls
 * return. */
tc_status tb_function_closure_find_aliases(tb_function_closure *c);

/* Returns in *out the access path `path` and its aliases. These are the access paths that result if each
 * dereferenced pointer in the path is replaced by its targets. If `written` is true, they also include
 * the paths that reach the memory through a pointer, for example "p[]" if p may point to `path`. */
tc_status tb_function_closure_get_aliases(tb_function_closure *c, int path, bool written, tb_index_list *out);

/* ---- call effects (call_effects.c): what each call of a function writes in the caller ---- */

/* Computes the effects of all calls of the function and stores them in c->pending_effects. */
tc_status tb_function_closure_find_effects(tb_function_closure *c);

/* ---- dependence graph (dependence_graph.c): for each node, the set of nodes on which it depends directly or
 * indirectly. Nodes of one strongly connected component depend on the same nodes, so one set is stored per
 * component. ---- */

/* Nodes are numbered in this order: definitions, call effects (tb_pending_effect), arguments of calls,
 * sources, reads of access paths, writes of access paths, initial values of parameters. A source node
 * represents the inputs that several effects of one call share. */
typedef struct tb_dependence_graph {
  /* number of the first node of each kind; the nodes of definitions begin with number 0 */
  int effect_nodes, argument_nodes, source_nodes, read_nodes, write_nodes, parameter_nodes;
  int nodes;
  int access_paths;
  int *component; /* [nodes] index of the strongly connected component of each node */
  int components, words;
  /* [components * words] for each component, bit set (`words` 64-bit words) of the nodes on which it depends,
   * including its own nodes */
  uint64_t *reachable;
  bool *is_cyclic;  /* [components] true if the component has more than one node */
  bool *is_written; /* [access paths] true if a definition or a call writes the access path */
} tb_dependence_graph;

/* Builds the dependence graph of the function. The scratch pool of `c` owns the graph. */
tc_status tb_dependence_graph_build(tb_function_closure *c, tb_dependence_graph *out);

/* Returns the bit set of the nodes on which a node depends, including the node itself. */
const uint64_t *tb_dependence_graph_reachable(const tb_dependence_graph *graph, int node);

/* ---- summary (function_summary.c): the memory that a call of the function may write, and the inputs of each
 * written value. The phases are repeated for recursive functions until no summary changes. ---- */

/* Finds the access paths to which pointers returned by the function may point. Must be called before the
 * dependence graph is built. Sets *changed to true if the result differs from that of the previous call. */
tc_status tb_function_closure_find_returns(tb_function_closure *c, bool *changed);

/* Computes the outputs of the function, which are the written access paths that callers can access. Sets
 * *changed to true if the result differs from that of the previous call. */
tc_status tb_function_closure_summarise(tb_function_closure *c, const tb_dependence_graph *graph,
                                        bool *changed);

/* ---- blame sets (blame_sets.c): the statements that may have influenced each access path ---- */

/* Stores the access paths, call effects and blame sets in the function (tb_function). The pool of the facts
 * owns them. `graph` is the dependence graph of the function. */
tc_status tb_function_closure_compute_blame(tb_function_closure *c, const tb_dependence_graph *graph);

#endif
