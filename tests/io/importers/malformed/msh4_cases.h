/* Malformed files of Gmsh MSH 4.1, text and binary: valid templates and the edits that make them
 * malformed. */
#ifndef TC_TESTS_MALFORMED_MSH4_H
#define TC_TESTS_MALFORMED_MSH4_H

#include "io/importers/malformed/template.h"

static const char msh4_text[] =
    "@heart.msh\n"
    "$MeshFormat\n4.1 0 8\n$EndMeshFormat\n"
    "$PhysicalNames\n2\n2 7 \"wall\"\n3 1 \"tissue\"\n$EndPhysicalNames\n"
    "$Entities\n0 0 1 1\n1 0 0 0 1 1 1 1 7 0\n1 0 0 0 1 1 1 1 1 0\n$EndEntities\n"
    "$Nodes\n1 5 1 5\n3 1 0 5\n1\n2\n3\n4\n5\n0 0 0\n1 0 0\n0 1 0\n0 0 1\n1 1 1\n"
    "$EndNodes\n"
    "$Elements\n2 4 1 4\n2 1 2 2\n1 1 2 3\n2 2 3 5\n3 1 4 2\n3 1 2 3 4\n4 2 3 4 5\n"
    "$EndElements\n";

static const malformed_case msh4_text_cases[] = {
    {"version 4.0", {{"4.1", "4"}}},
    {"version 5", {{"4.1", "5.0"}}},
    {"negative number of entities", {{"0 0 1 1\n", "0 0 -1 1\n"}}},
    {"one entity too few", {{"0 0 1 1\n", "0 0 2 1\n"}}},
    {"huge number of groups", {{"1 1 7 0", "99999999 7 0"}}},
    {"entity of two groups", {{"1 1 7 0\n", "1 2 7 8 0\n"}}},
    {"wrong number of node blocks", {{"1 5 1 5", "2 5 1 5"}}},
    {"block with one node more", {{"3 1 0 5", "3 1 0 6"}}},
    {"block with one node less", {{"3 1 0 5", "3 1 0 4"}}},
    {"huge block of nodes", {{"1 5 1 5\n3 1 0 5", "1 882564 1 882564\n3 1 0 882564"}}},
    {"dimension 4", {{"3 1 0 5", "4 1 0 5"}}},
    {"parametric is 2", {{"3 1 0 5", "3 1 2 5"}}},
    {"parametric without parameters", {{"3 1 0 5", "3 1 1 5"}}},
    {"node number twice", {{"\n4\n5\n0", "\n4\n4\n0"}}},
    {"NaN coordinate", {{"\n1 1 1\n$End", "\n1 NaN 1\n$End"}}},
    {"truncated in nodes", {{"\n0 0 1\n1 1 1", NULL}}},
    {"block with one element more", {{"3 1 4 2", "3 1 4 3"}}},
    {"block with one element less", {{"3 1 4 2", "3 1 4 1"}}},
    {"wrong number of elements", {{"2 4 1 4", "2 5 1 5"}}},
    {"huge number of elements", {{"2 4 1 4", "2 9223372036854775807 1 4"}}},
    {"type of another dimension", {{"3 1 4 2", "2 1 4 2"}}},
    {"unknown type", {{"3 1 4 2", "3 1 140 2"}}},
    {"unknown node", {{"4 2 3 4 5", "4 2 3 4 99"}}},
    {"node missing", {{"4 2 3 4 5", "4 2 3 4"}}},
    {"truncated in elements", {{"4 2 3 4 5", NULL}}},
    {"nodes after elements",
     {{"$Nodes\n1 5 1 5\n3 1 0 5\n1\n2\n3\n4\n5\n0 0 0\n1 0 0\n0 1 0\n0 0 1\n1 1 1\n$EndNodes\n", ""},
      {"$EndElements\n", "$EndElements\n$Nodes\n1 5 1 5\n3 1 0 5\n1\n2\n3\n4\n5\n0 0 0\n1 0 0\n0 1 0\n0 0 1\n"
                         "1 1 1\n$EndNodes\n"}}},
    {"second section of nodes", {{"$EndNodes\n", "$EndNodes\n$Nodes\n0 0 0 0\n$EndNodes\n"}}},
    {"unknown section without end", {{"$EndNodes\n", "$EndNodes\n$View\n1 2 3\n"}}},
    {"hexahedron",
     {{"3 1 4 2\n3 1 2 3 4\n4 2 3 4 5", "3 1 5 1\n3 1 2 3 4 5 1 2 3\n"}, {"2 4 1 4", "2 3 1 3"}}},
};

static const char msh4_binary[] =
    "@heart.msh\n"
    "$MeshFormat\n4.1 1 8\n{i 1}\n$EndMeshFormat\n"
    "$Entities\n{l 0 0 1 1}{i 1}{d 0 0 0 1 1 1}{l 1}{i 7}{l 0}{i 1}{d 0 0 0 1 1 1}{l 1}{i 1}{l 0}\n"
    "$EndEntities\n"
    "$Nodes\n{l 1 5 1 5}{i 3 1 0}{l 5}{l 1 2 3 4 5}{d 0 0 0 1 0 0 0 1 0 0 0 1 1 1 1}\n$EndNodes\n"
    "$Elements\n{l 2 4 1 4}{i 2 1 2}{l 2}{l 1 1 2 3 2 2 3 5}{i 3 1 4}{l 2}{l 3 1 2 3 4 4 2 3 4 5}\n"
    "$EndElements\n";

static const malformed_case msh4_binary_cases[] = {
    {"data size 4", {{"4.1 1 8", "4.1 1 4"}}},
    {"another byte order", {{"{i 1}\n", "{i 16777216}\n"}}},
    {"byte order is not 1", {{"{i 1}\n", "{i 0}\n"}}},
    {"truncated in entities", {{"{i 7}", NULL}}},
    {"truncated in node numbers", {{" 4 5}{d", NULL}}},
    {"truncated in coordinates", {{" 1 1 1 1}\n$EndNodes", NULL}}},
    {"truncated in elements", {{" 4 5}\n$EndElements", NULL}}},
    {"huge number of nodes", {{"{l 1 5 1 5}{i 3 1 0}{l 5}", "{l 1 882564 1 882564}{i 3 1 0}{l 882564}"}}},
    {"negative number of nodes", {{"{l 1 5 1 5}", "{l 1 -5 1 5}"}}},
    {"huge number of entities", {{"{l 0 0 1 1}", "{l 0 0 1 4611686018427387904}"}}},
    {"huge number of groups", {{"{l 1}{i 7}", "{l 4611686018427387904}{i 7}"}}},
    {"infinite coordinate", {{"1 1 1 1}\n$EndNodes", "1 1 inf 1}\n$EndNodes"}}},
    {"node number of 40 bits missing", {{"3 4 5}\n$EndElements", "3 4 1099511627776}\n$EndElements"}}},
    {"node number twice", {{"{l 1 2 3 4 5}", "{l 1 2 3 4 4}"}}},
    {"unknown type", {{"{i 3 1 4}", "{i 3 1 77}"}}},
    {"huge block of elements", {{"{i 3 1 4}{l 2}", "{i 3 1 4}{l 4611686018427387904}"}}},
    {"elements without end", {{"\n$EndElements\n", ""}}},
};

#endif
