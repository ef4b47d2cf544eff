/* Functions compiled for several sets of instructions, of which the widest that the processor has is taken.
 * Only where that changes no bits: operations on one value after the other, with nothing that sums up (the
 * sets have no fused multiply-add). */
#ifndef TC_BASE_CORE_TARGET_CLONES_H
#define TC_BASE_CORE_TARGET_CLONES_H

#if defined(__x86_64__) && defined(__gnu_linux__) && !defined(__clang__)
#define TC_TARGET_CLONES __attribute__((target_clones("avx2", "default")))
#else
#define TC_TARGET_CLONES
#endif

#endif
