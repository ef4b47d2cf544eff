#include "comm/world/mpi_world.h"

static void (*abort_ranks)(const char *text); /* called after a failed MPI call to end all ranks; NULL if no
                                                 handler is set, as in a library */

void tc_mpi_error_set_handler(void (*handler)(const char *text)) { abort_ranks = handler; }

tc_status tc_mpi_error_check(tc_world_mpi *mpi, int code, const char *phase) {
  char text[MPI_MAX_ERROR_STRING] = "unknown error";
  int length;
  if (code == MPI_SUCCESS) return TC_OK;
  if (mpi->is_broken)
    return tc_status_create_local(TC_INTERNAL,
                                  "MPI has failed in an earlier call: destroy all objects of this world");
  mpi->is_broken = true;
  MPI_Error_string(code, text, &length);
  /* Example of the message: MPI failed while waiting for messages: MPI_ERR_OTHER: known error not in list:
   * check the .. */
  const tc_status status =
      tc_status_create_local(TC_INTERNAL, "MPI failed while %s: %s: check the nodes and the network", phase,
                             text);
  if (abort_ranks) abort_ranks(tc_status_text(status));
  return status;
}
