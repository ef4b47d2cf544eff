/* Defines the struct of the public type tetracast_operator. */
#ifndef TC_API_OPERATOR_OPERATOR_OBJECT_H
#define TC_API_OPERATOR_OPERATOR_OBJECT_H

#include "api/include/tetracast/operator.h"
#include "api/problem/problem_object.h"
#include "linear/operator/operator.h"

struct tetracast_operator {
  tetracast_problem *problem; /* retained */
  tc_operator *op;            /* matrix with two vectors for products; owned */
  tc_source *source; /* source and forcing of the problem, both owned; NULL if the problem has none */
  tc_forcing *forcing;
  double *zero;       /* [owned] zeros, used as the field if the program passes NULL; owned */
  int64_t *first_row; /* [ranks + 1] number of the first row of each rank; owned */
};

#endif
