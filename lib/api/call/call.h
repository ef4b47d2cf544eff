/* Entry guard of the public functions. Each public function that can fail consists of one TC_API_CALL around
 * an internal function. The guard sets the number of OpenMP threads of the world and restores the settings of
 * the caller, rejects missing objects and calls from callbacks, and marks the world after a failure of
 * MPI. */
#ifndef TC_API_CALL_CALL_H
#define TC_API_CALL_CALL_H

#include "api/call/world_object.h"

/* Settings of the process that a call of the API changes and restores at its end. */
typedef struct tc_api_call {
  tetracast_world *world;
  int threads, is_dynamic;
  int depth; /* nesting depth of phases in the job's clock before the call */
} tc_api_call;

/* Not collective. Begins a call with `threads` OpenMP threads; 0 for the number of the world. Errors:
 * TC_USAGE if `world` is NULL, which means that the object of the call is missing, if MPI is finalised, or if
 * the world is already in a call; TC_INTERNAL if MPI has failed before. After an error tc_api_call_end must
 * not be called. */
tc_status tc_api_call_begin(tetracast_world *world, int threads, tc_api_call *out);

/* Not collective. Restores the settings of the caller. Records in the world that MPI has failed if `status`
 * is local. Ends the phases of the job that an error has interrupted. Returns the status of the call, whose
 * text names no options of the program tetracast. */
tc_status tc_api_call_end(const tc_api_call *call, tc_status status);

/* Converts a status to the error that a public function returns. Both arguments refer to the same object. */
static inline tetracast_error *tc_api_error(tc_status status) { return (tetracast_error *)status; }

/* Evaluates `call`, which returns a status, in the guard (tc_api_call_begin and tc_api_call_end), and returns
 * the error from the calling function. */
#define TC_API_CALL(world, threads, call)                                                                    \
  do {                                                                                                       \
    tc_api_call tc_api_call_;                                                                                \
    tc_status tc_api_status_ = tc_api_call_begin((world), (threads), &tc_api_call_);                         \
    if (tc_api_status_) return tc_api_error(tc_api_status_);                                                 \
    tc_api_status_ = (call);                                                                                 \
    return tc_api_error(tc_api_call_end(&tc_api_call_, tc_api_status_));                                     \
  } while (0)

/* Not collective. Replaces the text `from` by `to` in the message of an error, and frees the old error. An
 * error that does not contain `from`, and a local error, are returned unchanged. */
tc_status tc_api_reword(tc_status status, const char *from, const char *to);

/* Not collective. Returns TC_USAGE if `pointer`, the argument `name` of a public function, is NULL. */
tc_status tc_api_check_argument(const void *pointer, const char *name);

/* Collective. Returns TC_USAGE on all ranks if `pointer` is NULL on any rank. */
tc_status tc_api_agree_argument(const tc_world *world, const void *pointer, const char *name);

/* Collective. Returns TC_USAGE on all ranks if only some ranks have passed a function. The text `function`
 * begins the message. */
tc_status tc_api_agree_presence(const tc_world *world, bool exists, const char *function);

#endif
