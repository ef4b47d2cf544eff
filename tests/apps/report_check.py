"""Checks a report (JSON and CSV) of the program against its documented form.

usage: report_check.py REPORT.json REPORT.csv RANKS STRATEGY[,STRATEGY...] STEPS

If STEPS is 0, the report is a dry run on two nodes.
"""
import csv
import json
import re
import sys

PARTS = ["pack", "transfer", "wait", "copy", "unpack", "compute", "vector", "reduce", "precond",
         "boundary", "source"]
COSTS = ["memory", "imbalance", "sharing", "latency", "bandwidth", "forcing"]
COUNTS = ["local_individual", "remote_individual", "local_blocks", "remote_blocks", "local_values", "remote_values",
          "remote_messages"]


def check(condition, message):
    if not condition:
        sys.exit(f"report: {message}")


def has(item, types, where):
    """Checks that every key exists and has its type. Further keys are allowed."""
    for key, kind in types.items():
        check(key in item, f"{where} has no {key}")
        check(isinstance(item[key], kind) and not (kind is int and isinstance(item[key], bool)),
              f"{where}.{key} is {item[key]!r}")


def check_seconds(seconds, where):
    has(seconds, {name: (int, float) for name in ["total", *PARTS]}, where)
    check(all(value >= 0 for value in seconds.values()), f"{where}: {seconds}")
    check(seconds["total"] > 0 and seconds["compute"] > 0, f"{where}: no time at all")


def check_counts(counts, where):
    has(counts, {name: int for name in COUNTS}, where)
    check(all(value >= 0 for value in counts.values()), f"{where}: {counts}")


def check_forecast(seconds, where):
    """Checks the seconds of a forecast, which may be null."""
    if seconds is not None:
        check_seconds(seconds, where)


def check_forecasts(result, report):
    """Checks the forecasts of all models. predicted_s repeats that of the main model, and `error` is its forecast error."""
    for item, where in [(result, "result"), *((item, "per_rank") for item in result["per_rank"])]:
        has(item, {"predicted_s": (dict, type(None)), "forecasts": dict}, where)
        check(set(item["forecasts"]) == {"paper", "paper-cached", "paraiso", "patterns", "refined", "hierarchy"}, f"{where}.forecasts {set(item['forecasts'])}")
        check(item["predicted_s"] == item["forecasts"][report["model"]], f"{where}.predicted_s is not that of the model")
        for name, seconds in item["forecasts"].items():
            check_forecast(seconds, f"{where}.forecasts.{name}")
            check((seconds is None) == (result["forecasts"][name] is None), f"{where}.forecasts.{name}")
    for name, seconds in result["forecasts"].items():  # the time of a step is that of its slowest rank
        if seconds and result["per_rank"]:
            longest = max(item["forecasts"][name]["total"] for item in result["per_rank"])
            check(abs(longest / seconds["total"] - 1) < 1e-9, f"{name}: the step is {seconds['total']}, its longest rank {longest}")
    check("error" in result, "no error")
    if result["predicted_s"] is None or result["measured_s"] is None:
        check(result["error"] is None, "an error without a forecast or a measurement")
        return
    error = result["predicted_s"]["total"] / result["measured_s"]["total"] - 1
    check(abs(error - result["error"]) < 1e-9, f"error is {result['error']}, not {error}")


def check_costs(result):
    check("costs_s" in result, "no costs_s")
    check((result["costs_s"] is None) == (result["predicted_s"] is None), "costs_s without a forecast, or the reverse")
    if result["costs_s"] is None:
        return
    costs = dict(result["costs_s"])
    check(costs.pop("input") == costs["forcing"], "the former name of costs_s.forcing")
    check(list(costs) == COSTS, f"costs_s {costs}")
    check(all(value >= 0 for value in costs.values()), f"costs_s {costs}")
    ratio = sum(costs.values()) / result["predicted_s"]["total"]
    check(0.5 < ratio < 2, f"the costs add up to {ratio} times the forecast")


