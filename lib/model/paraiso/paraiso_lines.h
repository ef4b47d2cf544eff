/* Straight lines of equations (1) and (2) of Blanco et al. 2000, "Performance Prediction for Parallel
 * Iterative Solvers": seconds of floating point operations and of messages. The lines come from Table 2 of
 * the paper or from the parameters fit_.. of a machine. Three slopes are missing in the available copy of
 * Table 2. Seconds that depend on these slopes are intervals. Called by routine_forecast.c. Pure: no MPI, no
 * clock, no memory. */
#ifndef TC_MODEL_PARAISO_PARAISO_LINES_H
#define TC_MODEL_PARAISO_PARAISO_LINES_H

#include <stdbool.h>

#include "model/models/model_paraiso.h"

/* Seconds between two bounds, which are equal if the value is known. A bound is NaN if it is unknown. */
typedef struct tc_seconds_interval {
  double low, high;
} tc_seconds_interval;

/* Line of equation (2): constant seconds of a message, and seconds per double in the message. */
typedef struct tc_message_line {
  double message_s;
  tc_seconds_interval double_s;
} tc_message_line;

/* Index of the direction in tc_paraiso_lines.message. */
enum { TC_MESSAGE_SENT, TC_MESSAGE_RECEIVED, TC_MESSAGE_DIRECTIONS };

typedef struct tc_paraiso_lines {
  double flop_s, iteration_s; /* line of equation (1): seconds of a FLOP, and constant part of an iteration */
  tc_message_line message[TC_MESSAGE_DIRECTIONS][TC_PARAISO_SIZES];
} tc_paraiso_lines;

/* Returns the lines of Table 2 of the paper for a method. A missing slope is an interval from 0 to an upper
 * bound. With the upper bound, the longest message of the class takes as long as the shortest message of the
 * next class (tc_paraiso_max_double_s). */
tc_paraiso_lines tc_paraiso_lines_published(tc_paraiso_method method);

/* True if the machine parameters contain the line of equation (1) for a method. */
bool tc_paraiso_lines_exist(const tc_params *machine, tc_paraiso_method method);

/* Returns the lines of a machine. Unknown slopes are intervals as in tc_paraiso_lines_published. */
tc_paraiso_lines tc_paraiso_lines_of_machine(const tc_params *machine, tc_paraiso_method method);

/* Returns the seconds in which a rank sends or receives messages of one class of sizes that contain `doubles`
 * doubles in total; 0 if there are no messages. */
tc_seconds_interval tc_paraiso_lines_messages_s(const tc_paraiso_lines *lines, int direction,
                                                tc_paraiso_size size, double messages, double doubles);

#endif
