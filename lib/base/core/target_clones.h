/* Functions compiled for several instruction sets. The loader selects the version for the widest instruction
 * set of the processor. Used by vector operations and memory benchmarks. The macro is allowed only for
 * functions that give the same bits with every instruction set. Elementwise operations are such functions,
 * because the listed instruction sets have no fused multiply-add. Sums are not, because the compiler could
 * reorder their terms. */
#ifndef TC_BASE_CORE_TARGET_CLONES_H
#define TC_BASE_CORE_TARGET_CLONES_H

#if defined(__x86_64__) && defined(__gnu_linux__) && !defined(__clang__)
#define TC_TARGET_CLONES __attribute__((target_clones("avx2", "default")))
#else
#define TC_TARGET_CLONES
#endif

#endif
