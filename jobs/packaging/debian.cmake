# Debian packages, which `cpack` creates in the build directory: tetracast (programs), libtetracast0,
# libtetracast-dev, tetracast-doc and python3-tetracast (debian_python.cmake).
# Each install() of the project names a component, and each component is a package. For packages, configure
# with -DCMAKE_INSTALL_PREFIX=/usr -DCMAKE_SKIP_INSTALL_RPATH=ON -DTETRACAST_TESTS=OFF, or GNUInstallDirs does
# not choose the directories of Debian. jobs/packaging/make.sh sets these options.
if(NOT GZIP) # found by apps/install.cmake
  return()
endif()
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME tetracast)
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "") # each package has its own
# DEBEMAIL and DEBFULLNAME, which Debian's own tools use too, name the maintainer.
if(DEFINED ENV{DEBEMAIL})
  set(CPACK_PACKAGE_CONTACT "$ENV{DEBFULLNAME} <$ENV{DEBEMAIL}>")
else()
  set(CPACK_PACKAGE_CONTACT "Tetracast developers <root@localhost>")
endif()
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS ${CMAKE_BINARY_DIR}/lib)
set(CPACK_COMPONENTS_ALL programs library development documentation)

function(tc_debian_package component name section summary text)
  string(TOUPPER ${component} upper)
  set(CPACK_DEBIAN_${upper}_PACKAGE_NAME ${name} PARENT_SCOPE)
  set(CPACK_DEBIAN_${upper}_PACKAGE_SECTION ${section} PARENT_SCOPE)
  set(CPACK_DEBIAN_${upper}_DESCRIPTION "${summary}\n${text}" PARENT_SCOPE)
endfunction()
set(about "Tetracast solves diffusion on unstructured tetrahedral meshes (cardiac\ntissue, heat, porous media) with MPI and OpenMP, and forecasts the time\nof each part of a run.")
tc_debian_package(programs tetracast science "diffusion on tetrahedral meshes that forecasts its own run time" "${about}")
tc_debian_package(library libtetracast0 libs "library of Tetracast" "${about}\n.\nThis package contains the shared library.")
tc_debian_package(development libtetracast-dev libdevel "library of Tetracast, files for development"
                  "${about}\n.\nThis package contains headers, the static library, and files for CMake\nand pkg-config.")
tc_debian_package(documentation tetracast-doc doc "manual of Tetracast" "${about}\n.\nThis package contains the manual.")
# After a library was installed, the cache of the dynamic linker must be updated.
file(WRITE ${CMAKE_CURRENT_BINARY_DIR}/triggers "activate-noawait ldconfig\n")
set(CPACK_DEBIAN_LIBRARY_PACKAGE_CONTROL_EXTRA ${CMAKE_CURRENT_BINARY_DIR}/triggers)
set(CPACK_DEBIAN_PROGRAMS_PACKAGE_CONTROL_EXTRA ${CMAKE_CURRENT_BINARY_DIR}/triggers)
set(CPACK_DEBIAN_PROGRAMS_PACKAGE_DEPENDS openmpi-bin)
set(CPACK_DEBIAN_PROGRAMS_PACKAGE_SUGGESTS "python3-meshio, python3-netcdf4") # to import meshes
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS "libtetracast0 (= ${PROJECT_VERSION}), libopenmpi-dev")
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SUGGESTS "libhdf5-openmpi-dev, libmetis-dev, libfyaml-dev, libmuparser-dev")
set(CPACK_DEBIAN_DOCUMENTATION_PACKAGE_ARCHITECTURE all)
set(CPACK_DEBIAN_DOCUMENTATION_PACKAGE_SUGGESTS tetracast)

# tc_install_linked_files(PAGE DESTINATION): installs the files to which a Markdown page links, such as
# examples, so that its links work. Links to pages, directories and the web are not changed.
function(tc_install_linked_files page destination)
  file(READ ${CMAKE_SOURCE_DIR}/${page} text)
  string(REGEX REPLACE "[][;\n]" " " text "${text}") # CMake does not treat these as characters in lists
  string(REGEX MATCHALL "[(][^)#: ]+[.][^)#: ]+" links "${text}")
  cmake_path(GET page PARENT_PATH folder)
  foreach(link IN LISTS links)
    string(SUBSTRING "${link}" 1 -1 link)
    set(path ${folder}/${link})
    cmake_path(NORMAL_PATH path)
    if(EXISTS ${CMAKE_SOURCE_DIR}/${path} AND NOT IS_DIRECTORY ${CMAKE_SOURCE_DIR}/${path} AND NOT path MATCHES "[.]md$")
      cmake_path(GET path PARENT_PATH directory)
      install(FILES ${CMAKE_SOURCE_DIR}/${path} DESTINATION ${destination}/${directory} COMPONENT documentation)
    endif()
  endforeach()
endfunction()

# Installs the HTML manual if jobs/manual.sh has written it before CMake configures the project. Otherwise
# installs the Markdown pages.
set(TETRACAST_MANUAL ${CMAKE_SOURCE_DIR}/build/manual CACHE PATH "Directory of the HTML manual for the package tetracast-doc")
set(manual ${CMAKE_INSTALL_DATADIR}/doc/tetracast-doc)
if(EXISTS ${TETRACAST_MANUAL}/index.html)
  install(DIRECTORY ${TETRACAST_MANUAL}/ DESTINATION ${manual}/html COMPONENT documentation)
else()
  file(GLOB_RECURSE pages RELATIVE ${CMAKE_SOURCE_DIR} apps/*.md configs/*.md jobs/*.md jobs/pictures/* lib/*.md meshes/*.md tests/*.md)
  foreach(page IN LISTS pages ITEMS README.md CONTRIBUTING.md)
    cmake_path(GET page PARENT_PATH directory)
    install(FILES ${page} DESTINATION ${manual}/pages/${directory} COMPONENT documentation)
    tc_install_linked_files(${page} ${manual}/pages)
  endforeach()
endif()

# Debian expects the changelog and the licence in the directory of each package. The changelog is compressed
# without a date, so that equal changelogs give equal files.
set(changelog ${CMAKE_CURRENT_BINARY_DIR}/changelog.gz)
add_custom_command(OUTPUT ${changelog} COMMAND ${GZIP} -9nc ${CMAKE_SOURCE_DIR}/lib/CHANGELOG.md > ${changelog}
                   DEPENDS ${CMAKE_SOURCE_DIR}/lib/CHANGELOG.md VERBATIM)
add_custom_target(changelog ALL DEPENDS ${changelog})
foreach(pair programs:tetracast library:libtetracast0 development:libtetracast-dev documentation:tetracast-doc)
  string(REPLACE ":" ";" pair ${pair})
  list(GET pair 0 component)
  list(GET pair 1 name)
  install(FILES ${changelog} DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/${name} COMPONENT ${component})
  install(FILES ${CMAKE_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/${name} RENAME copyright COMPONENT ${component})
endforeach()
include(${CMAKE_CURRENT_LIST_DIR}/debian_python.cmake)
include(CPack)
