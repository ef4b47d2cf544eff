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
static int query_terminal_width(FILE *stream) {
  struct winsize window = {0};
  return ioctl(fileno(stream), TIOCGWINSZ, &window) == 0 ? window.ws_col : 0;
}

/* Overwrites the previous line: pads it with blanks and truncates it at the terminal width, because a wrapped
 * line cannot be overwritten. */
static void rewrite_line(tc_log_stream *s, const char *line) {
  const int columns = query_terminal_width(s->out), length_max = columns > 1 ? columns - 1 : INT_MAX;
  const int length = (int)strlen(line) < length_max ? (int)strlen(line) : length_max;
  const int blanks = (s->length < length_max ? s->length : length_max) - length;
  fprintf(s->out, "\r%.*s%*s", length, line, blanks > 0 ? blanks : 0, "");
  s->length = length;
}

static void write_event(void *self, tc_log_level level, tc_log_event event, const char *text) {
  tc_log_stream *s = self;
  const bool is_begin = event == TC_LOG_PHASE_BEGAN,
             is_rewritten = event == TC_LOG_PROGRESS && s->sink.is_terminal,
             is_completed = event == TC_LOG_PHASE_ENDED && s->event == TC_LOG_PHASE_BEGAN;
  const int printed = is_completed ? s->length : 0;
  (void)level;
  if (event == TC_LOG_PROGRESS_ENDED && s->event != TC_LOG_PROGRESS) return;
  if (!is_completed && !(is_rewritten && s->event == event)) tc_log_stream_break_line(s);
  if (is_rewritten)
    rewrite_line(s, text);
  else if (event != TC_LOG_PROGRESS_ENDED)
    fprintf(s->out, "%s%s%s", event == TC_LOG_WARNING ? "warning: " : "", text + printed,
            is_begin ? "" : "\n");
  if (!is_rewritten) s->length = is_begin ? (int)strlen(text) : 0;
  if (is_begin || event == TC_LOG_PROGRESS) fflush(s->out);
  s->event = event;
}

const tc_log_sink *tc_log_stream_init(tc_log_stream *stream, FILE *out) {
  const bool is_terminal = out && isatty(fileno(out));
  *stream = (tc_log_stream){.sink = {write_event, stream, is_terminal}, .out = out};
  return out ? &stream->sink : NULL;
}
