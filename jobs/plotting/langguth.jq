# Curves of jobs/langguth.sh from reports of kernels and tetracast: {name, dashed, points: [[rows per block, y] ..]} each.
include "common";

def curve($name; $dashed): {name: $name, dashed: $dashed, points: map(select(.[1] != null)) | sort_by(.[0])} | select(.points != []);

# From `kernels run`: GFLOP/s over b, one curve per number of threads, and the forecasts for the first one.
def by_threads: .results | group_by(.threads) | map({what: plural(.[0].threads; "thread"), lines: .});
def gflops($r; $seconds): 1e-9 * $r.flop_per_row * $r.cells / $seconds;
def forecast($r; $by; $what): .what as $threads | .lines | map(select(.forecasts[$by] != null) | [.block, gflops($r; .forecasts[$by])])
  | curve("\($what) for \($threads)"; true);
def threads: . as $r | by_threads
  | [(.[] | .what as $what | .lines | map([.block, gflops($r; .step_s)]) | curve($what; false)),
     (.[0] | forecast($r; "hierarchy_s"; "forecast by reads"), forecast($r; "levels_s"; "forecast by eq. (6)"))];

# From `kernels run` on a device: one curve per tile size.
def tiles: .results | group_by(.tile) | [.[] | .[0].tile as $tile | map([.block, 1e-9 * .flops]) | curve("tiles of \($tile) rows"; false)];

# From `kernels count --tile T --cache C`: reads, writes and memory accesses per row, 32 bytes each.
def accesses($tile): . as $r | [(.results | map(select(.tile == $tile))) as $t
  | ($t | map([.block, .reads_per_row]) | curve("reads of the cache"; false)),
    ($t | map([.block, 8 / $r.sector_B]) | curve("writes"; false)),
    ($r.caches | map([.block, 64 / $r.sector_B + .x_lines_per_row]) | curve("accesses to memory"; false))];

# From `compare --order-blocks`: GFLOP/s of part compute over the cells per METIS block; 0 is one block, the whole mesh.
def mesh_blocks($name): . as $r | [.results[] | [(if .order_block == 0 then $r.mesh.cells else .order_block end),
    1e-9 * 11 * $r.mesh.cells / .measured_s.compute]] | curve($name; false);

# Number of results with a forecast, and number of those with an error of at most 15 %.
def judged($by): [.results[] | select(.forecasts[$by] != null) | .forecasts[$by] / .step_s - 1]
  | {lines: length, within_15_percent: (map(select(. <= 0.15 and . >= -0.15)) | length), worst: (map(fabs) | max)};

# gnuplot commands: a data block for each curve, and its plot.
def data: .[] | (.points[] | "\(.[0]) \(.[1])"), "", "";
def colours: ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#332288", "#777777"];
def plots: to_entries | map(colours[.key % 8] as $colour | "'curves' index \(.key) using 1:2 with "
  + (if .value.dashed then "lines dashtype 2 linewidth 1.6" else "linespoints linewidth 1.6 pointtype \([7, 5, 9, 13, 11, 4, 6, 8][.key % 8])" end)
  + " linecolor '\($colour)' title '\(.value.name | harmless)'") | join(", ");
