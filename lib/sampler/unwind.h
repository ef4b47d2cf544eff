/* Stacks, by libgcc's unwinder, which neither locks nor allocates. */
#ifndef TC_SAMPLER_UNWIND_H
#define TC_SAMPLER_UNWIND_H

#include <stdint.h>

/* What is walked. Addresses of frames are those of their callers' stack pointers (the CFA). */
typedef struct tc_walk {
  uint64_t start;    /* the walk begins behind the frame that goes on at this address .. */
  uint64_t pointer;  /* .. with this stack pointer; 0: any */
  uint64_t boundary; /* frames of this address and above belong to the runtime; 0: none does */
  uint64_t *stack;   /* [room] out: return addresses */
  uint64_t *slot;    /* [room] out: where each stands; NULL: not wanted */
  uint32_t room;
  uint32_t depth;  /* out */
  uint32_t within; /* out: of them below the boundary */
} tc_walk;

/* Before the first walk in a handler: what the unwinder sets up once. */
void tc_unwind_warm(void);

/* From whoever calls. */
void tc_unwind(tc_walk *walk);

#endif
