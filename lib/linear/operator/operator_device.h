/* Device part of an operator (operator.h). Only operator.c includes it. tc_operator_set_device creates the
 * device matrix and the mirrors; tc_operator_destroy frees them. */
#ifndef TC_LINEAR_OPERATOR_OPERATOR_DEVICE_H
#define TC_LINEAR_OPERATOR_OPERATOR_DEVICE_H

#include "linear/operator/operator.h"

/* Not collective. Computes y = M x on the owned rows; x must be complete on the device, ghosts included. A
 * failure causes no error here, but in tc_operator_check_device. */
void tc_operator_apply_on_device(tc_operator *op, const tc_vector *x, const tc_vector *y);

/* Not collective. Frees matrix and mirrors on the device. No effect without a device. */
void tc_operator_free_device(tc_operator *op);

#endif
