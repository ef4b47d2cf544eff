/* Rounds of refinement. Each round selects candidates (parallel, reads `part` alone), counts them by part,
 * computes the shares that may move, and moves them. */
#include "graph/partition/chunk_refinement.h"

#include <math.h>

#include "base/numeric/hash.h"

/* Largest deviation of the size of a part from the mean, relative to the mean. */
static const double tolerance = 0.03;

enum { unlisted = -2, no_candidate = -1, moved = -3 }; /* values of `target` of listed cells */

/* ---- choice of candidates ---- */

static uint64_t hash_round(int round) { return tc_hash_mix((uint64_t)round + 1); }

/* Hash that orders the cells in a round. Different cells have different hashes. */
static uint64_t hash_cell(int32_t cell, uint64_t round_hash) {
  return tc_hash_mix((uint64_t)(uint32_t)cell ^ round_hash);
}

/* Connections of a cell to its own part and to the other part with the most connections. */
typedef struct connections {
  int32_t own, best;
  int32_t target; /* the other part; negative if there is none */
} connections;

/* True if part a is preferred to part b as a target with equally many connections. */
static bool is_preferred(const tc_chunk_refinement *r, int32_t a, int32_t b) {
  return r->cells[a] < r->cells[b] || (r->cells[a] == r->cells[b] && a < b);
}

static int32_t count_connections(const tc_chunk_refinement *r, int32_t cell, int32_t part) {
  const tc_graph *g = r->graph;
  int32_t count = 0;
  for (int32_t e = g->start[cell]; e < g->start[cell + 1]; e++) count += r->part[g->adjacent[e]] == part;
  return count;
}

static connections find_connections(const tc_chunk_refinement *r, int32_t cell) {
  const tc_graph *g = r->graph;
  const int32_t own = r->part[cell];
  connections c = {0, 0, unlisted};
  for (int32_t e = g->start[cell]; e < g->start[cell + 1]; e++) {
    const int32_t part = r->part[g->adjacent[e]];
    c.own += part == own;
    if (part == own || part == c.target) continue;
    const int32_t count = count_connections(r, cell, part);
    if (count > c.best || (count == c.best && is_preferred(r, part, c.target))) {
      c.best = count;
      c.target = part;
    }
  }
  return c;
}

/* True if the move of the cell improves the cut or the balance. */
static bool improves(const tc_chunk_refinement *r, int32_t part, const connections *c) {
  if (c->best > c->own) return true;
  return r->cells[part] > r->cells[c->target] && (c->best == c->own || r->cells[part] > r->cells_max);
}

/* True if the cell has precedence over all neighbours in other parts. */
static bool has_precedence(const tc_chunk_refinement *r, int32_t cell, uint64_t round_hash) {
  const tc_graph *g = r->graph;
  const uint64_t own = hash_cell(cell, round_hash);
  for (int32_t e = g->start[cell]; e < g->start[cell + 1]; e++) {
    const int32_t neighbour = g->adjacent[e];
    if (r->part[neighbour] != r->part[cell] && hash_cell(neighbour, round_hash) > own) return false;
  }
  return true;
}

static tc_chunk_refinement_move select_move(const tc_chunk_refinement *r, int32_t cell, uint64_t round_hash) {
  const connections c = find_connections(r, cell);
  if (c.target < 0 || (c.best < c.own && !r->has_relief)) return (tc_chunk_refinement_move){unlisted, false};
  if (!improves(r, r->part[cell], &c) || !has_precedence(r, cell, round_hash))
    return (tc_chunk_refinement_move){no_candidate, false};
  return (tc_chunk_refinement_move){c.target, c.best < c.own};
}

/* ---- shares of candidates that may move ---- */

static void count_candidates(tc_chunk_refinement *r) {
  for (int32_t p = 0; p < r->parts; p++)
    r->counts[p] = (tc_chunk_refinement_counts){.cells = r->counts[p].cells};
  for (int32_t i = 0; i < r->borders; i++) {
    if (r->move[i].target < 0) continue;
    tc_chunk_refinement_counts *from = &r->counts[r->part[r->border[i]]];
    r->counts[r->move[i].target].enter++;
    from->relief += r->move[i].relieves;
    from->leave += !r->move[i].relieves;
  }
}

/* Returns the share of `candidates` cells that may move if at most `room` cells may move. Each candidate
 * moves independently with this probability, so that the number of moves has a mean x and a standard
 * deviation below sqrt(x). The result satisfies x + 6 sqrt(x) = room. */
static double compute_share(int64_t candidates, int64_t room) {
  if (candidates <= room) return 1.0;
  if (room <= 0) return 0.0;
  const double root = sqrt(9.0 + (double)room) - 3.0;
  return root * root / (double)candidates;
}

static void compute_shares(tc_chunk_refinement *r) {
  for (int32_t p = 0; p < r->parts; p++) {
    const tc_chunk_refinement_counts *n = &r->counts[p];
    r->share[p] = (tc_chunk_refinement_shares){.enter = compute_share(n->enter, r->cells_max - n->cells),
                                               .leave = compute_share(n->leave, n->cells - r->cells_min),
                                               .relief = compute_share(n->relief, n->cells - r->cells_max)};
    r->cells[p] = n->cells;
  }
}

