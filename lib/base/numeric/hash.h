/* 64-bit hashes for provenance, hash tables, random numbers and the comparison of fields. The hashes are the
 * same on all machines with the same byte order. They are not cryptographic. */
#ifndef TC_BASE_NUMERIC_HASH_H
#define TC_BASE_NUMERIC_HASH_H

#include <stddef.h>
#include <stdint.h>

/* Returns a hash of a 64-bit number. Different numbers have different hashes. Source: finaliser of
 * splitmix64, Steele, Lea, Flood 2014. */
uint64_t tc_hash_mix(uint64_t value);

/* Extends the hash of earlier bytes by n bytes and returns the new hash. The hash of no bytes is 0. The
 * result depends on the bytes alone if every call but the last has a multiple of 8 bytes. */
uint64_t tc_hash_bytes(uint64_t hash, const void *bytes, size_t n);

/* Returns a hash of the index and of the bits of the value of an array element. The sum of these hashes
 * modulo 2^64 is a hash of the array. Ranks and threads may add them in any order. */
uint64_t tc_hash_element(uint64_t index, double value);

#endif
