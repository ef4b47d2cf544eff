/* Sets of small numbers, as bits. Pure; grow as needed. */
#ifndef TC_BASE_CONTAINERS_BIT_SET_H
#define TC_BASE_CONTAINERS_BIT_SET_H

#include <stdbool.h>
#include <stdint.h>

#include "base/core/status.h"

typedef struct tc_bit_set {
  int words; /* allocated */
  uint64_t *bits;
} tc_bit_set; /* zeros: empty */

tc_status tc_bit_set_add(tc_bit_set *set, int number);
void tc_bit_set_remove(tc_bit_set *set, int number);
bool tc_bit_set_contains(const tc_bit_set *set, int number);
/* *grew (may be NULL): whether anything came in. */
tc_status tc_bit_set_add_set(tc_bit_set *into, const tc_bit_set *from, bool *grew);
bool tc_bit_set_intersects(const tc_bit_set *a, const tc_bit_set *b);
/* The least member from `number` on; -1: none. */
int tc_bit_set_next(const tc_bit_set *set, int number);
int tc_bit_set_count(const tc_bit_set *set);
void tc_bit_set_clear(tc_bit_set *set); /* keeps its memory */
void tc_bit_set_free(tc_bit_set *set);  /* frees what it holds */

#endif
