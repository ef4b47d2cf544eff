"""Table of the functions of libtetracast that this package calls, and list of those that it does not offer.

tests/python/test_table.py compares both with lib/api/symbols.txt and with the public headers.
"""

from __future__ import annotations

from ctypes import CFUNCTYPE, POINTER, c_char_p, c_double, c_int, c_int32, c_int64, c_uint, c_uint64, c_void_p
from typing import Any, NamedTuple

OBJECT = c_void_p  # an opaque object or an array
OUT = POINTER(c_void_p)  # address of an object or of an array
INT64 = POINTER(c_int64)
DOUBLE = POINTER(c_double)

LOG_FUNCTION = CFUNCTYPE(None, c_void_p, c_int, c_char_p)
SOURCE_FUNCTION = CFUNCTYPE(c_int, c_void_p, c_double, c_int64, c_void_p, c_void_p, c_void_p, c_void_p)
CELL_FUNCTION = CFUNCTYPE(c_int, c_void_p, c_int64, c_void_p, c_void_p, c_void_p)
FACE_FUNCTION = CFUNCTYPE(c_int, c_void_p, c_double, c_int64, c_void_p, c_void_p, c_void_p)
STEP_FUNCTION = CFUNCTYPE(c_int, c_void_p, c_int64, c_double, c_void_p)


class Function(NamedTuple):
    """Types of a function, and whether all ranks of a world must call it. The default result is an error object."""

    argtypes: tuple[Any, ...]
    collective: bool
    restype: Any = c_void_p


