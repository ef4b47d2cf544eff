/* Errors as values. A function that can fail returns NULL on success, and otherwise an error that the caller
 * owns. An error contains a code and one finished sentence "place: what is wrong: what to do". No function of
 * this header is collective. A collective function returns the same error on all ranks, unless
 * tetracast_error_is_local is true. */
#ifndef TETRACAST_ERROR_H
#define TETRACAST_ERROR_H

#include "export.h"

TETRACAST_BEGIN

/* Codes of errors. All but TETRACAST_CALLBACK are also exit codes of the program tetracast. New codes may be
 * added: treat an unknown code as TETRACAST_INTERNAL. */
typedef enum tetracast_code {
  TETRACAST_DONE = 0,      /* success: the code of a NULL error */
  TETRACAST_INTERNAL = 1,  /* memory is exhausted, or a library or this program has a defect */
  TETRACAST_USAGE = 2,     /* wrong argument, wrong order of calls, unknown key, or wrong value of a key */
  TETRACAST_INPUT = 3,     /* the mesh or other input data are missing or wrong */
  TETRACAST_NUMERICAL = 4, /* unstable step, value that is not finite, or failed solve */
  TETRACAST_OUTPUT = 5,    /* file that cannot be written or read */
  TETRACAST_CALLBACK = 6,  /* a function of the program returned an error */
  TETRACAST_STOPPED = 75   /* the call ended early on request; the objects remain usable */
} tetracast_code;

/* Returns the code of an error. Returns TETRACAST_DONE if `error` is NULL. */
TETRACAST_API tetracast_code tetracast_error_code(const tetracast_error *error);

/* Returns the text without a final newline, in UTF-8; "done" for NULL. The text is valid as long as the
 * error. */
TETRACAST_API const char *tetracast_error_text(const tetracast_error *error);

/* Returns 1 if only this rank has the error because MPI failed, else 0. Other ranks may then wait for this
 * rank: call MPI_Abort. Later calls on the world return TETRACAST_INTERNAL without communication. */
TETRACAST_API int tetracast_error_is_local(const tetracast_error *error);

/* Frees the error and sets *error to NULL. NULL and a pointer to NULL are allowed. */
TETRACAST_API void tetracast_error_free(tetracast_error **error);

/* Frees a text that the library returned through `char **`. NULL is allowed. */
TETRACAST_API void tetracast_text_free(char *text);

TETRACAST_END
#endif
