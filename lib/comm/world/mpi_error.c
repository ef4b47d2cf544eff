#include "comm/world/mpi_error.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { patience_us = 300000 };

static const char begins[] = "MPI failed while "; /* start of the error messages of the macro TC_MPI */

/* Handler that tc_mpi_error_set_handler has installed. find_ender compares it with the current handler, so
 * the handle is freed only before a new handler is created. MPI could otherwise reuse its value. */
static MPI_Errhandler installed;
static bool is_installed;

void tc_mpi_error_set_handler(MPI_Comm_errhandler_function *end) {
  if (is_installed) MPI_Errhandler_free(&installed);
  is_installed = MPI_Comm_create_errhandler(end, &installed) == MPI_SUCCESS;
  /* Without this handler, MPI's default handler would abort the run without the program's message. */
  if (is_installed) MPI_Comm_set_errhandler(MPI_COMM_WORLD, installed);
}

static void end_ranks(const char *speaker, const char *text) {
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank > 0) usleep(patience_us);
  /* The leading line break ends a log line that the root may have printed without a line end. */
  fprintf(stderr, "\n%s: error: %s%s (on rank %d)\n", speaker,
          strncmp(text, begins, strlen(begins)) ? "MPI failed: " : "", text, rank);
  MPI_Abort(MPI_COMM_WORLD, TC_INTERNAL);
}

void tc_mpi_error_abort(const char *program, int code) {
  char text[MPI_MAX_ERROR_STRING] = "unknown error";
  int length;
  MPI_Error_string(code, text, &length);
  end_ranks(program, text);
}

/* The part of the program that ends the run after an error: the handler of tc_mpi_error_set_handler, a caller
 * that has set MPI_ERRORS_RETURN, or this library. */
typedef enum ender { by_program, by_caller, by_library } ender;

/* Finds the part of the program that ends the run after an error, from the error handler of MPI_COMM_WORLD.
 * Handlers of other origin (a debugger, or MPI_ERRORS_ABORT of MPI 4) are neither called nor freed. */
static ender find_ender(void) {
  MPI_Errhandler handler = MPI_ERRORS_ARE_FATAL;
  MPI_Comm_get_errhandler(MPI_COMM_WORLD, &handler);
  if (handler == MPI_ERRORS_RETURN) return by_caller;
  if (!is_installed || handler != installed) return by_library;
  MPI_Errhandler_free(&handler); /* releases the reference acquired by MPI_Comm_get_errhandler */
  return by_program;
}

/* Calls the program's handler with `sentence`, the text of an error. MPI handlers receive only an error code,
 * so a new error code with this text is created. */
static void call_program_handler(const char *sentence) {
  int class, code;
  if (MPI_Add_error_class(&class) || MPI_Add_error_code(class, &code)) return;
  MPI_Add_error_string(code, sentence);
  MPI_Comm_call_errhandler(MPI_COMM_WORLD, code);
}

tc_status tc_mpi_error_check(int code, const char *phase) {
  if (code == MPI_SUCCESS) return TC_OK;
  char text[MPI_MAX_ERROR_STRING] = "unknown error", sentence[MPI_MAX_ERROR_STRING];
  int length;
  MPI_Error_string(code, text, &length);
  snprintf(sentence, sizeof sentence, "%s%s: %.150s", begins, phase, text);
  const ender who = find_ender();
  if (who == by_program) call_program_handler(sentence);
  if (who == by_library) end_ranks("libtetracast", sentence);
  return tc_status_create(TC_INTERNAL, "%s%s: %s", begins, phase, text);
}
