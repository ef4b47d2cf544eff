/* Transports of the program. A transport implements the exchange of ghosts, which are values that a rank
 * reads and other ranks own. A program can replace the transports of the library by its own. A transport
 * belongs to the world to which it was added, and is selected by its name as the strategy of
 * tetracast_stepper_create and tetracast_operator_create. The key `strategy` of the config accepts only names
 * of TETRACAST_LIST_STRATEGIES. */
#ifndef TETRACAST_TRANSPORT_H
#define TETRACAST_TRANSPORT_H

#include "world.h"

TETRACAST_BEGIN

/* Not collective. Describes the exchange of a rank. *peers: number of ranks with which it exchanges values.
 * (*peer)[peers]: these ranks, rising, never the rank itself. The values own[(*send_row)[i]] with i =
 * (*send_begin)[p] .. (*send_begin)[p+1]-1 go to peer p, in this order. The ghosts (*receive_begin)[p] ..
 * (*receive_begin)[p+1]-1 come from peer p. The arrays are borrowed until the transport is closed. Any
 * pointer but `halo` may be NULL. */
TETRACAST_API void tetracast_halo_lists(const tetracast_halo *halo, int *peers, const int **peer,
                                        const int32_t **send_begin, const int32_t **send_row,
                                        const int32_t **receive_begin);

typedef enum tetracast_count_rule {
  TETRACAST_COUNT_NONE = 0, /* the traffic is not counted, so that there are no forecasts */
  /* counted and forecast as strategy `neighbour`: each value is sent once, with one message per pair of
   * ranks */
  TETRACAST_COUNT_UNIQUE = 1
} tetracast_count_rule;

/* A transport. Set `size` to sizeof(tetracast_transport), and members that are not used to 0. Later versions
 * only append members. A stepper or operator opens the transport once or several times, and may exchange
 * several vectors with each open transport. The functions are called in the thread that called the library,
 * outside parallel regions. They must not call the library on objects of the same world, and no exception or
 * longjmp may leave them. All but `close` return 0 for success. They return another number to report an
 * error, which becomes TETRACAST_CALLBACK. */
typedef struct tetracast_transport {
  size_t size;
  const char *name;    /* up to 40 characters a-z, 0-9, -; copied */
  const char *summary; /* one line; copied */
  /* Collective. `halo` and `comm` are borrowed until close. `comm` has the ranks of the world, is used by
   * this transport alone, and has the error handler MPI_ERRORS_RETURN. *context is passed to the other
   * functions. If open fails on some ranks, close is called on the others. An open that makes collective
   * calls must therefore return the same result on all ranks. */
  int (*open)(void *self, const tetracast_halo *halo, MPI_Comm comm, void **context);
  /* Collective. Called once after each successful open, but not after a local error of the world, because
   * messages may still use the memory. */
  void (*close)(void *context);
  /* Collective. Begins an exchange. own[owned] are the values of this rank in the order of
   * tetracast_problem_cells. They are complete, and unchanged until end has returned. */
  int (*begin)(void *context, const double *own);
  /* Collective. Ends the exchange. Sets ghost[receive_begin[peers]], in the order of the halo, to the values
   * of their owners. */
  int (*end)(void *context, double *ghost);
  tetracast_count_rule count_rule; /* how tetracast_forecast_create counts the traffic */
  void *self; /* passed to open; borrowed until the world and its objects are destroyed */
} tetracast_transport;

/* Collective. Adds a copy of `transport` to the world. Forecasts that are created afterwards include the
 * transport, unless its count_rule is TETRACAST_COUNT_NONE. Steppers on devices do not support it. A failure
 * of open is an error on all ranks. A failure of begin or end is a local error of the rank
 * (tetracast_error_is_local), because other ranks may wait for its messages. Errors (on all ranks):
 * TETRACAST_USAGE if the name is malformed or that of another strategy, if a function or text is missing, if
 * `count_rule` is unknown, if `size` is too small, or if a member is set that the library does not have. */
TETRACAST_RESULT tetracast_error *tetracast_world_add_transport(tetracast_world *world,
                                                                const tetracast_transport *transport);

TETRACAST_END
#endif
