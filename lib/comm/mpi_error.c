#include "comm/mpi_error.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { patience_us = 300000 };

static const char begins[] = "MPI failed while "; /* how the sentences of TC_MPI begin */

void tc_mpi_error_handle(MPI_Comm_errhandler_function *end) {
  MPI_Errhandler handler;
  if (MPI_Comm_create_errhandler(end, &handler) != MPI_SUCCESS) return; /* MPI's own ends the ranks, too */
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, handler);
  MPI_Errhandler_free(&handler);
}

void tc_mpi_error_end(const char *program, int code) {
  char text[MPI_MAX_ERROR_STRING] = "unknown error";
  int length, rank = 0;
  MPI_Error_string(code, text, &length);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank > 0) usleep(patience_us);
  /* The root may have a phase on the line. */
  fprintf(stderr, "\n%s: error: %s%s (on rank %d)\n", program,
          strncmp(text, begins, strlen(begins)) ? "MPI failed: " : "", text, rank);
  MPI_Abort(MPI_COMM_WORLD, TC_INTERNAL);
}

static bool program_has_handler(void) {
  MPI_Errhandler handler = MPI_ERRORS_ARE_FATAL;
  MPI_Comm_get_errhandler(MPI_COMM_WORLD, &handler);
  const bool own = handler != MPI_ERRORS_ARE_FATAL && handler != MPI_ERRORS_RETURN;
  if (own) MPI_Errhandler_free(&handler);
  return own;
}

/* An error of our own, because handlers get nothing but a code. */
static void ask_program(const char *sentence) {
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
  if (program_has_handler()) ask_program(sentence);
  return tc_status_make(TC_INTERNAL, "%s%s: %s", begins, phase, text);
}
