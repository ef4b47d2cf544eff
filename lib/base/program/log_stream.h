/* Sink of a program's log that writes to a stream (base/program/log.h). The seconds of a phase are written on
 * the line with the name of the phase, unless another line was written since the phase began. On a terminal
 * each progress line overwrites the previous one. The library does not use this file. Not collective. */
#ifndef TC_BASE_PROGRAM_LOG_STREAM_H
#define TC_BASE_PROGRAM_LOG_STREAM_H

#include <stdio.h>

#include "base/program/log.h"

typedef struct tc_log_stream {
  tc_log_sink sink;
  FILE *out;
  int length;         /* number of characters of the unfinished line; 0 if there is none */
  tc_log_event event; /* kind of the last text; TC_LOG_PHASE_BEGAN or TC_LOG_PROGRESS if a line is
                         unfinished */
} tc_log_stream;

/* Initialises *stream, which must then remain at its address, and returns its sink. Borrows `out`. If `out`
 * is NULL, returns NULL, the sink of a silent log. */
const tc_log_sink *tc_log_stream_init(tc_log_stream *stream, FILE *out);

/* Ends the unfinished line. Code that writes to the stream itself calls this function first. */
void tc_log_stream_break_line(tc_log_stream *stream);

#endif