/* ---- moves of cells ---- */

/* True if the hash of the candidate is within the shares of both parts. This hash of the round differs from
 * the one that decides the precedence, because all candidates have large hashes of precedence. */
static bool is_accepted(const tc_chunk_refinement *r, int32_t cell, tc_chunk_refinement_move move,
                        uint64_t round_hash) {
  const tc_chunk_refinement_shares *from = &r->share[r->part[cell]];
  const double share = fmin(r->share[move.target].enter, move.relieves ? from->relief : from->leave);
  return (double)(hash_cell(cell, ~round_hash) >> 11) * 0x1p-53 < share;
}

static int64_t move_cells(tc_chunk_refinement *r, uint64_t round_hash) {
  int64_t moves = 0;
  for (int32_t i = 0; i < r->borders; i++) {
    const int32_t cell = r->border[i], target = r->move[i].target;
    if (target < 0 || !is_accepted(r, cell, r->move[i], round_hash)) continue;
    r->counts[r->part[cell]].cells--;
    r->counts[target].cells++;
    r->part[cell] = target;
    r->move[i].target = moved;
    moves++;
  }
  return moves;
}

/* ---- list of cells at borders ---- */

static void list_cell(tc_chunk_refinement *r, int32_t cell) {
  if (r->is_listed[cell]) return;
  r->is_listed[cell] = true;
  r->border[r->borders++] = cell;
}

/* Removes the cells that cannot move until a neighbour moves, and adds the neighbours of the moved cells. */
static void update_list(tc_chunk_refinement *r) {
  const tc_graph *g = r->graph;
  int32_t remaining = 0;
  for (int32_t i = 0; i < r->borders; i++) {
    r->is_listed[r->border[i]] = r->move[i].target != unlisted;
    if (r->move[i].target == unlisted) continue;
    r->border[remaining] = r->border[i];
    r->move[remaining++] = r->move[i];
  }
  r->borders = remaining;
  for (int32_t i = 0; i < remaining; i++) {
    if (r->move[i].target != moved) continue;
    const int32_t cell = r->border[i];
    for (int32_t e = g->start[cell]; e < g->start[cell + 1]; e++) list_cell(r, g->adjacent[e]);
  }
}

static void list_border(tc_chunk_refinement *r) {
  const tc_graph *g = r->graph;
#pragma omp parallel for schedule(static)
  for (int32_t v = 0; v < g->vertices; v++) {
    bool is_border = false;
    for (int32_t e = g->start[v]; e < g->start[v + 1]; e++)
      is_border |= r->part[g->adjacent[e]] != r->part[v];
    r->is_listed[v] = is_border;
  }
  for (int32_t v = 0; v < g->vertices; v++)
    if (r->is_listed[v]) r->border[r->borders++] = v;
}

/* ---- public functions ---- */

static tc_status allocate(tc_chunk_refinement *r) {
  TC_TRY(TC_POOL_ARRAY(&r->memory, r->border, r->graph->vertices));
  TC_TRY(TC_POOL_ARRAY(&r->memory, r->move, r->graph->vertices));
  TC_TRY(TC_POOL_ARRAY(&r->memory, r->is_listed, r->graph->vertices));
  TC_TRY(TC_POOL_ARRAY(&r->memory, r->cells, r->parts));
  TC_TRY(TC_POOL_ARRAY_ZERO(&r->memory, r->counts, r->parts));
  return TC_POOL_ARRAY(&r->memory, r->share, r->parts);
}

tc_status tc_chunk_refinement_init(const tc_graph *graph, int32_t parts, int32_t *part,
                                   tc_chunk_refinement *out) {
  const double mean = (double)graph->vertices / parts;
  *out = (tc_chunk_refinement){.graph = graph, .parts = parts, .part = part};
  out->cells_min = (int64_t)fmin(ceil(mean * (1.0 - tolerance)), floor(mean));
  out->cells_max = (int64_t)fmax(floor(mean * (1.0 + tolerance)), ceil(mean));
  TC_TRY(allocate(out));
  for (int32_t v = 0; v < graph->vertices; v++) out->counts[part[v]].cells++;
  for (int32_t p = 0; p < parts; p++) out->cells[p] = out->counts[p].cells;
  for (int32_t p = 0; p < parts; p++) out->has_relief |= out->cells[p] > out->cells_max;
  list_border(out);
  return TC_OK;
}

int64_t tc_chunk_refinement_round(tc_chunk_refinement *r) {
  const uint64_t round_hash = hash_round(r->round++);
#pragma omp parallel for schedule(static)
  for (int32_t i = 0; i < r->borders; i++) r->move[i] = select_move(r, r->border[i], round_hash);
  count_candidates(r);
  compute_shares(r);
  const int64_t moves = move_cells(r, round_hash);
  update_list(r);
  return moves;
}

void tc_chunk_refinement_free(tc_chunk_refinement *r) { tc_pool_free(&r->memory); }
