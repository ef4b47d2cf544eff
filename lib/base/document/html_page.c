#include "base/document/html_page.h"

#include "base/text/text.h"

/* Style sheet of the page. Colours are CSS variables, with other values for dark screens. Wide tables can be
 * scrolled. Class l is left-aligned text in a column, w is text that may wrap, p is a table of items, i is an
 * indented line. Pictures use the classes a and b for the first and the second series, e for whiskers, g for
 * lines of the grid, and t for text. */
static const char style[] =
    ":root{color-scheme:light dark;--page:#fff;--ink:#1c1c1e;--faint:#6b6b70;--line:#d9d9de;--back:#f4f4f6;"
    "--a:#2563a8;--b:#d9822b}\n"
    "@media(prefers-color-scheme:dark){:root{--page:#17181b;--ink:#e8e8ea;--faint:#a0a0a8;--line:#3a3b40;"
    "--back:#212226;--a:#6aa5e8;--b:#e8a35c}}\n"
    "body{margin:0 auto;max-width:64rem;padding:1rem;background:var(--page);color:var(--ink);"
    "font:16px/1.45 system-ui,sans-serif}\n"
    "h1{font-size:1.5rem;line-height:1.2}\n"
    "p{margin:.35rem 0;white-space:pre-wrap;overflow-wrap:anywhere}\n"
    ".wide{overflow-x:auto;margin:.6rem 0}\n"
    "table{border-collapse:collapse;font-variant-numeric:tabular-nums;font-size:.9rem}\n"
    "th,td{padding:.15rem .7rem;text-align:right;border-bottom:1px solid var(--line);white-space:pre}\n"
    "th{color:var(--faint);font-weight:600}\n"
    ".l{text-align:left}\n"
    ".p td:nth-child(2),td.w{white-space:pre-wrap;overflow-wrap:anywhere}\n"
    ".p td:nth-child(2){min-width:12rem}\n"
    "td.w{text-align:left;min-width:9rem}\n"
    ".i{padding-left:1rem}\n"
    "details{margin:.4rem 0;padding:.1rem .8rem;border-left:3px solid var(--line)}\n"
    "summary{cursor:pointer;font-weight:600}\n"
    "figure{margin:1rem 0;padding:.8rem;max-width:38rem;background:var(--back);border-radius:6px}\n"
    "figcaption{color:var(--faint);font-size:.9rem}\n"
    "figure>div{overflow-x:auto}\n"
    "svg{display:block;width:100%;min-width:20rem;height:auto}\n"
    "svg .a{fill:var(--a)}svg .b{fill:var(--b)}svg .g{stroke:var(--line)}\n"
    "svg .t{fill:var(--ink);font:12px system-ui,sans-serif}\n"
    "svg path{stroke-width:2}svg path.a{stroke:var(--a);fill:none}svg path.b{stroke:var(--b);fill:none}"
    "svg path.e{stroke:var(--faint);fill:none}\n";

void tc_html_escape(const char *text, FILE *out) {
  for (int length; *text; text += length ? length : 1) {
    length = tc_text_utf8_length(text);
    switch (*text) {
    case '&': fputs("&amp;", out); break;
    case '<': fputs("&lt;", out); break;
    case '>': fputs("&gt;", out); break;
    case '"': fputs("&quot;", out); break;
    case '\'': fputs("&#39;", out); break;
    default:
      if (length == 0)
        fputs("\xef\xbf\xbd", out);
      else
        fwrite(text, 1, (size_t)length, out);
    }
  }
}

void tc_html_format_mark(const char *program, char mark[TC_HTML_MARK_SIZE]) {
  snprintf(mark, TC_HTML_MARK_SIZE, "<!DOCTYPE html>\n<!-- Report of %.40s -->\n", program);
}

void tc_html_begin(const char *program, const char *title, FILE *out) {
  char mark[TC_HTML_MARK_SIZE];
  tc_html_format_mark(program, mark);
  fputs(mark, out);
  fputs("<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>",
        out);
  tc_html_escape(title, out);
  fprintf(out, "</title>\n<style>\n%s</style>\n</head>\n<body>\n<h1>", style);
  tc_html_escape(title, out);
  fputs("</h1>\n", out);
}

void tc_html_end(FILE *out) { fputs("</body>\n</html>\n", out); }
