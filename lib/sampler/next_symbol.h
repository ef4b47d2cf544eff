/* Finds the original of a function that the sampler intercepts. The original is the next definition of the
 * same name in the search order of the dynamic linker. Used by all wrap_*.c files, thread.c,
 * program_signals.c and the OpenMP interfaces. TS_EXPORT marks a function of the sampler that replaces the
 * function of the same name in the sampled program. */
#ifndef TC_SAMPLER_NEXT_SYMBOL_H
#define TC_SAMPLER_NEXT_SYMBOL_H

#define TS_EXPORT __attribute__((visibility("default")))

/* Finds the next definition of the function `name`. Writes its address to *next, which is a function pointer;
 * writes NULL if there is none. */
void ts_next_symbol_find(const char *name, void *next);

/* Declares a static function pointer `next` and sets it to the next definition of the function. Threads may
 * initialise it concurrently, because all write the same value. */
#define TS_NEXT(function)                                                                                    \
  static __typeof__(function) *next;                                                                         \
  if (!next) ts_next_symbol_find(#function, &next)

#endif
