/* Formatted text and decimal numbers that do not depend on the locale of the process: the decimal sign is
 * always a point. A program that uses the library may have called setlocale for a language with a decimal
 * comma, but files, formulas and messages must not change. Every file of the project that converts
 * floating-point numbers uses these functions; tests/structure/numbers_test.sh rejects others. The functions
 * switch the locale of the calling thread during a call, so any number of threads may call them. */
#ifndef TC_BASE_CORE_PRINT_H
#define TC_BASE_CORE_PRINT_H

#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

/* Equivalents of the C library's functions of the same names in the locale "C". */
int tc_fprintf(FILE *out, const char *format, ...) __attribute__((format(printf, 2, 3)));
int tc_vfprintf(FILE *out, const char *format, va_list arguments) __attribute__((format(printf, 2, 0)));
int tc_snprintf(char *text, size_t size, const char *format, ...) __attribute__((format(printf, 3, 4)));
int tc_vsnprintf(char *text, size_t size, const char *format, va_list arguments)
    __attribute__((format(printf, 3, 0)));
double tc_strtod(const char *text, char **end);

#endif
