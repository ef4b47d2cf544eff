"""Installation by the commands in apps/python/README.md, without network."""

from __future__ import annotations

import importlib.util
import os
import re
import shutil
import subprocess
import unittest

import tetracast

import support


missing = [name for name in ("ensurepip", "setuptools", "wheel") if not importlib.util.find_spec(name)]


@support.skip_unless(not missing, f"absent: {missing} (apt-get install python3-venv python3-setuptools python3-wheel)")
class Pip(support.FolderTest):
    def test_commands_of_the_page(self) -> None:
        source = os.path.join(support.SOURCE, "apps/python")
        shutil.copytree(source, self.path("apps/python"), ignore=shutil.ignore_patterns("build", "*.egg-info", "__pycache__"))
        with open(os.path.join(support.SOURCE, "CMakeLists.txt"), encoding="utf-8") as file:
            version = re.search(r"^project\(tetracast VERSION (\S+)", file.read(), re.M)[1]
        commands, = support.readme_blocks("")
        # The first python3 on PATH may lack Debian's setuptools. PYTHONPATH would hide the installed package.
        self.run_commands(commands)
        shutil.rmtree(self.path("apps"))
        program = "import tetracast.library, importlib.metadata as m; print(tetracast.__file__, m.version('tetracast'), tetracast.__version__)"
        where, *versions = self.run_commands(f'V/bin/python -c "{program}"').split()
        self.assertTrue(where.startswith(os.path.realpath(self.path("V"))), where)
        self.assertEqual(versions, [version, version])
        self.assertEqual(tetracast.__version__, version)

    def run_commands(self, commands: str) -> str:
        environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
        environment["PATH"] = f"/usr/bin:{os.environ['PATH']}"
        environment["http_proxy"] = environment["https_proxy"] = "http://127.0.0.1:9"  # no network
        done = subprocess.run(["bash", "-ec", commands], cwd=self.folder, env=environment, capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        return done.stdout


if __name__ == "__main__":
    unittest.main()
