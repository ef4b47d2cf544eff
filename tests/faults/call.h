/* Macros that replace library functions by functions that can fail. mpi.def and hdf5.def list the
 * functions. */
#ifndef TC_TESTS_FAULTS_CALL_H
#define TC_TESTS_FAULTS_CALL_H

#include <string.h>

#include "faults.h"

/* Declares `next`, a pointer to the library's function that is replaced. */
#define TC_NEXT(type, name, parameters)                                                                      \
  static type(*next) parameters;                                                                             \
  if (!next) {                                                                                               \
    void *found = tc_fault_next(name);                                                                       \
    memcpy(&next, &found, sizeof next);                                                                      \
  }

#endif
