/* Replaces the functions of a library that are listed in mpi.def or hdf5.def by functions that can fail. */
#ifndef TC_TESTS_FAULTS_CALL_H
#define TC_TESTS_FAULTS_CALL_H

#include <string.h>

#include "faults.h"

/* Declares `next`, the function of the library that is replaced. */
#define TC_NEXT(type, name, parameters)                                                                      \
  static type(*next) parameters;                                                                             \
  if (!next) {                                                                                               \
    void *found = tc_fault_next(name);                                                                       \
    memcpy(&next, &found, sizeof next);                                                                      \
  }

#endif
