/* Rules that a matrix must satisfy if the reader has accepted its file. */
#ifndef TC_TESTS_FUZZ_MATRIX_RULES_H
#define TC_TESTS_FUZZ_MATRIX_RULES_H

#include <stdbool.h>
#include <stdint.h>

/* True if all values are finite, or if `value` is NULL. */
bool values_are_finite(const double *value, int64_t count);

/* Reads a matrix file. Returns true if the matrix is valid, or if the error follows error_rules.h. */
bool matrix_file_is_proper(const char *path);

#endif
