"""Checks a report (JSON and CSV) of the program against its documented form.

usage: report_check.py REPORT.json REPORT.csv RANKS STRATEGY[,STRATEGY...] STEPS
"""
import csv
import json
import re
import sys

PARTS = ["pack", "transfer", "copy", "unpack", "compute"]
COUNTS = ["local_individual", "remote_individual", "local_blocks", "remote_blocks", "local_values", "remote_values",
          "remote_messages"]


def check(condition, message):
    if not condition:
        sys.exit(f"report: {message}")


def has(item, types, where):
    """Every key is there and of its type; more keys are fine."""
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


def check_result(result, report, strategy):
    has(result, {"strategy": str, "distribution": str, "block_size": int, "measured_s": dict, "counts": dict,
                 "per_rank": list, "field": dict}, strategy)
    check(result["strategy"] == strategy, f"{result['strategy']} instead of {strategy}")
    check_seconds(result["measured_s"], f"{strategy}.measured_s")
    check_counts(result["counts"], f"{strategy}.counts")
    check({"predicted_s", "error"} <= set(result), "no predicted_s or error")
    if result["predicted_s"] is not None:
        check_seconds(result["predicted_s"], f"{strategy}.predicted_s")
        error = result["predicted_s"]["total"] / result["measured_s"]["total"] - 1
        check(abs(error - result["error"]) < 1e-9, f"{strategy}.error is {result['error']}, not {error}")
    check([item["rank"] for item in result["per_rank"]] == list(range(report["ranks"])), "per_rank")
    for item in result["per_rank"]:
        has(item, {"rank": int, "node": int, "rows": int, "measured_s": dict, "counts": dict}, "per_rank")
        check_seconds(item["measured_s"], "per_rank.measured_s")
        check_counts(item["counts"], "per_rank.counts")
        check("predicted_s" in item, "per_rank has no predicted_s")
    check(sum(item["rows"] for item in result["per_rank"]) == report["mesh"]["cells"], "rows are not all cells")
    for name in COUNTS:
        total = sum(item["counts"][name] for item in result["per_rank"])
        check(result["counts"][name] == total, f"counts.{name} is not the sum over ranks")
    for name in ["total", *PARTS]:
        slowest = max(item["measured_s"][name] for item in result["per_rank"])
        check(result["measured_s"][name] == slowest, f"measured_s.{name} is not that of the slowest rank")


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


def main(path, table, ranks, strategies, steps):
    with open(path, encoding="utf-8") as file:
        report = json.load(file, parse_constant=lambda name: sys.exit(f"report: {name} is no JSON"))
    has(report, {"program": str, "version": str, "commit": str, "title": str, "mesh": dict, "scheme": str, "width": int,
                 "steps": int, "dt": float, "ranks": int, "threads": int, "nodes": int, "machine": dict,
                 "results": list}, "the report")
    check(report["program"] == "tetracast" and report["commit"], "program or commit")
    check((report["ranks"], report["steps"], report["nodes"]) == (int(ranks), int(steps), 1), "ranks, steps or nodes")
    check((report["scheme"], report["width"]) == ("gradient", 16) and report["dt"] > 0, "scheme, width or dt")
    check(report["mesh"] == {"file": "meshes/cube", "cells": 4297, "nodes": 1122}, f"mesh {report['mesh']}")
    has(report["machine"], {"private_bandwidth_Bps": (int, float), "remote_bandwidth_Bps": (int, float, type(None)),
                            "remote_latency_s": (int, float, type(None)), "cache_line_B": (int, float)}, "machine")
    check(report["machine"]["private_bandwidth_Bps"] > 0, "no bandwidth")
    names = strategies.split(",")
    check(len(report["results"]) == len(names), f"{len(report['results'])} results")
    for result, name in zip(report["results"], names):
        check_result(result, report, name)
        check_field(result["field"], name != "none" or int(ranks) == 1)
    hashes = {result["field"]["hash"] for result in report["results"] if result["field"]["valid"]}
    check(len(hashes) == 1, f"fields differ: {hashes}")
    check_csv(table, report)


if __name__ == "__main__":
    if len(sys.argv) != 6:
        sys.exit(__doc__)
    main(*sys.argv[1:])
