#include "comm/memory/vector.h"

#define FOR_OWNED(v) _Pragma("omp parallel for schedule(static)") for (int32_t i = 0; i < (v)->owned; i++)

void tc_vector_load(const double *from, tc_vector *v) { FOR_OWNED(v) v->value[i] = from[i]; }

void tc_vector_store(const tc_vector *v, double *into) { FOR_OWNED(v) into[i] = v->value[i]; }

void tc_vector_fill(double value, tc_vector *v) { FOR_OWNED(v) v->value[i] = value; }

void tc_vector_copy(const tc_vector *from, tc_vector *v) { FOR_OWNED(v) v->value[i] = from->value[i]; }

void tc_vector_swap(tc_vector *a, tc_vector *b) {
  const tc_vector v = *a;
  *a = *b;
  *b = v;
}
