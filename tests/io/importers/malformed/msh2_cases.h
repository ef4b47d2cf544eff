/* Malformed files of Gmsh MSH 2.2, text and binary: valid templates and the edits that make them
 * malformed. */
#ifndef TC_TESTS_MALFORMED_MSH2_H
#define TC_TESTS_MALFORMED_MSH2_H

#include "io/importers/malformed/template.h"

static const char msh2_text[] = "@heart.msh\n"
                                "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n"
                                "$PhysicalNames\n2\n2 7 \"wall\"\n3 1 \"tissue\"\n$EndPhysicalNames\n"
                                "$Nodes\n5\n1 0 0 0\n2 1 0 0\n3 0 1 0\n4 0 0 1\n5 1 1 1\n$EndNodes\n"
                                "$Elements\n4\n1 2 2 7 1 1 2 3\n2 2 2 7 1 2 3 5\n"
                                "3 4 2 1 1 1 2 3 4\n4 4 2 1 1 2 3 4 5\n$EndElements\n";

static const malformed_case msh2_text_cases[] = {
    {"empty file", {{"$MeshFormat", NULL}}},
    {"another first section", {{"$MeshFormat\n2.2 0 8\n$EndMeshFormat\n", ""}}},
    {"Git LFS pointer", {{"$MeshFormat\n", "version https://git-lfs.github.com/spec/v1\n"}, {"2.2", NULL}}},
    {"version 1", {{"$MeshFormat\n2.2 0 8\n$EndMeshFormat\n", "$NOD\n5\n"}}},
    {"version 3", {{"2.2", "3.0"}}},
    {"version 4.0", {{"2.2", "4"}}},
    {"version missing", {{"2.2 0 8\n", ""}}},
    {"version is a word", {{"2.2", "two"}}},
    {"file type 2", {{"2.2 0 8", "2.2 2 8"}}},
    {"text declared as binary", {{"2.2 0 8", "2.2 1 8"}}},
    {"format without end", {{"$EndMeshFormat\n", ""}}},
    {"nodes missing", {{"$Nodes\n5\n1 0 0 0\n2 1 0 0\n3 0 1 0\n4 0 0 1\n5 1 1 1\n$EndNodes\n", ""}}},
    {"elements missing", {{"$Elements", NULL}}},
    {"one node too few", {{"$Nodes\n5", "$Nodes\n6"}}},
    {"one node too many", {{"$Nodes\n5", "$Nodes\n4"}}},
    {"no nodes", {{"$Nodes\n5\n1 0 0 0\n2 1 0 0\n3 0 1 0\n4 0 0 1\n5 1 1 1\n", "$Nodes\n0\n"}}},
    {"negative number of nodes", {{"$Nodes\n5", "$Nodes\n-5"}}},
    {"huge number of nodes", {{"$Nodes\n5", "$Nodes\n882564"}}},
    {"number of nodes of 65 bits", {{"$Nodes\n5", "$Nodes\n18446744073709551616"}}},
    {"number of nodes is a word", {{"$Nodes\n5", "$Nodes\nfive"}}},
    {"node number twice", {{"\n2 1 0 0", "\n1 1 0 0"}}},
    {"node number of 65 bits", {{"\n5 1 1 1", "\n99999999999999999999 1 1 1"}}},
    {"negative node number", {{"\n5 1 1 1", "\n-5 1 1 1"}}},
    {"NaN coordinate", {{"\n5 1 1 1", "\n5 1 nan 1"}}},
    {"infinite coordinate", {{"\n5 1 1 1", "\n5 1 inf 1"}}},
    {"decimal comma", {{"\n5 1 1 1", "\n5 1 0,5 1"}}},
    {"coordinate missing", {{"\n5 1 1 1", "\n5 1 1"}}},
    {"hexadecimal coordinate", {{"\n5 1 1 1", "\n5 1 1 0x1"}}},
    {"NUL byte", {{"\n5 1 1 1", "\n5 1 1 {x 00}"}}},
    {"truncated in nodes", {{"\n4 0 0 1", NULL}}},
    {"nodes without end", {{"$EndNodes\n", ""}}},
    {"another end of nodes", {{"$EndNodes", "$EndElements"}}},
    {"truncated in elements", {{" 4 5\n$EndElements", NULL}}},
    {"elements without end", {{"$EndElements\n", ""}}},
    {"one element too few", {{"$Elements\n4", "$Elements\n5"}}},
    {"one element too many", {{"$Elements\n4", "$Elements\n3"}}},
    {"huge number of elements", {{"$Elements\n4", "$Elements\n4000000000"}}},
    {"unknown node", {{"2 3 4 5\n", "2 3 4 9\n"}}},
    {"node 0", {{"2 3 4 5\n", "0 3 4 5\n"}}},
    {"node missing", {{"2 3 4 5\n", "2 3 4\n"}}},
    {"one node more", {{"2 3 4 5\n", "2 3 4 5 1\n"}}},
    {"unknown type", {{"4 4 2 1 1 2 3 4 5", "4 99 2 1 1 2 3 4 5"}}},
    {"tetrahedron of third order", {{"4 4 2 1 1 2", "4 29 2 1 1 2"}}},
    {"negative number of tags", {{"4 4 2 1 1 2", "4 4 -2 1 1 2"}}},
    {"huge number of tags", {{"4 4 2 1 1 2", "4 4 2000000000 1 1 2"}}},
    {"group number of 40 bits", {{"4 4 2 1 1 2", "4 4 2 1099511627776 1 2"}}},
    {"subdomain 1 of 2", {{"3 4 2 1 1 1", "3 4 4 1 1 1 1 1"}, {"4 4 2 1 1 2", "4 4 5 1 1 2 1 -2 2"}}},
    {"pyramid", {{"4 4 2 1 1 2 3 4 5", "4 7 2 1 1 1 2 3 4 5"}}},
    {"curved tetrahedron",
     {{"$Nodes\n5\n", "$Nodes\n11\n6 .5 0 0\n7 .5 .5 0\n8 0 .5 0\n9 0 0 .5\n10 0 .5 .5\n11 .5 .3 .5\n"},
      {"3 4 2 1 1 1 2 3 4", "3 11 2 1 1 1 2 3 4 6 7 8 9 10 11"}}},
    {"repeated vertices", {{"2 3 4 5\n", "2 3 3 5\n"}}},
    {"flat cell", {{"\n5 1 1 1", "\n5 .5 .5 0"}}},
    {"cell of two groups",
     {{"$Elements\n4", "$Elements\n5"}, {"4 4 2 1 1 2 3 4 5\n", "4 4 2 1 1 2 3 4 5\n5 4 2 2 1 2 3 4 5\n"}}},
    {"face of two groups", {{"2 2 2 7 1 2 3 5", "2 2 2 8 1 1 2 3"}}},
    {"triangle that is no face", {{"2 2 2 7 1 2 3 5", "2 2 2 7 1 1 2 5"}}},
    {"no tetrahedra", {{"3 4 2 1 1 1 2 3 4", "3 1 2 1 1 1 2"}, {"4 4 2 1 1 2 3 4 5", "4 15 2 1 1 1"}}},
    {"overlapping cells", {{"\n5 1 1 1", "\n5 -1 -1 -1"}}},
    {"unconnected cells",
     {{"$Nodes\n5\n", "$Nodes\n8\n6 1 0 0\n7 0 1 0\n8 0 0 1\n"},
      {"4 4 2 1 1 2 3 4 5", "4 4 2 1 1 6 7 8 5"},
      {"2 2 2 7 1 2 3 5", "2 2 2 7 1 6 7 5"}}},
    {"name without end", {{"\"wall\"", "\"wall"}}},
    {"one name too few", {{"$PhysicalNames\n2", "$PhysicalNames\n3"}}},
    {"dimension of a name", {{"2 7 \"wall\"", "5 7 \"wall\""}}},
};

