/* Products of an operator (operator.h) on a device. Only operator.c includes this header.
 * tc_operator_set_device creates the device matrix and the device mirrors of the vectors, and
 * tc_operator_destroy frees them. */
#ifndef TC_LINEAR_OPERATOR_OPERATOR_DEVICE_H
#define TC_LINEAR_OPERATOR_OPERATOR_DEVICE_H

#include "linear/operator/operator.h"

/* Not collective. Computes y = M x on the owned rows; x must be complete on the device, ghosts included. If
 * the device fails, this function returns normally, and tc_operator_check_device returns the error later. */
void tc_operator_apply_on_device(tc_operator *op, const tc_vector *x, const tc_vector *y);

/* Not collective. Frees the matrix and the mirrors on the device. Does nothing if the operator has no
 * device. */
void tc_operator_free_device(tc_operator *op);

#endif
