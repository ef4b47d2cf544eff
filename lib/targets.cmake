# Defines the targets of the library: one for each folder of lib/, named tetracast-FOLDER.
#
# tetracast_target(FOLDER [MPI] [DEPENDS FOLDER..] [HEADERS FOLDER..] [MODULES FOLDER..] [LISTS LIST PREFIX ..]
#                  [LIBRARIES LIBRARY..] [PUBLIC_LIBRARIES LIBRARY..] [FILES FILE..])
#
# DEPENDS: folders whose headers the target may include and whose targets it links. HEADERS: folders whose headers it may include
# if these do not include mpi.h; it does not link their targets. MODULES: sub-folders, lowest first; a file may include headers of
# its own sub-folder and of those before it. LISTS: registries (lists.cmake), with paths from FOLDER. MPI: the target can include
# mpi.h. A target that depends on it links MPI's library, but needs the word MPI itself to include mpi.h. LIBRARIES: external
# libraries. PUBLIC_LIBRARIES: external libraries whose headers the headers of the target include. FILES: sources of other
# folders.
#
# The table is checked in two ways. tests/structure/targets_test.sh reads it and finds includes that the table does not allow. A
# call of a function that the table does not allow fails when link_target_FOLDER is linked, which consists of all objects of the
# target.
include(${CMAKE_SOURCE_DIR}/lib/lists.cmake)

function(tetracast_target folder)
  cmake_parse_arguments(PARSE_ARGV 1 target "MPI" "" "DEPENDS;HEADERS;MODULES;LISTS;LIBRARIES;PUBLIC_LIBRARIES;FILES")
  if(target_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "tetracast_target(${folder}): unknown arguments ${target_UNPARSED_ARGUMENTS}: remove them")
  endif()
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/${folder}/*.c)
  while(target_LISTS)
    list(POP_FRONT target_LISTS list prefix)
    tc_list_sources(sources ${folder}/${list} ${prefix})
  endwhile()
  add_library(tetracast-${folder} STATIC ${sources} ${target_FILES})
  target_include_directories(tetracast-${folder} PUBLIC ${CMAKE_CURRENT_SOURCE_DIR})
  # The objects are also linked into libtetracast (api/library.cmake). Hidden symbols avoid indirect calls in it.
  set_target_properties(tetracast-${folder} PROPERTIES POSITION_INDEPENDENT_CODE ON C_VISIBILITY_PRESET hidden)
  list(TRANSFORM target_DEPENDS PREPEND tetracast- OUTPUT_VARIABLE libraries)
  if(target_MPI)
    list(APPEND target_LIBRARIES MPI::MPI_C)
  endif()
  target_link_libraries(tetracast-${folder} PUBLIC tc_flags OpenMP::OpenMP_C ${libraries} ${target_PUBLIC_LIBRARIES}
                        PRIVATE ${target_LIBRARIES} m)
  set_property(GLOBAL APPEND PROPERTY TETRACAST_TARGETS ${folder})
endfunction()
