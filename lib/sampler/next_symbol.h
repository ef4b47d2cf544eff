/* The functions behind those that the sampler puts itself in front of. */
#ifndef TC_SAMPLER_NEXT_SYMBOL_H
#define TC_SAMPLER_NEXT_SYMBOL_H

#define TS_EXPORT __attribute__((visibility("default")))

/* Writes the address of the next definition of a name to *next, a pointer to a function, NULL when there is
 * none. */
void ts_next_find(const char *name, void *next);

/* Declares `next`, the next definition of the function. Finding it again does no harm. */
#define TS_NEXT(function)                                                                                    \
  static __typeof__(function) *next;                                                                         \
  if (!next) ts_next_find(#function, &next)

#endif
