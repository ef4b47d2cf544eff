/* Prints `tetracast --version`: version, commit, compiler and libraries. main.c calls it on the first process
 * of a launch; it needs no MPI. */
#ifndef TC_APP_VERSION_H
#define TC_APP_VERSION_H

#include <stdio.h>

/* Not collective. Writes the lines of `tetracast --version` to `out`. */
void app_version_write(FILE *out);

#endif
