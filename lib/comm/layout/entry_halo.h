/* Halo of the entries of rows that have different lengths. A halo exchange or a colour exchange moves the
 * same number of values for each row. If rows have different numbers of values, the values are numbered row
 * after row, and each value is exchanged like a row with one value. The factorisation ilu0 creates an entry
 * halo for general rows (sparse/ell.h) during setup. */
#ifndef TC_COMM_LAYOUT_ENTRY_HALO_H
#define TC_COMM_LAYOUT_ENTRY_HALO_H

#include "comm/layout/colour.h"

typedef struct tc_entry_halo {
  /* Halo in which each value of an owned row is numbered like a row, and each value of a ghost row like a
   * ghost. It borrows the list of peers from the halo of the rows. Only exchanges may use it, because the
   * positions of ghosts are not set. */
  tc_halo halo;
  tc_colouring colouring; /* colouring in which each value has the colour of the row */
  tc_pool memory;         /* owns the lists of `halo` and the colours */
} tc_entry_halo;

/* Not collective. Creates the halo of the values of rows. begin[owned + ghosts + 1] contains the number of
 * the first value of each owned row and each ghost row of `halo`. The number of values of a ghost must be
 * that of the row on its owner. Borrows `halo`. Errors: TC_USAGE if there are 2^31 values or more;
 * TC_INTERNAL if memory is exhausted. */
tc_status tc_entry_halo_create(const tc_halo *halo, const tc_colouring *colouring, const int64_t *begin,
                               tc_entry_halo **out);
void tc_entry_halo_destroy(tc_entry_halo **halo);

#endif