def check_reuse(result):
    """Checks the cache lines of x that each row loads from beyond each cache: fewer for larger caches, null if not counted."""
    check("reuse" in result, "no reuse")
    check(result["reuse"] is not None or result["forecasts"]["hierarchy"] is None, "a forecast of the hierarchy model without counts")
    if result["reuse"] is None:
        return
    lines = result["reuse"]["lines_per_row_beyond"]
    check(list(lines) == ["L1", "L2", "L3"], f"reuse {result['reuse']}")
    known = [value for value in lines.values() if value is not None]
    check(all(0 <= value <= 64 for value in known) and known == sorted(known, reverse=True), f"reuse {lines}")


def check_ranks(result, report):
    nodes = {item["node"] for item in result["per_rank"]}
    check([item["rank"] for item in result["per_rank"]] == list(range(result["ranks"])), "per_rank")
    check(nodes == set(range(result["nodes"])), f"nodes {nodes}")
    most = max(sum(item["node"] == node for item in result["per_rank"]) for node in nodes)
    check(result["ranks_per_node"] == most, f"ranks_per_node {result['ranks_per_node']}, not {most}")
    check(sum(item["rows"] for item in result["per_rank"]) == report["mesh"]["cells"], "rows are not all cells")
    for name in COUNTS:
        total = sum(item["counts"][name] for item in result["per_rank"])
        check(result["counts"][name] == total, f"counts.{name} is not the sum over ranks")


def check_measured(result):
    has(result, {"measured_s": dict, "field": dict, "peak_memory_B": (int, float)}, result["strategy"])
    check_seconds(result["measured_s"], "measured_s")
    for item in result["per_rank"]:
        has(item, {"measured_s": dict, "peak_memory_B": (int, float)}, "per_rank")
        check_seconds(item["measured_s"], "per_rank.measured_s")
    for work in ("calls", "bytes"):
        check(list(result[work]) == PARTS and all(value >= 0 for value in result[work].values()), f"{work}")
    check(result["bytes"]["compute"] > 100 * sum(item["rows"] for item in result["per_rank"]), "bytes of the product")
    for name in ["total", *PARTS]:
        slowest = max(item["measured_s"][name] for item in result["per_rank"])
        check(result["measured_s"][name] == slowest, f"measured_s.{name} is not that of the slowest rank")


def check_dry_run(result):
    for item in [result, *result["per_rank"]]:
        check("measured_s" in item and item["measured_s"] is None, "measured times in a dry run")
        check(not {"field", "peak_memory_B", "longest_mpi_gap_s"} & set(item), "measured values in a dry run")


def check_result(result, report, strategy, is_dry_run):
    has(result, {"strategy": str, "distribution": str, "block_size": int, "ranks": int, "nodes": int,
                 "ranks_per_node": int, "counts": dict, "per_rank": list}, strategy)
    check(result["strategy"] == strategy, f"{result['strategy']} instead of {strategy}")
    check((result["ranks"], result["nodes"]) == (report["ranks"], report["nodes"]), "ranks or nodes of a result")
    check_counts(result["counts"], f"{strategy}.counts")
    for item in result["per_rank"]:
        has(item, {"rank": int, "node": int, "rows": int, "counts": dict}, "per_rank")
        check_counts(item["counts"], "per_rank.counts")
    check_ranks(result, report)
    if is_dry_run:
        check_dry_run(result)
    else:
        check_measured(result)
    check_forecasts(result, report)
    check_costs(result)
    check_reuse(result)


def find_section(text, first, last, params):
    """Removes the parameters of a section (param_sections.def) from `params` and returns their names."""
    block = re.search(rf"{first}.*?{last},", text, re.MULTILINE | re.DOTALL)[0]
    names = set(re.findall(r"^TC_PARAM\((\w+),", block, re.MULTILINE))
    for name in names:
        del params[name]
    names |= {f"{name}_{kind}{what}_s" for name in re.findall(r"^TC_RATE\((\w+),", block, re.MULTILINE)
              for kind in ("read", "write") for what in ("", "_operation")}
    names |= {f"{name}_{size}cell_s" for name in re.findall(r"^TC_SIZED\((\w+)", block, re.MULTILINE)
              for size in ("", "large_")}
    return names | {f"{kind}_{name}_row_s" for name in re.findall(r"^TC_SCHEME\((\w+)", block, re.MULTILINE)
                    for kind in ("assemble", "certificate")}


