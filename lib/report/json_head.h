/* What the JSON of every program begins with. */
#ifndef TC_REPORT_JSON_HEAD_H
#define TC_REPORT_JSON_HEAD_H

#include "machine/params.h"
#include "report/json_writer.h"

/* Into the open object: program, version, commit, compiler. */
void tc_json_program(tc_json *json, const char *program);

/* Into the open object: all parameters of params.def, null for what is not known. */
void tc_json_params(tc_json *json, const tc_params *params);

#endif
