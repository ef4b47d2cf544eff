/* First members of the JSON documents of all programs. Called by each writer of a report directly after it
 * has opened the document's object. Not collective. */
#ifndef TC_BASE_PROGRAM_JSON_PROGRAM_H
#define TC_BASE_PROGRAM_JSON_PROGRAM_H

#include "base/text/json_writer.h"

/* Writes the members program, version, commit and compiler of the open JSON object. */
void tc_json_program(tc_json *json, const char *program);

#endif
