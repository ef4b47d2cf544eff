/* 64-bit hashes for provenance, hash tables, random numbers and the comparison of fields. The same on every
 * machine of one byte order. Not cryptographic. Pure. */
#ifndef TC_BASE_NUMERIC_HASH_H
#define TC_BASE_NUMERIC_HASH_H

#include <stddef.h>
#include <stdint.h>

/* Bijective mixer of 64 bits. Source: finaliser of splitmix64, Steele, Lea, Flood 2014. */
uint64_t tc_hash_mix(uint64_t value);

/* Extends a running hash by n bytes; begin with 0. The result depends on the bytes alone if every call but
 * the last has a multiple of 8 bytes. */
uint64_t tc_hash_bytes(uint64_t hash, const void *bytes, size_t n);

/* Hash of "element `index` of an array has this value (bits)". The sum over all elements modulo 2^64 is a
 * hash of the array that ranks and threads may add in any order. */
uint64_t tc_hash_element(uint64_t index, double value);

#endif
