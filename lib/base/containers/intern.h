/* Numbers for things that are met again and again: strings of bytes, each once, from 0 in the order in which
 * they came. */
#ifndef TC_BASE_CONTAINERS_INTERN_H
#define TC_BASE_CONTAINERS_INTERN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/core/pool.h"

/* {0} is empty. */
typedef struct tc_intern {
  tc_pool pool; /* owns the copies */
  char *chunk;  /* where the next copies go */
  size_t left;
  int count, capacity;
  struct tc_intern_entry *entry; /* [room] */
  int slots;                     /* 0 or a power of 2 of at least twice the count */
  int *slot;                     /* [slots] entries, -1 free */
} tc_intern;

/* *number: of these bytes; *added (may be NULL): whether they are new. Errors: TC_INTERNAL out of memory. */
tc_status tc_intern_add(tc_intern *intern, const void *bytes, size_t size, int *number, bool *added);
/* *copy: of a text, the same pointer for the same text; NULL for NULL. */
tc_status tc_intern_add_text(tc_intern *intern, const char *text, const char **copy);
/* The bytes of a number that was given, aligned for any type; they stay where they are. *size may be NULL. */
const void *tc_intern_get(const tc_intern *intern, int number, size_t *size);
void tc_intern_free(tc_intern *intern);

#endif
