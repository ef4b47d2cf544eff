/* Errors as values. A tc_status is NULL on success, and otherwise an error with a code and one complete
 * sentence for the user. Every function that can fail returns one; TC_TRY and TC_GUARD pass it on to the
 * caller, and main prints it and exits with its code. Its owner frees it with tc_status_free. No function is
 * collective; tc_world_agree combines errors of all ranks. */
#ifndef TC_BASE_CORE_STATUS_H
#define TC_BASE_CORE_STATUS_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

/* Codes of errors. All except TC_CALLBACK are also exit codes of the program (documented in
 * apps/tetracast/README.md and `tetracast --help`). */
typedef enum tc_code {
  TC_DONE = 0,      /* no error: the program ended successfully */
  TC_INTERNAL = 1,  /* error that fits no other code, such as exhausted memory or a failing library */
  TC_USAGE = 2,     /* error in the command line or the config */
  TC_INPUT = 3,     /* mesh or other input data are missing or wrong */
  TC_NUMERICAL = 4, /* the time step is unstable, or values are not finite */
  TC_OUTPUT = 5,    /* an output file cannot be written */
  TC_CALLBACK = 6,  /* a function of a program that uses the library has failed */
  TC_STOPPED = 75   /* the run stopped early on request and wrote a checkpoint from which it can be resumed */
} tc_code;

/* An error. Its content is private and constant. The holder of the pointer owns the error and must free it
 * with tc_status_free or pass it on. */
typedef struct tc_error *tc_status;
#define TC_OK ((tc_status)0)

/* Creates an error. The text names the file, line, key or cell and states what to do, without a final
 * newline. Never returns TC_OK: if memory is exhausted, it returns a constant error "out of memory" with code
 * TC_INTERNAL. */
tc_status tc_status_create(tc_code code, const char *format, ...) __attribute__((format(printf, 2, 3)));
tc_status tc_status_vcreate(tc_code code, const char *format, va_list arguments)
    __attribute__((format(printf, 2, 0)));

/* Creates a local error: only this rank has failed, and other ranks may be waiting for it in MPI, so the
 * ranks cannot agree on the error. If memory is exhausted, the error is not local. */
tc_status tc_status_create_local(tc_code code, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* True if the error was created by tc_status_create_local. The errors that tc_world_agree returns are not
 * local. */
bool tc_status_is_local(tc_status status);

/* These functions return the code or the text of a status. For TC_OK they return TC_DONE and "done". The text
 * is valid as long as the error. */
tc_code tc_status_code(tc_status status);
const char *tc_status_text(tc_status status);

/* Frees the error and sets it to TC_OK. `*status` may be TC_OK. */
void tc_status_free(tc_status *status);

/* Frees `old` and returns `new`, which may contain the text of `old`. */
tc_status tc_status_replace(tc_status old, tc_status new);
/* Returns `status` and frees `later` if `status` is an error. Otherwise returns `later`. */
tc_status tc_status_first(tc_status status, tc_status later);

/* Calls a function that returns a status. If it fails, the calling function returns the error. Use it only
 * while the function owns no memory or lock that it must release. */
#define TC_TRY(call)                                                                                         \
  do {                                                                                                       \
    tc_status tc_try_status_ = (call);                                                                       \
    if (tc_try_status_) return tc_try_status_;                                                               \
  } while (0)

/* Calls a function that returns a status and stores the result in `status`. If it is an error, jumps to the
 * label `cleanup`. */
#define TC_GUARD(status, call)                                                                               \
  do {                                                                                                       \
    (status) = (call);                                                                                       \
    if (status) goto cleanup;                                                                                \
  } while (0)

/* Last statement of a function that creates an object. Calls a function that returns a status, and returns
 * this status. If it is an error, evaluates `destroy` first, and otherwise sets *out to `object`. */
#define TC_RETURN_CREATED(call, object, destroy, out)                                                        \
  do {                                                                                                       \
    const tc_status tc_created_status_ = (call);                                                             \
    if (tc_created_status_)                                                                                  \
      (destroy);                                                                                             \
    else                                                                                                     \
      *(out) = (object);                                                                                     \
    return tc_created_status_;                                                                               \
  } while (0)

#endif
