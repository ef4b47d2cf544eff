#include "base/program/log_stream.h"

#include <limits.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

void tc_log_stream_break_line(tc_log_stream *stream) {
  if (stream->length) fputc('\n', stream->out);
  stream->length = 0;
}

/* Returns the width of the terminal in characters; 0 if it is unknown. Called for each line, because the user
 * may resize the window. */
static int columns_of(FILE *stream) {
  struct winsize window = {0};
  return ioctl(fileno(stream), TIOCGWINSZ, &window) == 0 ? window.ws_col : 0;
}

/* Overwrites the previous line: pads it with blanks and truncates it at the terminal width, because a wrapped
 * line cannot be overwritten. */
static void rewrite_line(tc_log_stream *s, const char *line) {
  const int columns = columns_of(s->out), most = columns > 1 ? columns - 1 : INT_MAX;
  const int length = (int)strlen(line) < most ? (int)strlen(line) : most;
  const int blanks = (s->length < most ? s->length : most) - length;
  fprintf(s->out, "\r%.*s%*s", length, line, blanks > 0 ? blanks : 0, "");
  s->length = length;
}

static void write_event(void *self, tc_log_level level, tc_log_event event, const char *text) {
  tc_log_stream *s = self;
  const bool begins = event == TC_LOG_PHASE_BEGAN, rewrites = event == TC_LOG_PROGRESS && s->sink.is_terminal,
             completes = event == TC_LOG_PHASE_ENDED && s->event == TC_LOG_PHASE_BEGAN;
  const int written = completes ? s->length : 0;
  (void)level;
  if (event == TC_LOG_PROGRESS_ENDED && s->event != TC_LOG_PROGRESS) return;
  if (!completes && !(rewrites && s->event == event)) tc_log_stream_break_line(s);
  if (rewrites)
    rewrite_line(s, text);
  else if (event != TC_LOG_PROGRESS_ENDED)
    fprintf(s->out, "%s%s%s", event == TC_LOG_WARNING ? "warning: " : "", text + written, begins ? "" : "\n");
  if (!rewrites) s->length = begins ? (int)strlen(text) : 0;
  if (begins || event == TC_LOG_PROGRESS) fflush(s->out);
  s->event = event;
}

const tc_log_sink *tc_log_stream_init(tc_log_stream *stream, FILE *out) {
  const bool is_terminal = out && isatty(fileno(out));
  *stream = (tc_log_stream){.sink = {write_event, stream, is_terminal}, .out = out};
  return out ? &stream->sink : NULL;
}