def check_job(report):
    """Checks the phases and groups of the job. Each has a forecast or a measured time, and no value is null."""
    job = report.get("job")
    for item in [*job["phases"], *job["groups"].values()] if job else []:
        check(all(value is not None for value in item.values()), f"job: {item}")
        check(item.get("measured_s", 0) > 0 or item.get("forecast_s", 0) > 0, f"job: {item}")


def check_machine(machine):
    """Checks that the machine has exactly the parameters of the registry."""
    with open("lib/machine/parameters/params.def", encoding="utf-8") as file:
        text = file.read()
    lengths = {"TC_WORKING_SETS": 7, "TC_SPREADS": 10, "TC_LEVELS": 4}
    params = {name: None for name in re.findall(r"^TC_PARAM\((\w+),", text, re.MULTILINE)}
    params |= {name: lengths[length] for name, length in re.findall(r"^TC_CURVE\((\w+), \w+, (\w+),", text, re.MULTILINE)}
    with open("lib/sparse/formats.def", encoding="utf-8") as file:
        first, *others = re.findall(r"^TC_ENTRY\((\w+)\)", file.read(), re.MULTILINE)
    check(first == "ell", "lib/sparse/formats.def cannot be read")
    params |= {f"{kernel}row{width}_s": 7 for kernel in ["", *(f"{name}_" for name in [*others, "pointer"])]
               for width in (4, 16)}
    check(len(params) > 10, "lib/machine/parameters/params.def cannot be read")
    sections = {"patterns": find_section(text, "^TC_RATE", "cached_miss_s", params),
                "job": find_section(text, r"^TC_PARAM\(job_launch_s", "probe_gather_s", params)}
    texts = {"name", "origin", "is_other_machine", "foreign"}
    check(set(machine) == {*params, *texts, *sections}, f"parameters {set(machine) ^ {*params, *texts, *sections}}")
    has(machine, {"name": str, "origin": str, "is_other_machine": bool, "private_bandwidth_Bps": (int, float), "cache_line_B": (int, float)}, "machine")
    known = dict(machine)
    for section, names in sections.items():
        check(set(machine[section]) == names, f"{section} {set(machine[section]) ^ names}")
        known |= machine[section]
        params |= dict.fromkeys(names)
    for name, length in params.items():
        values = known[name] if length else [known[name]]
        check(isinstance(values, list) and len(values) == (length or 1), f"machine.{name}")
        check(all(value is None or value > 0 for value in values), f"machine.{name}: {values}")


def check_field(field, valid_expected):
    has(field, {"hash": str, "min": (int, float), "max": (int, float), "integral": (int, float), "l2_error": float},
        "field")
    check(re.fullmatch("[0-9a-f]{16}", field["hash"]), f"hash {field['hash']}")
    check(field["min"] < field["max"], "min and max")
    check(field["valid"] == valid_expected, f"valid is {field['valid']}")
    check(not valid_expected or 0 < field["l2_error"] < 0.1, f"l2_error {field['l2_error']}")


def check_csv(path, report):
    with open(path, encoding="utf-8", newline="") as file:
        rows = list(csv.reader(file))
    head, rows = rows[0], rows[1:]
    check(len(rows) == len(report["results"]) * (1 + len(PARTS)), f"{len(rows)} rows in the CSV")
    check(all(len(row) == len(head) for row in rows), "rows of different lengths in the CSV")
    part, strategy = head.index("part"), head.index("strategy")
    wanted = [(result["strategy"], name) for result in report["results"] for name in [*PARTS, "total"]]
    check(sorted((row[strategy], row[part]) for row in rows) == sorted(wanted), "parts in the CSV")
    result_of_row = [result for result in report["results"] for _ in range(1 + len(PARTS))]
    for row, result in zip(rows, result_of_row):
        times = {"measured_s": result["measured_s"], "predicted_s": result["predicted_s"],
                 **{f"{name}_s": seconds for name, seconds in result["forecasts"].items()}}
        for name, known in times.items():
            value = row[head.index(name)]
            check(value == "" if known is None else abs(float(value) - known[row[part]]) <= 1e-8 * known[row[part]],
                  f"{name} {value} in the CSV: {row}")


