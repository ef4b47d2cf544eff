# Checks that names in headers are unique. One file includes all headers of the library. Some
# headers of the library once defined the same name as a header of the profiler, the sampler or a
# program. Each such pair of headers is compiled together in a separate file.
set(all "#define _GNU_SOURCE\n")
get_property(targets GLOBAL PROPERTY TETRACAST_TARGETS)
list(REMOVE_ITEM targets blame) # its names have another prefix
foreach(folder IN LISTS targets)
  file(GLOB_RECURSE headers CONFIGURE_DEPENDS RELATIVE ${CMAKE_SOURCE_DIR}/lib ${CMAKE_SOURCE_DIR}/lib/${folder}/*.h)
  # These headers are fragments that other files include in the middle of their code.
  list(REMOVE_ITEM headers base/numeric/dot_simd.h device/kernels.h)
  foreach(header IN LISTS headers)
    string(APPEND all "#include \"${header}\"\n")
  endforeach()
endforeach()
set(files ${CMAKE_CURRENT_BINARY_DIR}/headers_all.c)
file(CONFIGURE OUTPUT headers_all.c CONTENT "${all}")
foreach(pair comm/access/shared_pointer.h,blame/facts/facts.h count/distribution.h,blame/facts/access_path.h calibration/access/access_walk.h,blame/flow/digraph.h
        fv/scheme/system.h,sampler/syscalls.h io/rerun/run_record_internal.h,sampler/record_writer.h solve/step/trial_step.h,programs/timed_run.h)
  string(REGEX REPLACE "[,/.]" "_" name headers_${pair})
  string(REPLACE "," "\"\n#include \"" pair ${pair})
  file(CONFIGURE OUTPUT ${name}.c CONTENT "#include \"${pair}\"\n")
  list(APPEND files ${CMAKE_CURRENT_BINARY_DIR}/${name}.c)
endforeach()
add_library(structure_headers OBJECT ${files})
target_include_directories(structure_headers PRIVATE ${CMAKE_SOURCE_DIR}/apps/finegrain)
target_link_libraries(structure_headers PRIVATE tetracast-run tetracast-loops tetracast-papers MPI::MPI_C PkgConfig::FYAML PkgConfig::MUPARSER)
