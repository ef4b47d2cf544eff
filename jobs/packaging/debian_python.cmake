# Debian package python3-tetracast, included by debian.cmake. Python would compile the modules at their first
# use, into files that do not belong to the package. The package therefore compiles them during installation
# and removes the compiled files at its removal, as packages of Debian do.
list(APPEND CPACK_COMPONENTS_ALL python)
tc_debian_package(python python3-tetracast python "Python package of Tetracast"
                  "${about}\n.\nThis package contains the Python module tetracast.")
set(CPACK_DEBIAN_PYTHON_PACKAGE_ARCHITECTURE all)
set(CPACK_DEBIAN_PYTHON_PACKAGE_SHLIBDEPS OFF)
set(CPACK_DEBIAN_PYTHON_PACKAGE_GENERATE_SHLIBS OFF)
set(CPACK_DEBIAN_PYTHON_PACKAGE_DEPENDS "python3:any (>= 3.9)")
set(CPACK_DEBIAN_PYTHON_PACKAGE_RECOMMENDS "tetracast (= ${PROJECT_VERSION}), libtetracast0 (= ${PROJECT_VERSION})")
set(CPACK_DEBIAN_PYTHON_PACKAGE_SUGGESTS "python3-h5py, python3-mpi4py, python3-numpy")
set(scripts ${CMAKE_CURRENT_BINARY_DIR}/python)
file(WRITE ${scripts}/postinst "#!/bin/sh\nset -e\nif command -v py3compile > /dev/null; then py3compile -p python3-tetracast; fi\n")
file(WRITE ${scripts}/prerm "#!/bin/sh\nset -e\nif command -v py3clean > /dev/null; then py3clean -p python3-tetracast; fi\n")
file(CHMOD ${scripts}/postinst ${scripts}/prerm PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE
     WORLD_READ WORLD_EXECUTE)
set(CPACK_DEBIAN_PYTHON_PACKAGE_CONTROL_EXTRA ${scripts}/postinst ${scripts}/prerm)
set(documentation ${CMAKE_INSTALL_DATADIR}/doc/python3-tetracast)
install(FILES ${changelog} DESTINATION ${documentation} COMPONENT python)
install(FILES ${CMAKE_SOURCE_DIR}/LICENSE DESTINATION ${documentation} RENAME copyright COMPONENT python)
