/* Pool: memory, and objects that own further resources, released together. Usage: zero-initialise the pool,
 * allocate memory in it, call tc_pool_free. Addresses remain valid until tc_pool_free. No function is
 * collective. */
#ifndef TC_BASE_CORE_POOL_H
#define TC_BASE_CORE_POOL_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/core/status.h"

/* A pool of memory and objects. Zero-initialise before use. */
typedef struct tc_pool {
  struct tc_pool_block *last;
} tc_pool;

/* Allocates `bytes` bytes, which are zero, aligned for any type, and valid until tc_pool_free. Writes the
 * address to *out (a pointer to any object pointer). Errors: TC_INTERNAL if memory is exhausted. */
tc_status tc_pool_alloc(tc_pool *pool, size_t bytes, void *out);

/* Allocates `count` elements of `size` bytes like tc_alloc, or like tc_alloc_zero if `zero` is true. The
 * array is valid until tc_pool_free. `what` names the array in an error message. Errors: TC_INTERNAL if
 * memory is exhausted. TC_POOL_ARRAY(pool, array, n) and TC_POOL_ARRAY_ZERO allocate n elements for the
 * pointer `array`. */
tc_status tc_pool_array(tc_pool *pool, bool zero, size_t count, size_t size, const char *what, void *out);
#define TC_POOL_ARRAY(pool, array, count)                                                                    \
  tc_pool_array((pool), false, (size_t)(count), sizeof *(array), #array, &(array))
#define TC_POOL_ARRAY_ZERO(pool, array, count)                                                               \
  tc_pool_array((pool), true, (size_t)(count), sizeof *(array), #array, &(array))

/* These functions allocate a text that is formatted as by printf and set *out to it. Errors: TC_INTERNAL if
 * memory is exhausted. */
tc_status tc_pool_printf(tc_pool *pool, const char **out, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
tc_status tc_pool_vprintf(tc_pool *pool, const char **out, const char *format, va_list arguments)
    __attribute__((format(printf, 3, 0)));

/* Registers an object that tc_pool_free destroys. Objects are destroyed in reverse order of their
 * registration. On error this function destroys the object. Errors: TC_INTERNAL if memory is exhausted. */
tc_status tc_pool_add_owned(tc_pool *pool, void *object, void (*destroy)(void *object));

void tc_pool_free(tc_pool *pool);

/* Destroys an object that tc_alloc has allocated and that has a member `tc_pool memory`: frees the pool, then
 * the object, and sets the pointer to NULL. `address` is the address of the pointer, which may be NULL.
 * Before the call, the caller destroys the data that the object owns outside the pool. */
#define TC_POOL_DESTROY_OWNER(address)                                                                       \
  tc_pool_destroy_owner((address), offsetof(__typeof__(**(address)), memory))
void tc_pool_destroy_owner(void *address, size_t memory);

#endif
