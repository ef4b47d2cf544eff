"""The example in apps/python/README.md runs."""

from __future__ import annotations

import contextlib
import io
import os
import re
import unittest

import support


@support.needs_library
class Readme(support.FolderTest):
    def test_example(self) -> None:
        self.addCleanup(os.chdir, os.getcwd())
        os.symlink(os.path.join(support.SOURCE, "meshes"), self.path("meshes"))
        os.chdir(self.folder)
        example, = support.readme_blocks("python")
        with contextlib.redirect_stderr(io.StringIO()), contextlib.redirect_stdout(io.StringIO()) as output:
            exec(compile(example, "README.md", "exec"), {"__name__": "readme"})
        hashes = re.findall(r"^[0-9a-f]{16}\b", output.getvalue(), re.M)
        self.assertEqual(len(hashes), 2)
        self.assertEqual(hashes[0], hashes[1])


if __name__ == "__main__":
    unittest.main()
