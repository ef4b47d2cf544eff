# The library for other programs: libtetracast.so and libtetracast.a with the functions of symbols.txt. Both are linked from the
# objects of the internal targets, so no source is compiled twice. The programs of the project link the internal targets.
set(api ${CMAKE_CURRENT_SOURCE_DIR}/api)
set(header ${api}/include/tetracast/export.h)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${api}/symbols.txt ${header})

# Checks that the version in the headers equals the version of the project.
foreach(part MAJOR MINOR PATCH)
  file(STRINGS ${header} line REGEX "^#define TETRACAST_VERSION_${part} +${PROJECT_VERSION_${part}}$")
  if(NOT line)
    message(FATAL_ERROR "${header}: TETRACAST_VERSION_${part} is not ${PROJECT_VERSION_${part}}: set it to the version of the project")
  endif()
endforeach()

# Creates a linker script that exports only the functions in symbols.txt, and the same list for
# objcopy. Each line of symbols.txt is "NAME VERSION".
file(STRINGS ${api}/symbols.txt symbols REGEX "^tetracast_")
list(TRANSFORM symbols REPLACE " .*" "")
list(JOIN symbols "; " exported)
set(map ${CMAKE_CURRENT_BINARY_DIR}/tetracast.map)
set(names ${CMAKE_CURRENT_BINARY_DIR}/tetracast.symbols)
list(JOIN symbols "\n" lines)
file(CONFIGURE OUTPUT ${map} CONTENT "TETRACAST_0 { global: ${exported}; local: *; };\n")
file(CONFIGURE OUTPUT ${names} CONTENT "${lines}\n")

# Builds with sanitizers or coverage have no library, because their runtime symbols are undefined
# in a shared library that is linked with -z defs.
if(TETRACAST_SANITIZE OR TETRACAST_GUIDED)
  return()
endif()
file(CONFIGURE OUTPUT library.c CONTENT "/* CMake requires a source. */\ntypedef int tetracast_library;\n")
add_library(tetracast_shared SHARED ${CMAKE_CURRENT_BINARY_DIR}/library.c)
add_library(Tetracast::tetracast ALIAS tetracast_shared)
set_target_properties(tetracast_shared PROPERTIES OUTPUT_NAME tetracast EXPORT_NAME tetracast VERSION ${PROJECT_VERSION} SOVERSION 0
                      C_VISIBILITY_PRESET hidden LINK_DEPENDS ${map})
target_include_directories(tetracast_shared PUBLIC $<BUILD_INTERFACE:${api}/include> $<INSTALL_INTERFACE:include>)
target_link_options(tetracast_shared PRIVATE -Wl,--version-script=${map} -Wl,-z,defs -Wl,--as-needed)
target_link_libraries(tetracast_shared PUBLIC MPI::MPI_C PRIVATE $<LINK_LIBRARY:WHOLE_ARCHIVE,tetracast-api>)

# The static library contains one object file. All symbols in it except the exported ones are
# local, so that they cannot clash with symbols of a program.
set(archive ${CMAKE_CURRENT_BINARY_DIR}/libtetracast.a)
get_property(folders GLOBAL PROPERTY TETRACAST_TARGETS)
set(archives "")
foreach(folder IN LISTS folders)
  list(APPEND archives $<TARGET_FILE:tetracast-${folder}>)
endforeach()
add_custom_command(OUTPUT ${archive}
  COMMAND ${CMAKE_LINKER} -r -o tetracast.o --whole-archive $<TARGET_FILE:tetracast-api> --no-whole-archive --start-group ${archives} --end-group
  COMMAND ${CMAKE_OBJCOPY} --keep-global-symbols=${names} tetracast.o
  COMMAND ${CMAKE_COMMAND} -E rm -f ${archive}
  COMMAND ${CMAKE_AR} rcs ${archive} tetracast.o
  COMMAND ${CMAKE_COMMAND} -E rm tetracast.o
  DEPENDS ${archives} ${names} WORKING_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR} VERBATIM)
add_custom_target(tetracast_archive ALL DEPENDS ${archive})
add_library(tetracast_static STATIC IMPORTED GLOBAL)
add_dependencies(tetracast_static tetracast_archive)
set_target_properties(tetracast_static PROPERTIES IMPORTED_LOCATION ${archive})
target_include_directories(tetracast_static INTERFACE ${api}/include)
set(devices ${CMAKE_DL_LIBS})
if(TARGET CUDA::cudart_static)
  get_target_property(cuda CUDA::cudart_static IMPORTED_LOCATION)
  list(APPEND devices ${cuda} pthread rt)
endif()
target_link_libraries(tetracast_static INTERFACE MPI::MPI_C OpenMP::OpenMP_C PkgConfig::HDF5 PkgConfig::FYAML PkgConfig::MUPARSER
                      ${METIS_LIBRARY} ${devices} m)

include(${api}/package/install.cmake)
