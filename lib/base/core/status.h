/* Errors as values. A tc_status is NULL on success, otherwise an error that carries a code and one finished
 * sentence for the user. No function here is collective. */
#ifndef TC_BASE_CORE_STATUS_H
#define TC_BASE_CORE_STATUS_H

#include <stdarg.h>
#include <stddef.h>

/* Codes are the program's exit codes (documented in apps/tetracast/README.md and `tetracast --help`). */
typedef enum tc_code {
  TC_DONE = 0,      /* success */
  TC_INTERNAL = 1,  /* anything else: out of memory, a failing library */
  TC_USAGE = 2,     /* command line or config */
  TC_INPUT = 3,     /* mesh or other input data */
  TC_NUMERICAL = 4, /* unstable step, NaN */
  TC_OUTPUT = 5,    /* output or input/output failure */
  TC_STOPPED = 75   /* stopped early on request, with a checkpoint to go on from */
} tc_code;

/* An error: opaque, immutable, owned by whoever holds the pointer. Ignoring it leaks it. */
typedef struct tc_error *tc_status;
#define TC_OK ((tc_status)0)

/* Makes an error; the text names the file, line, key or cell and says what to do, without a final newline.
 * Never returns TC_OK: when memory is short it returns a constant "out of memory" error of code TC_INTERNAL.
 */
tc_status tc_status_create(tc_code code, const char *format, ...) __attribute__((format(printf, 2, 3)));
tc_status tc_status_vcreate(tc_code code, const char *format, va_list arguments)
    __attribute__((format(printf, 2, 0)));

/* Code and text; TC_OK gives TC_DONE and "done". The text lives as long as the error. */
tc_code tc_status_code(tc_status status);
const char *tc_status_text(tc_status status);

/* Frees the error (TC_OK is fine) and sets it to TC_OK. */
void tc_status_free(tc_status *status);

/* Returns the error of a failing call to the caller's caller. Only where nothing is held. */
#define TC_TRY(call)                                                                                         \
  do {                                                                                                       \
    tc_status tc_try_status_ = (call);                                                                       \
    if (tc_try_status_) return tc_try_status_;                                                               \
  } while (0)

/* Stores the error of a failing call in `status` and jumps to the function's one label `cleanup`. */
#define TC_GUARD(status, call)                                                                               \
  do {                                                                                                       \
    (status) = (call);                                                                                       \
    if (status) goto cleanup;                                                                                \
  } while (0)

#endif
