/* Bringing the ghosts of one colour only: what a sweep over the colours needs between two of them. */
#ifndef TC_COMM_EXCHANGE_COLOUR_EXCHANGE_H
#define TC_COMM_EXCHANGE_COLOUR_EXCHANGE_H

#include "base/ledger/ledger.h"
#include "comm/layout/colour.h"

/* The messages of one direction, sorted by colour, then peer: that of colour c and peer p carries the rows
 * row[from[c * peers + p]] .. in the order of their positions. */
typedef struct tc_colour_exchange_side {
  int32_t *begin; /* [colours * peers + 1] */
  int32_t *row;   /* own rows that are sent; owned + g of ghosts that come */
} tc_colour_exchange_side;

typedef struct tc_colour_exchange {
  const tc_world *world; /* borrowed, and so is the halo */
  const tc_halo *halo;
  int colours;
  int values; /* a row */
  tc_colour_exchange_side send, receive;
  MPI_Comm comm; /* its errors end the job: one rank alone cannot tell those that wait for its message */
  double *outbox, *inbox;
  MPI_Request *request; /* [2 peers] */
  MPI_Status *status;   /* [2 peers] */
} tc_colour_exchange;

/* Collective. values: how many each row has. Errors on all ranks: TC_INTERNAL. */
tc_status tc_colour_exchange_create(const tc_world *world, const tc_halo *halo, const tc_colouring *colouring,
                                    int values, tc_colour_exchange **out);
void tc_colour_exchange_destroy(tc_colour_exchange **refresh); /* collective */

/* Collective. array[owned + ghosts][values]: ghosts of a colour become what their owners have; two-sided
 * messages between those that share any. Seconds and what really moved (a row counts as so many values) are
 * added to the ledger (NULL: nobody wants to know); count/count_exchange.h predicts it. */
tc_status tc_colour_exchange_run(tc_colour_exchange *refresh, int colour, double *array, tc_ledger *ledger);

#endif
