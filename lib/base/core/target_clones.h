/* Functions compiled for several instruction sets; the loader selects the widest one that the processor has.
 * Used by vector operations and memory benchmarks. Allowed only for functions that give the same bits with
 * every instruction set. These are elementwise operations; the compiler could reorder the terms of a sum.
 * (The instruction sets listed have no fused multiply-add.) */
#ifndef TC_BASE_CORE_TARGET_CLONES_H
#define TC_BASE_CORE_TARGET_CLONES_H

#if defined(__x86_64__) && defined(__gnu_linux__) && !defined(__clang__)
#define TC_TARGET_CLONES __attribute__((target_clones("avx2", "default")))
#else
#define TC_TARGET_CLONES
#endif

#endif
