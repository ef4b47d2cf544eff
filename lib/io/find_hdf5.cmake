# Finds a parallel HDF5 outside Debian, where no pkg-config file names one: in CMAKE_PREFIX_PATH, or where the variables of a
# cluster's module point. Defines the target PkgConfig::HDF5.
find_path(HDF5_INCLUDE hdf5.h HINTS ENV HDF5_ROOT ENV HDF5_DIR ENV HDF5_HOME PATH_SUFFIXES include)
find_library(HDF5_LIBRARY hdf5 HINTS ENV HDF5_ROOT ENV HDF5_DIR ENV HDF5_HOME PATH_SUFFIXES lib lib64)
if(NOT HDF5_INCLUDE OR NOT HDF5_LIBRARY)
  message(FATAL_ERROR "HDF5 with MPI is not installed: install libhdf5-openmpi-dev, load a module, or use jobs/quickstart.sh --prefix DIR")
endif()
set(CMAKE_REQUIRED_INCLUDES ${HDF5_INCLUDE})
set(CMAKE_REQUIRED_LIBRARIES MPI::MPI_C)
check_symbol_exists(H5_HAVE_PARALLEL H5pubconf.h HDF5_HAS_MPI)
unset(CMAKE_REQUIRED_INCLUDES)
unset(CMAKE_REQUIRED_LIBRARIES)
if(NOT HDF5_HAS_MPI)
  message(FATAL_ERROR "${HDF5_LIBRARY} was built without MPI: set HDF5_ROOT to a parallel HDF5, or use jobs/quickstart.sh --prefix DIR")
endif()
set(HDF5_LDFLAGS ${HDF5_LIBRARY}) # for lib/api/package/install.cmake
add_library(PkgConfig::HDF5 INTERFACE IMPORTED)
target_include_directories(PkgConfig::HDF5 INTERFACE ${HDF5_INCLUDE})
target_link_libraries(PkgConfig::HDF5 INTERFACE ${HDF5_LIBRARY} MPI::MPI_C)
