/* Interning: assigns numbers to distinct byte strings, counted from 0 in the order of their first occurrence.
 * Used by the reader of debug information and by reports (lib/blame). The copies are owned by the object and
 * live until tc_intern_free. Open addressing; the number of slots doubles when half are used. Pure. */
#ifndef TC_BASE_CONTAINERS_INTERN_H
#define TC_BASE_CONTAINERS_INTERN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/core/pool.h"

/* Zero-initialise before use. */
typedef struct tc_intern {
  tc_pool pool; /* owns the copies */
  char *chunk;  /* next free byte of the current chunk of the pool */
  size_t left;
  int count, capacity;
  struct tc_intern_entry *entry; /* [capacity] */
  int slots;                     /* 0, or a power of 2 that is at least twice the count */
  int *slot;                     /* [slots] index into `entry`; -1 in free slots */
} tc_intern;

/* Sets *number to the number of the byte string at `bytes`, which has `size` bytes. A new string gets the
 * next number, and *added (may be NULL) is then true. Errors: TC_INTERNAL if memory is exhausted. */
tc_status tc_intern_add(tc_intern *intern, const void *bytes, size_t size, int *number, bool *added);
/* Sets *copy to the stored copy of `text`, which is added if it is new. Equal texts give the same pointer,
 * NULL gives NULL. Errors: TC_INTERNAL if memory is exhausted. */
tc_status tc_intern_add_text(tc_intern *intern, const char *text, const char **copy);
/* Returns the byte string that has this number, followed by a zero byte and aligned for any type. Its address
 * does not change. *size (may be NULL) is set to its length in bytes. */
const void *tc_intern_get(const tc_intern *intern, int number, size_t *size);
void tc_intern_free(tc_intern *intern);

#endif
