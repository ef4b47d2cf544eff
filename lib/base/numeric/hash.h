/* 64-bit hashes for provenance and for comparing fields. Not cryptographic. */
#ifndef TC_BASE_NUMERIC_HASH_H
#define TC_BASE_NUMERIC_HASH_H

#include <stddef.h>
#include <stdint.h>

/* A bijective mixer of 64 bits (the finaliser of splitmix64: Steele, Lea, Flood 2014). */
uint64_t tc_hash_mix(uint64_t value);

/* Folds n bytes into a running hash. The result depends on the bytes alone when every call but the last has a
 * multiple of 8 bytes. Start with 0. */
uint64_t tc_hash_bytes(uint64_t hash, const void *bytes, size_t n);

/* Hash of "element `index` of an array has these bits". The sum modulo 2^64 over all elements is a hash of
 * the array that does not depend on who adds which part in what order. */
uint64_t tc_hash_element(uint64_t index, double value);

#endif
