/* Sets of small numbers, as bits. Pure; grow as needed. */
#ifndef TC_BASE_CONTAINERS_BIT_SET_H
#define TC_BASE_CONTAINERS_BIT_SET_H

#include <stdbool.h>
#include <stdint.h>

#include "base/core/status.h"

typedef struct tc_set {
  int words; /* allocated */
  uint64_t *bits;
} tc_set; /* zeros: empty */

tc_status tc_set_add(tc_set *set, int number);
void tc_set_remove(tc_set *set, int number);
bool tc_set_has(const tc_set *set, int number);
/* *grew (may be NULL): whether anything came in. */
tc_status tc_set_unite(tc_set *into, const tc_set *from, bool *grew);
bool tc_set_meets(const tc_set *a, const tc_set *b);
/* The least member from `number` on; -1: none. */
int tc_set_next(const tc_set *set, int number);
int tc_set_count(const tc_set *set);
void tc_set_empty(tc_set *set); /* keeps its memory */
void tc_set_clear(tc_set *set); /* frees what it holds */

#endif
