# Installs libtetracast with its headers, a CMake package and a file for pkg-config. All paths in the installed files are relative,
# so that the prefix may be moved.
include(CMakePackageConfigHelpers)
include(GNUInstallDirs)
set(package ${CMAKE_INSTALL_LIBDIR}/cmake/Tetracast)
install(TARGETS tetracast_shared EXPORT TetracastTargets LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT library
        NAMELINK_COMPONENT development)
install(FILES ${archive} DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT development)
install(DIRECTORY ${api}/include/tetracast DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT development)
install(FILES ${api}/PROMISES.md ${api}/symbols.txt DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/libtetracast-dev COMPONENT development)
install(DIRECTORY ${CMAKE_SOURCE_DIR}/apps/examples DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/libtetracast-dev COMPONENT development)
install(EXPORT TetracastTargets NAMESPACE Tetracast:: DESTINATION ${package} COMPONENT development)
configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/TetracastConfig.cmake.in ${CMAKE_CURRENT_BINARY_DIR}/TetracastConfig.cmake
                              INSTALL_DESTINATION ${package})
configure_file(${CMAKE_CURRENT_LIST_DIR}/TetracastStaticTargets.cmake.in ${CMAKE_CURRENT_BINARY_DIR}/TetracastStaticTargets.cmake @ONLY)
write_basic_package_version_file(${CMAKE_CURRENT_BINARY_DIR}/TetracastConfigVersion.cmake COMPATIBILITY SameMajorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/TetracastConfig.cmake ${CMAKE_CURRENT_BINARY_DIR}/TetracastConfigVersion.cmake
              ${CMAKE_CURRENT_BINARY_DIR}/TetracastStaticTargets.cmake
        DESTINATION ${package} COMPONENT development)

# tetracast.pc requires the pkg-config module of MPI if this system has one. Otherwise users must
# link with the compiler wrapper of MPI. Other libraries are named by their linker flags, because
# users of the shared library may not have their pkg-config modules.
set(module ompi-c)
if(TETRACAST_MPICH)
  set(module mpich)
endif()
pkg_check_modules(TETRACAST_MPI_PC QUIET ${module})
set(requires "")
if(TETRACAST_MPI_PC_FOUND)
  set(requires ${module})
endif()
list(JOIN HDF5_LDFLAGS " " hdf5_libraries)
list(TRANSFORM devices REPLACE "^([^/].*)" "-l\\1" OUTPUT_VARIABLE device_libraries)
list(JOIN device_libraries " " device_libraries)
file(RELATIVE_PATH prefix /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
cmake_path(GET prefix RELATIVE_PART prefix)
configure_file(${CMAKE_CURRENT_LIST_DIR}/tetracast.pc.in ${CMAKE_CURRENT_BINARY_DIR}/tetracast.pc @ONLY)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/tetracast.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT development)
