"""Configs from dictionaries, compared with what the parser of the program reads."""

from __future__ import annotations

import ctypes
import json
import math
import unittest

from tetracast import config, run

import support

_JSON = 6 << 20  # FYECF_MODE_JSON_ONELINE


def parse(text: str) -> object:
    """Parses YAML with libfyaml, the parser of the program."""
    fyaml, data = ctypes.CDLL("libfyaml.so.0"), text.encode()
    fyaml.fy_document_build_from_string.restype = ctypes.c_void_p
    fyaml.fy_emit_document_to_string.restype = ctypes.c_char_p
    document = fyaml.fy_document_build_from_string(None, data, ctypes.c_size_t(len(data)))
    return json.loads(fyaml.fy_emit_document_to_string(ctypes.c_void_p(document), _JSON))


class Config(support.FolderTest):
    def test_parsed_config_equals_dictionary(self) -> None:
        written = {"title": 'Größe: "a\\b", #1', "empty": {}, "none": [], "flag": True, "off": False, "nothing": None,
                   "number": 0.1 + 0.2, "small": 1e-300, "large": 1e22, "count": -7, "text number": "1e3", "yes": "null",
                   "nested": {"deep": {"er": "exp(-(x^2+y^2))"}},
                   "list": [{"region": 2, "tensor": [1, 2.5, 3]}, {"region": 3, "tensor": "x"}], "pair": (1, [2, [3]])}
        expected = json.loads(json.dumps(written))
        self.assertEqual(parse(config.dump(written)), expected)

    def test_control_characters_are_escaped(self) -> None:
        self.assertEqual(config.dump_value("a\nb\t\x7f\u2028\U000e0001"), '"a\\x0ab\\x09\\x7f\\u2028\\U000e0001"')

    def test_numbers_of_numpy(self) -> None:
        numpy = self.numpy()
        self.assertEqual(config.dump_value([numpy.float64(0.1), numpy.int32(3), numpy.bool_(True), numpy.arange(2)]),
                         "[0.1, 3, true, [0, 1]]")

    def numpy(self) -> object:
        try:
            import numpy
        except ImportError:
            self.skipTest("NumPy is absent")
        return numpy

    def test_values_without_a_text(self) -> None:
        for value in (math.nan, -math.inf):
            with self.assertRaisesRegex(ValueError, "not finite: use a finite number"):
                config.dump({"initial": value})
        for wrong in ({"initial": object()}, {1: 2}, {"states": [{None: 1}]}):
            with self.assertRaisesRegex(TypeError, "config: .*: use "):
                config.dump(wrong)

    def test_empty(self) -> None:
        self.assertEqual(parse(config.dump({})), {})

    def test_program_reads_the_same_numbers(self) -> None:
        """A step size with 17 digits has the same bits in the report."""
        dt = math.pi * 1e-5
        report = run.run(support.small_config(time={"steps": 1, "dt": dt}), options=support.FAST)
        self.assertEqual(report["dt"], dt)

    def test_written_file(self) -> None:
        config.write({"title": "a"}, self.path("c.yaml"))
        with open(self.path("c.yaml"), encoding="utf-8") as file:
            self.assertEqual(file.read(), 'title: "a"\n')


if __name__ == "__main__":
    unittest.main()