def check_environment(report, steps):
    has(report, {"date": str, "wall_s": float, "hosts": list, "config": dict, "command": str, "libraries": str, "directory": str, "first_step": int, "phases": list, "warnings": list,
                 "files": list, "nodes_imagined": bool}, "the report")
    check(re.fullmatch(r"20\d\d-\d\d-\d\dT\d\d:\d\d:\d\dZ", report["date"]), f"date {report['date']}")
    check(len(report["hosts"]) == 1 and report["hosts"][0], f"hosts {report['hosts']}")
    with open(report["config"]["file"], encoding="utf-8") as file:
        check(report["config"]["text"] == file.read(), "the text of the config")
    check(report["config"]["overrides"] == report["overrides"], "overrides")
    check(any("mesh" in phase["name"] and phase["seconds"] >= 0 for phase in report["phases"]), "phases")
    check(any(item["name"].endswith(".json") for item in report["files"]), f"files {report['files']}")
    check(("initial" in report) == bool(steps), "the field at the start")
    check(("stability" in report) == bool(steps), "stability")
    if steps:
        check(report["stability"]["proved"] and report["stability"]["proved_cells"] == report["mesh"]["cells"]
              and report["stability"]["step_bound"] >= report["dt"], f"stability {report['stability']}")
    check(not steps or report["initial"]["max"] > report["initial"]["min"], "the field at the start")


def check_wall(result, steps):
    wall = result["wall_s"]
    check(abs(wall["total"] - wall["steps"] - wall["snapshots"] - wall["checks"]) < 1e-9, f"wall_s {wall}")
    check(abs(result["mean_step_s"] * steps - wall["steps"]) <= 1e-9, "mean_step_s")
    check(0 <= result["slow_share"] <= 0.5, f"slow_share {result['slow_share']}")


def check_head(report, ranks, steps):
    has(report, {"program": str, "version": str, "commit": str, "title": str, "mesh": dict, "scheme": str, "width": int,
                 "steps": int, "dt": (float, type(None)), "steady": (dict, type(None)), "ranks": int, "threads": int,
                 "nodes": int, "model": str, "machine": dict, "results": list}, "the report")
    check(report["program"] == "tetracast" and report["commit"], "program or commit")
    check(report["model"] in ("paper", "paper-cached", "paraiso", "patterns", "refined", "hierarchy"), f"model {report['model']}")
    check((report["ranks"], report["nodes"]) == (ranks, 1 if steps else 2), "ranks or nodes")
    check(report["steps"] == steps and (report["dt"] or 0) > 0 if steps else report["dt"] is None, "steps or dt")
    check((report["scheme"], report["width"]) == ("gradient", 16), "scheme or width")
    check(re.fullmatch("[0-9a-f]{16}", report["mesh"].pop("hash")), "the hash of the mesh")
    topology = report["mesh"].pop("topology")
    check(topology == {"components": 1, "smallest_component": 4297, "largest_component": 4297, "touching": False,
                       "coincident_nodes": 0, "coincident_distance": None, "coincident_tolerance": topology["coincident_tolerance"],
                       "coincident_nodes_within": 0, "shared_nodes": 0, "interior_boundary_faces": 0, "overlapping_boundary_faces": 0,
                       "marked_interior_faces": 0, "unused_nodes": 0}, f"topology {topology}")
    check(report["mesh"] == {"file": "meshes/cube", "cells": 4297, "nodes": 1122, "scale": 1}, f"mesh {report['mesh']}")
    check_environment(report, steps)
    check_machine(report["machine"])
    check_job(report)


def main(path, table, ranks, strategies, steps):
    ranks, steps = int(ranks), int(steps)
    with open(path, encoding="utf-8") as file:
        report = json.load(file, parse_constant=lambda name: sys.exit(f"report: {name} is no JSON"))
    check_head(report, ranks, steps)
    names = strategies.split(",")
    check(len(report["results"]) == len(names), f"{len(report['results'])} results")
    for result, name in zip(report["results"], names):
        check_result(result, report, name, is_dry_run=not steps)
        if steps:
            check_wall(result, steps)
            check_field(result["field"], name != "none" or ranks == 1)
    hashes = {result["field"]["hash"] for result in report["results"] if steps and result["field"]["valid"]}
    check(len(hashes) == (1 if steps else 0), f"fields differ: {hashes}")
    check_csv(table, report)


if __name__ == "__main__":
    if len(sys.argv) != 6:
        sys.exit(__doc__)
    main(*sys.argv[1:])
