/* The part of an operator that works on a device (operator.h). Internal to it. */
#ifndef TC_LINEAR_OPERATOR_OPERATOR_DEVICE_H
#define TC_LINEAR_OPERATOR_OPERATOR_DEVICE_H

#include "linear/operator/operator.h"

/* y = M x of the own rows; x is complete there. A failure is kept for tc_operator_check_device. */
void tc_operator_apply_on_device(tc_operator *op, const tc_vector *x, const tc_vector *y);

/* Frees what is on the device. */
void tc_operator_free_device(tc_operator *op);

#endif
