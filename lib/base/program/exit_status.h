/* Former header of tc_exit_status_report, for programs with a main function of their own. */
#ifndef TC_BASE_PROGRAM_EXIT_STATUS_H
#define TC_BASE_PROGRAM_EXIT_STATUS_H

#include "base/program/program.h"

#endif
