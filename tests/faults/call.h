/* Functions of a library that stand in a list (mpi.def, hdf5.def), each replaced by one that may fail. */
#ifndef TC_TESTS_FAULTS_CALL_H
#define TC_TESTS_FAULTS_CALL_H

#include <string.h>

#include "faults.h"

/* next: the function that would have been called. */
#define TC_NEXT(type, name, parameters)                                                                      \
  static type(*next) parameters;                                                                             \
  if (!next) {                                                                                               \
    void *found = tc_fault_next(name);                                                                       \
    memcpy(&next, &found, sizeof next);                                                                      \
  }

#endif
