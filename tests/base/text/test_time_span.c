#include "base/text/time_span.h"

#include <math.h>

#include "support/comma.h"
#include "support/expect.h"

static void expect_seconds(const char *text, double wanted) {
  double seconds = -1.0;
  cr_expect(tc_time_span_parse(text, &seconds), "\"%s\" is refused", text);
  cr_expect_eq(seconds, wanted, "\"%s\" is %.17g s, not %.17g s", text, seconds, wanted);
}

static void expect_refused(const char *text) {
  double seconds = -1.0;
  cr_expect_not(tc_time_span_parse(text, &seconds), "\"%s\" is accepted as %g s", text, seconds);
  cr_expect_eq(seconds, -1.0, "\"%s\" changes the result", text);
}

static void expect_units(void) {
  expect_seconds("90", 90.0);
  expect_seconds("90s", 90.0);
  expect_seconds("30m", 1800.0);
  expect_seconds("6h", 21600.0);
  expect_seconds("1.5h", 5400.0);
  expect_seconds("2d", 172800.0);
  expect_seconds(".5m", 30.0);
  expect_seconds("1e3", 1000.0);
  expect_seconds("1e-1h", 360.0);
}

Test(time_span, units) { expect_units(); }

/* A program that uses the library may have set a locale with a decimal comma. */
Test(time_span, decimal_comma) {
  set_comma();
  expect_units();
  expect_refused("1,5h");
}

Test(time_span, limits) {
  expect_seconds("1", 1.0);
  expect_seconds("0.5m", 30.0);
  expect_seconds("3652.5d", 315576000.0);
  expect_seconds("315576000", 315576000.0);
  expect_refused("0.999");
  expect_refused("0.01m");
  expect_refused("3653d");
  expect_refused("315576001s");
  expect_refused("1e300d");
}

Test(time_span, refused_texts) {
  static const char *const text[] = {"",          " ",          "-1",    "+1",    "-0",   "0",    "0h",
                                     "1e999",     "1e-999",     "nan",   "NaN",   "inf",  "infd", "0x10",
                                     "0x1p3",     "6 h",        " 6h",   "6h ",   "6H",   "6S",   "6M",
                                     "6D",        "6hh",        "6h30m", "6:30",  "6hr",  "6min", "6w",
                                     "1,5h",      "h",          "s",     "d",     "e",    ".",    "1e",
                                     "1e+",       "1eh",        "1e5e",  "1.2.3", "1-2",  "6-h",  "--6",
                                     "1d0",       "1D0",        "1_0s",  "1\nh",  "6\t",  "6h\n", "6\x01",
                                     "\xd9\xa6h", "6\xc2\xb5s", "six",   "1e5.5", "auto", "none"};
  for (size_t i = 0; i < sizeof text / sizeof *text; i++) expect_refused(text[i]);
}

/* Every byte is tried at every position of a valid text. The text is then refused, or its value is in the
 * valid range. */
Test(time_span, any_byte) {
  for (int at = 0; at <= 4; at++)
    for (int byte = 1; byte < 256; byte++) {
      char text[] = "1.5h\0";
      double seconds = -1.0;
      text[at] = (char)byte;
      if (tc_time_span_parse(text, &seconds))
        cr_expect(seconds >= 1.0 && seconds <= 315576000.0 && strchr("0123456789.eEsmhd", byte), "\"%s\"",
                  text);
      else
        cr_expect_eq(seconds, -1.0, "\"%s\" changes the result", text);
    }
}

Test(time_span, long_texts) {
  char text[1000];
  memset(text, '0', sizeof text);
  memcpy(text + sizeof text - 4, "90s", 4);
  double seconds = -1.0;
  if (tc_time_span_parse(text, &seconds)) cr_expect_eq(seconds, 90.0);
  memset(text, '9', sizeof text - 4);
  expect_refused(text);
  memset(text, 'h', sizeof text - 1);
  expect_refused(text);
}

static void expect_text(double seconds, const char *wanted, const char *slurm) {
  char text[32];
  cr_expect_str_eq(tc_time_span_format(seconds, text, sizeof text), wanted, "%.17g s is %s, not %s", seconds,
                   text, wanted);
  cr_expect_str_eq(tc_time_span_format_slurm(seconds, text, sizeof text), slurm, "%.17g s is %s, not %s",
                   seconds, text, slurm);
}

Test(time_span, format) {
  static const struct {
    double seconds;
    const char *option, *slurm;
  } cases[] = {{1.0, "1s", "00:01:00"},
               {1.5, "2s", "00:01:00"},
               {60.0, "60s", "00:01:00"},
               {60.1, "61s", "00:02:00"},
               {90.0, "90s", "00:02:00"},
               {599.0, "599s", "00:10:00"},
               {599.5, "10m", "00:10:00"},
               {600.0, "10m", "00:10:00"},
               {601.0, "11m", "00:11:00"},
               {3120.0, "52m", "00:52:00"},
               {5640.0, "94m", "01:34:00"},
               {35940.0, "599m", "09:59:00"},
               {35941.0, "10h", "10:00:00"},
               {36000.0, "10h", "10:00:00"},
               {36001.0, "11h", "10:01:00"},
               {86340.0, "24h", "23:59:00"},
               {86341.0, "24h", "1-00:00:00"},
               {93600.0, "26h", "1-02:00:00"},
               {86400.0 * 123, "2952h", "123-00:00:00"}};
  for (size_t c = 0; c < sizeof cases / sizeof *cases; c++)
    expect_text(cases[c].seconds, cases[c].option, cases[c].slurm);
  expect_text(nextafter(3120.0, 1e9), "53m", "00:53:00");
  expect_text(nextafter(60.0, 0.0), "60s", "00:01:00");
}

/* The time is used as limit of a job. It must not be too short if a forecast is not finite. */
Test(time_span, format_out_of_range) {
  expect_text(0.0, "1s", "00:01:00");
  expect_text(-5.0, "1s", "00:01:00");
  expect_text(-INFINITY, "1s", "00:01:00");
  expect_text(1e300, "87660h", "3652-12:00:00");
  expect_text(INFINITY, "87660h", "3652-12:00:00");
  expect_text(NAN, "87660h", "3652-12:00:00");
}

Test(time_span, format_small_buffers) {
  char text[4] = "xyz";
  cr_expect_str_eq(tc_time_span_format(86400.0 * 123, text, sizeof text), "295");
  cr_expect_str_eq(tc_time_span_format_slurm(60.0, text, sizeof text), "00:");
}

/* A formatted time that is read again is at least the original time, and at most one unit longer. */
Test(time_span, round_trip) {
  for (double seconds = 1.0; seconds < 3e8; seconds *= 1.0137) {
    char text[32];
    double back = 0.0;
    cr_assert(tc_time_span_parse(tc_time_span_format(seconds, text, sizeof text), &back), "%s", text);
    cr_assert(back >= seconds && back - seconds <= fmax(1.0, 0.1 * seconds), "%.17g s is %s", seconds, text);
    double again = 0.0;
    cr_assert(tc_time_span_parse(tc_time_span_format(back, text, sizeof text), &again));
    cr_assert_eq(again, back, "%s is not stable", text);
  }
}
