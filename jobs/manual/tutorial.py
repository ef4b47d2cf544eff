"""Runs the commands of a tutorial in a directory and compares their output with the page.

    tutorial.py PAGE DIRECTORY      # the directory becomes the working directory of the first command

A command is a line "$ COMMAND" in a block ```console of the page. The lines after it are an excerpt of the output: they are
printed in this order, with others in between (line ".."). A line that ends in " .." is the beginning of a printed line. Measured
values (times, rates, memory, percentages) may differ, unless the block is ```console exact. All other numbers are equal. A block
```yaml FILE is written to FILE between the commands above and below it. All commands run in one shell and succeed. Exit code 1: a
command failed, or an excerpt is not in its output.
"""
import os
import re
import subprocess
import sys

MEASURED = re.compile(r"(> ?)?[-+]?\d[\d.e+-]* ?(ns|us|ms|s|%|x|[kMG]B(/s)?)\b( \*)?|(> ?)?[-+]?\d[\d.]* ?%( \*)?")


class Command:
    """A command of a page: its text, the lines of the excerpt, and whether measured values may differ."""

    def __init__(self, text, exact):
        self.text, self.excerpt, self.exact = text, [], exact

    def add(self, line):
        if not self.excerpt and self.text.endswith("\\"):
            self.text += "\n" + line
        else:
            self.excerpt.append(line)


def commands(page):
    """Returns the commands in the text of a page."""
    found = []
    for language, word, block in re.findall(r"^```(console|yaml)(?: (\S+))?\n(.*?)^```", page, re.M | re.S):
        if language == "yaml" and word:
            found.append(Command(f"cat > {word} << 'END_OF_BLOCK'\n{block}END_OF_BLOCK", False))
        elif language == "console":
            add_block(found, block, word == "exact")
    return found


def add_block(found, block, exact):
    """Adds the commands of a block of the console."""
    for line in block.splitlines():
        if line.startswith("$ "):
            found.append(Command(line[2:], exact))
        else:
            found[-1].add(line)


def normalise(line, exact):
    return " ".join((line if exact else MEASURED.sub("#", line)).split())


def matches(shown, printed, exact):
    if shown.endswith(" .."):
        return normalise(printed, exact).startswith(normalise(shown[:-3], exact))
    return normalise(shown, exact) == normalise(printed, exact)


def missing(command, output):
    """Returns the first line of the excerpt that the output lacks after the lines before; None if there is none."""
    at = 0
    for shown in command.excerpt:
        if shown.strip() in ("", ".."):
            continue
        while at < len(output) and not matches(shown, output[at], command.exact):
            at += 1
        if at == len(output):
            return shown
        at += 1
    return None


def script(found, folder):
    """Returns a shell script that writes the output and the exit code of command i to the files i.out and i.code."""
    lines = ['mpirun() { command ${MPIRUN:-mpirun} "$@"; }']
    for i, command in enumerate(found):
        lines.append(f"{{ {command.text}\n}} > '{folder}/{i}.out' 2>&1 < /dev/null\necho $? > '{folder}/{i}.code'")
    return "\n".join(lines)


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def fault(command, output, code):
    """Returns the fault of a command; None if there is none."""
    if code != 0:
        return f"exit code {code}"
    line = missing(command, output.splitlines())
    return None if line is None else f"the output lacks the line: {line}"


def report(page, command, output, code):
    """Prints the fault of a command with its output. Returns True if there is one."""
    wrong = fault(command, output, code)
    if wrong:
        print(f"FAILED: {page}: {command.text}: {wrong}\n" + re.sub("^", "    ", output, flags=re.M))
    return wrong is not None


def main(page, directory):
    found = commands(read(page))
    logs = os.path.abspath(os.path.join(directory, ".output"))
    os.makedirs(logs, exist_ok=True)
    subprocess.run(["bash", "-c", script(found, logs)], cwd=directory, check=True)
    failures = sum(report(page, c, read(f"{logs}/{i}.out"), int(read(f"{logs}/{i}.code"))) for i, c in enumerate(found))
    print(f"{page}: {len(found)} commands, {failures} failures")
    return failures > 0 or not found


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
