/* Colour exchange: updates the ghosts of one colour only. Preconditioners call it between two colours of a
 * sweep and of a factorisation (linear/precondition). The search for components calls it with a single colour
 * (solve/space/components.c). Create it once for a halo and a colouring, run it for one colour at a time,
 * destroy it before the halo. All ranks must run the same colours in the same order. Dry runs count its
 * traffic with count/count_exchange.h. */
#ifndef TC_COMM_EXCHANGE_COLOUR_EXCHANGE_H
#define TC_COMM_EXCHANGE_COLOUR_EXCHANGE_H

#include "base/ledger/ledger.h"
#include "comm/layout/colour.h"

/* Messages of one direction, sorted by colour, then peer. The message of colour c and peer p contains the
 * rows row[begin[c * peers + p]] .. row[begin[c * peers + p + 1] - 1], sorted by position. */
typedef struct tc_colour_exchange_side {
  int32_t *begin; /* [colours * peers + 1] start of each message */
  int32_t *row;   /* send side: owned rows; receive side: owned + g for ghost g */
} tc_colour_exchange_side;

typedef struct tc_colour_exchange {
  const tc_world *world; /* borrowed, like the halo */
  const tc_halo *halo;
  int colours;
  int values; /* number of values per row */
  tc_colour_exchange_side send, receive;
  MPI_Comm comm; /* duplicate of the communicator; errors abort the run, because peers that wait for a message
                    of this rank cannot be notified */
  double *outbox, *inbox;
  MPI_Request *request; /* [2 peers] scratch for the messages of a run */
  MPI_Status *status;   /* [2 peers] scratch for the messages of a run */
} tc_colour_exchange;

/* Collective. Creates an exchange for rows of `values` doubles. Borrows world and halo, but not the
 * colouring. Errors (on all ranks): TC_INTERNAL if memory is exhausted or MPI fails. */
tc_status tc_colour_exchange_create(const tc_world *world, const tc_halo *halo, const tc_colouring *colouring,
                                    int values, tc_colour_exchange **out);
void tc_colour_exchange_destroy(tc_colour_exchange **refresh); /* collective */

/* Collective. Sets the ghosts of `colour` in array[owned + ghosts][values] to the values of their owners,
 * with two-sided messages between the peers that share rows of that colour. Adds seconds and the tally to the
 * ledger, where a row counts as `values` values; the ledger may be NULL. Errors abort the run. */
tc_status tc_colour_exchange_run(tc_colour_exchange *refresh, int colour, double *array, tc_ledger *ledger);

#endif
