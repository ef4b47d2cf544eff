#include "base/numeric/hash.h"

#include <string.h>

uint64_t tc_hash_mix(uint64_t value) {
  value += UINT64_C(0x9E3779B97F4A7C15);
  value = (value ^ (value >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
  value = (value ^ (value >> 27)) * UINT64_C(0x94D049BB133111EB);
  return value ^ (value >> 31);
}

uint64_t tc_hash_bytes(uint64_t hash, const void *bytes, size_t n) {
  const unsigned char *at = bytes;
  for (; n >= 8; n -= 8, at += 8) {
    uint64_t word;
    memcpy(&word, at, 8);
    hash = tc_hash_mix(hash ^ word);
  }
  if (n) {
    uint64_t word = (uint64_t)n << 56;
    memcpy(&word, at, n);
    hash = tc_hash_mix(hash ^ word);
  }
  return hash;
}

uint64_t tc_hash_element(uint64_t index, double value) {
  uint64_t bits;
  memcpy(&bits, &value, sizeof bits);
  return tc_hash_mix(bits ^ tc_hash_mix(index));
}
