/* Numbers of the vertices of a Gmsh MSH file, and the search for the index of a number. Numbers may be in any
 * order and sparse. Usage: tc_msh_vertices_init after all vertices were read, tc_msh_vertices_find for each
 * point of an element, tc_msh_vertices_free. Not collective. */
#ifndef TC_IO_IMPORTERS_MSH_VERTICES_H
#define TC_IO_IMPORTERS_MSH_VERTICES_H

#include <stdbool.h>
#include <stdint.h>

#include "base/containers/hash_index.h"

/* Index of the vertex numbers of a file. Zero-initialise before use. Consecutive numbers need no memory.
 * Otherwise a table is used if the range of the numbers is at most 4 times their count, else a hash index. */
typedef struct tc_msh_vertices {
  int32_t count;
  const int64_t *number; /* [count] number of each vertex; borrowed */
  int64_t low, high;     /* `low`: lowest number of a vertex; `high`: highest number */
  bool is_consecutive;   /* true if number[i] is low + i */
  int32_t *table;        /* [high - low + 1] index of each number, -1 if there is none; may be NULL */
  tc_hash_index index;   /* used if the numbers are not consecutive and there is no table */
} tc_msh_vertices;

/* Sets up the search in `number`, which must remain valid. *repeated is the index of a vertex that has the
 * number of an earlier one; -1 if all numbers differ. Errors: TC_INTERNAL if memory is exhausted. */
tc_status tc_msh_vertices_init(tc_msh_vertices *vertices, int32_t count, const int64_t *number,
                               int32_t *repeated);
void tc_msh_vertices_free(tc_msh_vertices *vertices);

/* Returns the index of the vertex with this number, -1 if there is none. */
int32_t tc_msh_vertices_search(const tc_msh_vertices *vertices, int64_t number);
static inline int32_t tc_msh_vertices_find(const tc_msh_vertices *vertices, int64_t number) {
  if (number < vertices->low || number > vertices->high) return -1;
  if (vertices->is_consecutive) return (int32_t)(number - vertices->low);
  if (vertices->table) return vertices->table[number - vertices->low];
  return tc_msh_vertices_search(vertices, number);
}

#endif
