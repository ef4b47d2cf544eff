# Targets of the library: one for each folder of lib/, named tetracast-FOLDER.
#
# tetracast_target(FOLDER [MPI] [DEPENDS FOLDER..] [HEADERS FOLDER..] [MODULES FOLDER..] [LISTS LIST PREFIX ..]
#                  [LIBRARIES LIBRARY..] [PUBLIC_LIBRARIES LIBRARY..] [FILES FILE..])
#
# DEPENDS: the folders whose headers it may include. It links them. HEADERS: folders of which it may include headers without
# MPI. It links none of these. MODULES: the sub-folders, lowest first. A file may include headers of its own sub-folder and of those
# before it. LISTS: plug-ins (lists.cmake), with paths from FOLDER. MPI: the target sees mpi.h, and so do
# the targets that depend on it. LIBRARIES: other libraries, PUBLIC_LIBRARIES those whose headers its own headers include.
# FILES: sources from elsewhere.
#
# The build checks the table in two ways. Includes that no line allows are found by tests/structure/targets_test.sh, which reads
# the same lines. A call that no line allows does not link: link_target_FOLDER consists of all objects of the target.
include(${CMAKE_SOURCE_DIR}/lib/lists.cmake)

function(tetracast_target folder)
  cmake_parse_arguments(PARSE_ARGV 1 target "MPI" "" "DEPENDS;HEADERS;MODULES;LISTS;LIBRARIES;PUBLIC_LIBRARIES;FILES")
  if(target_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "tetracast_target(${folder}): unknown words ${target_UNPARSED_ARGUMENTS}")
  endif()
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/${folder}/*.c)
  while(target_LISTS)
    list(POP_FRONT target_LISTS list prefix)
    tc_list_sources(sources ${folder}/${list} ${prefix})
  endwhile()
  add_library(tetracast-${folder} STATIC ${sources} ${target_FILES})
  target_include_directories(tetracast-${folder} PUBLIC ${CMAKE_CURRENT_SOURCE_DIR})
  list(TRANSFORM target_DEPENDS PREPEND tetracast- OUTPUT_VARIABLE libraries)
  if(target_MPI)
    list(APPEND libraries MPI::MPI_C)
  endif()
  target_link_libraries(tetracast-${folder} PUBLIC tc_flags OpenMP::OpenMP_C ${libraries} ${target_PUBLIC_LIBRARIES}
                        PRIVATE ${target_LIBRARIES} m)
  set_property(GLOBAL APPEND PROPERTY TETRACAST_TARGETS ${folder})
endfunction()
