/* Error handling of the examples: prints the error of a call and ends all ranks. A program that can continue
 * after an error would handle the error object instead. This file is not part of the library. */
#ifndef EXAMPLE_CHECK_H
#define EXAMPLE_CHECK_H

#include <stdio.h>
#include <tetracast/tetracast.h>

static void check(tetracast_error *error) {
  int rank;
  if (!error) return;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0 || tetracast_error_is_local(error))
    fprintf(stderr, "error: %s\n", tetracast_error_text(error));
  MPI_Abort(MPI_COMM_WORLD, (int)tetracast_error_code(error));
}

#endif