FUNCTIONS: dict[str, Function] = {
    "tetracast_error_code": Function((OBJECT,), False, c_int),
    "tetracast_error_free": Function((OUT,), False, None),
    "tetracast_error_is_local": Function((OBJECT,), False, c_int),
    "tetracast_error_text": Function((OBJECT,), False, c_char_p),
    "tetracast_forecast_count": Function((OBJECT, c_char_p, c_char_p, c_int64, INT64), False),
    "tetracast_forecast_create": Function((OBJECT, OBJECT, c_int, c_int, OUT), True),
    "tetracast_forecast_destroy": Function((OUT,), True, None),
    "tetracast_forecast_job": Function((OBJECT, c_char_p, c_char_p, DOUBLE, DOUBLE), False),
    "tetracast_forecast_report": Function((OBJECT, OUT), False),
    "tetracast_forecast_seconds": Function((OBJECT, c_char_p, c_char_p, c_char_p, DOUBLE), False),
    "tetracast_forecast_strategy": Function((OBJECT, c_int), False, c_char_p),
    "tetracast_list_name": Function((c_int, c_int, POINTER(c_char_p)), False, c_char_p),
    "tetracast_machine_destroy": Function((OUT,), True, None),
    "tetracast_machine_measure": Function((OBJECT, c_int, OUT), True),
    "tetracast_machine_read": Function((OBJECT, c_char_p, OUT), True),
    "tetracast_mesh_create": Function((OBJECT, c_char_p, c_int64, OBJECT, c_int64, OBJECT, OUT), True),
    "tetracast_mesh_create_box": Function((OBJECT, INT64, DOUBLE, OUT), True),
    "tetracast_mesh_create_distributed": Function(
        (OBJECT, c_char_p, c_int64, OBJECT, OBJECT, c_int64, OBJECT, OBJECT, OUT), True),
    "tetracast_mesh_destroy": Function((OUT,), True, None),
    "tetracast_mesh_read": Function((OBJECT, c_char_p, OUT), True),
    "tetracast_mesh_set_markers": Function((OBJECT, c_int64, OBJECT, OBJECT), True),
    "tetracast_mesh_set_regions": Function((OBJECT, c_int64, OBJECT), True),
    "tetracast_mesh_size": Function((OBJECT, INT64, INT64), False, None),
    "tetracast_operator_apply": Function((OBJECT, OBJECT, OBJECT), True),
    "tetracast_operator_create": Function((OBJECT, c_char_p, c_char_p, OUT), True),
    "tetracast_operator_destroy": Function((OUT,), True, None),
    "tetracast_operator_forcing": Function((OBJECT, c_double, OBJECT, OBJECT), True),
    "tetracast_operator_rows": Function((OBJECT, INT64, INT64, OBJECT, OBJECT, OBJECT), False),
    "tetracast_problem_cells": Function((OBJECT, INT64, OUT, OUT, OUT), False),
    "tetracast_problem_create": Function((OBJECT, OUT), True),
    "tetracast_problem_destroy": Function((OUT,), True, None),
    "tetracast_problem_enable_outputs": Function((OBJECT, c_int), True),
    "tetracast_problem_load": Function((OBJECT, c_char_p, c_char_p, OBJECT, OUT), True),
    "tetracast_problem_set": Function((OBJECT, c_char_p, c_char_p), True),
    "tetracast_problem_set_boundary": Function((OBJECT, c_int32, c_int, c_char_p, c_char_p), True),
    "tetracast_problem_set_boundary_function": Function(
        (OBJECT, c_int32, c_int, FACE_FUNCTION, c_void_p, c_char_p), True),
    "tetracast_problem_set_source_function": Function((OBJECT, SOURCE_FUNCTION, c_uint, c_void_p), True),
    "tetracast_problem_set_tensor": Function((OBJECT, c_int32, DOUBLE), True),
    "tetracast_problem_set_tensor_function": Function((OBJECT, CELL_FUNCTION, c_void_p), True),
    "tetracast_problem_set_up": Function((OBJECT,), True),
    "tetracast_snapshot_close": Function((OUT, c_int), True),
    "tetracast_snapshot_create": Function((OBJECT, OBJECT, c_char_p, c_int64, c_int, OUT), True),
    "tetracast_snapshot_read": Function((OBJECT, c_char_p, c_int64, OBJECT, DOUBLE), True),
    "tetracast_snapshot_write": Function((OBJECT, OBJECT), True),
    "tetracast_stepper_add_hook": Function((OBJECT, c_int64, STEP_FUNCTION, c_void_p), True),
    "tetracast_stepper_advance": Function((OBJECT, c_int64), True),
    "tetracast_stepper_create": Function((OBJECT, c_char_p, c_char_p, OUT), True),
    "tetracast_stepper_destroy": Function((OUT,), True, None),
    "tetracast_stepper_field": Function((OBJECT, c_char_p, OUT), False),
    "tetracast_stepper_measured": Function((OBJECT, c_char_p, DOUBLE), True),
    "tetracast_stepper_position": Function((OBJECT, INT64, DOUBLE, DOUBLE), False, None),
    "tetracast_stepper_publish": Function((OBJECT,), True),
    "tetracast_stepper_report": Function((OBJECT, OUT), True),
    "tetracast_stepper_request_stop": Function((OBJECT,), False, None),
    "tetracast_stepper_resume": Function((OBJECT, c_char_p), True),
    "tetracast_stepper_set_field": Function((OBJECT, c_char_p, OBJECT), True),
    "tetracast_stepper_statistics": Function((OBJECT, DOUBLE, DOUBLE, DOUBLE, POINTER(c_uint64)), True),
    "tetracast_stepper_write_checkpoint": Function((OBJECT, c_char_p), True),
    "tetracast_text_free": Function((c_void_p,), False, None),
    "tetracast_version": Function((), False, c_int),
    "tetracast_version_describe": Function((OUT,), False),
    "tetracast_world_create_f": Function((c_int, c_int, OUT), True),
    "tetracast_world_destroy": Function((OUT,), True, None),
    "tetracast_world_set_log": Function((OBJECT, LOG_FUNCTION, c_void_p, c_int), False, None),
    "tetracast_world_set_threads": Function((OBJECT, c_int), True),
}

# Functions of libtetracast without an equivalent in this package, with the reason.
NOT_OFFERED: dict[str, str] = {
    "tetracast_halo_lists": "only transports call it",
    "tetracast_problem_set_number": "Problem.set writes numbers with enough digits for all bits",
    "tetracast_process_prepare": "changes the process before MPI starts: set OMPI_MCA_osc for windows over TCP",
    "tetracast_world_add_transport": "a transport exchanges values in each step, for which Python is too slow: write it in C",
    "tetracast_world_create": "MPI_Comm has no type in ctypes: tetracast_world_create_f accepts its Fortran handle",
}