static const char msh2_binary[] = "@heart.msh\n"
                                  "$MeshFormat\n2.2 1 8\n{i 1}\n$EndMeshFormat\n"
                                  "$Nodes\n5\n{i 1}{d 0 0 0}{i 2}{d 1 0 0}{i 3}{d 0 1 0}{i 4}{d 0 0 1}"
                                  "{i 5}{d 1 1 1}\n$EndNodes\n"
                                  "$Elements\n4\n{i 2 2 2}{i 1 7 1 1 2 3}{i 2 7 1 2 3 5}"
                                  "{i 4 2 2}{i 3 1 1 1 2 3 4}{i 4 1 1 2 3 4 5}\n$EndElements\n";

static const malformed_case msh2_binary_cases[] = {
    {"data size 4", {{"2.2 1 8", "2.2 1 4"}}},
    {"another byte order", {{"{i 1}\n", "{i 16777216}\n"}}},
    {"byte order is not 1", {{"{i 1}\n", "{i 7}\n"}}},
    {"truncated in the format", {{"{i 1}\n", NULL}}},
    {"truncated in nodes", {{"0 1}{i 5}", NULL}}},
    {"truncated in elements", {{" 3 4 5}\n$EndElements", NULL}}},
    {"huge number of nodes", {{"$Nodes\n5", "$Nodes\n882564"}}},
    {"one node too few", {{"$Nodes\n5", "$Nodes\n6"}}},
    {"NaN coordinate", {{"{d 1 1 1}", "{d 1 nan 1}"}}},
    {"node number twice", {{"{i 5}{d", "{i 4}{d"}}},
    {"unknown node", {{"{i 4 1 1 2 3 4 5}", "{i 4 1 1 2 3 4 6}"}}},
    {"unknown type", {{"{i 4 2 2}", "{i 100 2 2}"}}},
    {"block of no elements", {{"{i 4 2 2}", "{i 4 0 2}"}}},
    {"block of -1 elements", {{"{i 4 2 2}", "{i 4 -1 2}"}}},
    {"block with too many elements", {{"{i 4 2 2}", "{i 4 3 2}"}}},
    {"block with -2 tags", {{"{i 4 2 2}", "{i 4 2 -2}"}}},
    {"block with 2^31 - 1 tags", {{"{i 4 2 2}", "{i 4 2 2147483647}"}}},
    {"bytes after the nodes", {{"\n$EndNodes", "{x 00 00}\n$EndNodes"}}},
    {"binary declared as text", {{"2.2 1 8\n{i 1}\n", "2.2 0 8\n"}}},
};

#endif
