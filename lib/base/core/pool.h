/* Memory, and things that own more, given back all at once. Nothing here is collective. */
#ifndef TC_BASE_CORE_POOL_H
#define TC_BASE_CORE_POOL_H

#include <stddef.h>

#include "base/core/status.h"

/* Begins as {NULL}. */
typedef struct tc_pool {
  struct tc_pool_block *last;
} tc_pool;

/* So many bytes, zeroed, for any type; they live until tc_pool_free. Writes the address to *out (a pointer
 * to any object pointer). Errors: TC_INTERNAL. */
tc_status tc_pool_alloc(tc_pool *pool, size_t bytes, void *out);

/* A text, as printf makes it. Errors: TC_INTERNAL. */
tc_status tc_pool_printf(tc_pool *pool, const char **out, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Takes over a thing: tc_pool_free destroys it, the latest first; so does this function when it fails.
 * Errors: TC_INTERNAL. */
tc_status tc_pool_add_owned(tc_pool *pool, void *thing, void (*destroy)(void *thing));

void tc_pool_free(tc_pool *pool);

#endif
