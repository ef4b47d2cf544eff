"""synthetic_samples.py PROGRAM FILE LINE..: writes a sample file (lib/sampler/file_format.h) with one sample at the first instruction of
each line. The program must not be relocatable."""
import os
import re
import struct
import subprocess
import sys

BLOCK = 65536
SAMPLE, MODULE, THREAD = 1, 5, 6


def addresses(program):
    """Returns the address of the first instruction of each line."""
    rows = subprocess.run(["objdump", "--dwarf=decodedline", program], capture_output=True, text=True, check=True).stdout
    found = {}
    for line, address in re.findall(r"^\S+\.c\s+(\d+)\s+0x([0-9a-f]+)", rows, re.M):
        found.setdefault(int(line), int(address, 16))
    return found


def record(kind, content):
    return struct.pack("<4IQ", 24 + len(content), kind, 0, 0, 1000) + content


def header(program, samples, period_ns=2000000):
    numbers = struct.pack("<8s2I10Q6i", b"TCBLAME3", 6600, BLOCK, period_ns, 10**18, 10**18 + 10**9, samples, 0, 0, 0,
                          samples * period_ns, samples * period_ns, 1024, -1, 4711, 1, 0, 1, 0)
    texts = struct.pack("<16s256s64s1024s1024s4096s", b"task", b"", b"made", program.encode(), b"/", program.encode())
    return numbers + texts


def main(program, path, lines):
    at = addresses(program)
    records = record(THREAD, struct.pack("<q", 4711))
    records += record(MODULE, struct.pack("<3Q20sI1024s", 0, 0, 1 << 32, b"", 0, program.encode()))
    for line in lines:
        records += record(SAMPLE, struct.pack("<Q128s2IQ2I", at[line], b"", 0, 1, 0, 0, 0))
    with open(path, "wb") as file:
        file.write(header(program, len(lines)).ljust(BLOCK, b"\0") + records.ljust(BLOCK, b"\0"))


main(os.path.abspath(sys.argv[1]), sys.argv[2], [int(line) for line in sys.argv[3:]])
