/* Guard around the public functions. Each public function that can fail consists of one TC_API_CALL around an
 * internal function. During the call, the guard sets OpenMP to the number of threads of the world. Afterwards
 * it restores the settings of the caller. It rejects NULL objects and calls from callbacks. After a failure
 * of MPI it marks the world as broken. */
#ifndef TC_API_CALL_CALL_H
#define TC_API_CALL_CALL_H

#include "api/call/world_object.h"

/* Settings of the process that a call of the API changes and restores at its end. */
typedef struct tc_api_call {
  tetracast_world *world;
  int threads, is_dynamic;
  int depth; /* nesting depth of phases in the job's clock before the call */
} tc_api_call;

/* Not collective. Begins a call with `threads` OpenMP threads. If `threads` is 0, uses the number that is set
 * for the world. Errors: TC_USAGE if MPI is finalised, if the world is already in a call, or if `world` is
 * NULL because the caller has passed a NULL object; TC_INTERNAL if MPI has failed before. After an error the
 * caller must not call tc_api_call_end. */
tc_status tc_api_call_begin(tetracast_world *world, int threads, tc_api_call *out);

/* Not collective. Restores the settings of the caller. If `status` is local, which means that MPI has failed
 * on this rank alone, marks the world as broken. Ends the timed phases that an error has interrupted. Returns
 * `status`. Its message names no command-line options, unless the world belongs to the program tetracast. */
tc_status tc_api_call_end(const tc_api_call *call, tc_status status);

/* Converts a status to the error that a public function returns. Both are pointers to the same object. */
static inline tetracast_error *tc_api_error(tc_status status) { return (tetracast_error *)status; }

/* Evaluates the expression `call`, which returns a status, between tc_api_call_begin and tc_api_call_end.
 * Then returns from the function that contains the macro, with the error. */
#define TC_API_CALL(world, threads, call)                                                                    \
  do {                                                                                                       \
    tc_api_call tc_api_call_;                                                                                \
    tc_status tc_api_status_ = tc_api_call_begin((world), (threads), &tc_api_call_);                         \
    if (tc_api_status_) return tc_api_error(tc_api_status_);                                                 \
    tc_api_status_ = (call);                                                                                 \
    return tc_api_error(tc_api_call_end(&tc_api_call_, tc_api_status_));                                     \
  } while (0)

/* Not collective. Replaces the text `from` by `to` in the message of an error, and frees the old error.
 * Returns the error unchanged if its message does not contain `from`, or if it is local to this rank. */
tc_status tc_api_reword(tc_status status, const char *from, const char *to);

/* Not collective. Returns TC_USAGE if `pointer`, the argument `name` of a public function, is NULL. */
tc_status tc_api_check_argument(const void *pointer, const char *name);

/* Collective. Returns TC_USAGE on all ranks if `pointer` is NULL on any rank. */
tc_status tc_api_agree_argument(const tc_world *world, const void *pointer, const char *name);

/* Collective. Returns TC_USAGE on all ranks if some ranks have passed a callback (`exists` is true) and
 * others have not. The message begins with the text `function`. */
tc_status tc_api_agree_presence(const tc_world *world, bool exists, const char *function);

#endif
