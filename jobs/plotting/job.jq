# PREFIX-job: measured seconds and forecast of the groups of phases of a job, with their bounds, one panel per run.
include "common";
include "reports";

def job_colour: "#4477aa";

# Groups of a job in the order of the report: {name, x, measured, forecast, bound}; unknown values are null.
def job_groups: .groups | to_entries | to_entries
  | map({name: (.value.key | harmless), x: .key, measured: .value.value.measured_s, forecast: .value.value.forecast_s, bound: .value.value.bound_s});

def percent: "\(if . < 0 then "-" else "+" end)\(. * 100 | fabs | round) %";
def job_seconds: unit as [$scale, $unit] | "\(. * $scale | digits) \($unit)";
def rounded: if . >= 1 then digits else fixed(2) end;

# Seconds of the whole job, and how the error is split between machine and model.
def job_summary: [
    (.measured_s.total // empty | "measured \(job_seconds)"),
    (.forecast_s.total // empty | "forecast \(job_seconds)"),
    (.forecast_s.bound // empty | "at most \(job_seconds)"),
    (.error // empty | "error \(percent)"),
    (.split // empty | "machine \(.machine - 1 | percent), model \(.model - 1 | percent)")] | join(", ");

# Commands for a block of data with one row per group that has all values of the row.
def job_data($name; row): map([row] | select(all(.[]; . != null)) | map(tostring) | join(" "))
  | if . == [] then empty else "$\($name) << EOD", .[], "EOD" end;
def has_data(row): any(.[]; [row] | all(. != null));

def job_plots: "with vectors nohead linewidth 2 linecolor \"#222222\" notitle" as $line | [
    (select(has_data(.measured)) | "$measured using 1:2:(0.38) with boxes linecolor \"\(job_colour)\" fillstyle solid noborder notitle"),
    (select(has_data(.forecast)) | "$forecast using 1:2:(0.38) with boxes linecolor \"\(job_colour)\" fillstyle solid 0.4 border notitle"),
    (select(has_data(.bound)) | "$bounds using 1:2:(0):($3 - $2) \($line)", "$bounds using ($1 - 0.06):3:(0.12):(0) \($line)"),
    "$numbers using 1:2:3 with labels offset 0, 0.6 font \"DejaVu Sans,10\" notitle"];

def job_panel: job_summary as $summary | job_groups as $groups
  | ($groups | map(.measured, .forecast, .bound | values) | max // 1) as $tall | ($tall | unit) as [$scale, $unit]
  | $groups | map(with_entries(if .key | IN("measured", "forecast", "bound") then .value |= (. // null | if . then . * $scale else . end) else . end))
  | job_data("measured"; .x - 0.2, .measured), job_data("forecast"; .x + 0.2, .forecast), job_data("bounds"; .x + 0.2, .forecast, .bound),
    "$numbers << EOD", (.[] | (select(.measured) | "\(.x - 0.2) \(.measured) \(.measured | rounded)"),
      (select(.forecast) | "\(.x + 0.2) \([.forecast, .bound // 0] | max) \(.forecast | rounded)")), "EOD",
    "set xrange [-0.7 : \(length - 0.3)]", "set yrange [0 : \($tall * $scale * 1.2)]", "set ylabel \"time (\($unit))\"",
    "set xtics (\(map("\"\(.name)\" \(.x)") | join(", "))) scale 0",
    "set label \"\($summary)\" at graph 0.99, graph 0.95 right",
    "plot " + (job_plots | join(", "));

# One panel per number of ranks and nodes; a selection if there are many.
def job_panels($styles): map(select(.job.groups // {} != {})) | . as $all
  | [runs | few(4)[] | . as $run | {title: run_name($all), results: ($all | of_run($run))}]
  | map(.commands = [.results[0].job | job_panel]);

def job_legend($styles): ["box \(job_colour) - measured", "tint \(job_colour) - forecast", "line #222222 1 bound of the group"], [];
