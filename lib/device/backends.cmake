# The back-ends of backends.def: OpenCL where its headers are (its library is opened at run time), CUDA where nvcc is. Both are
# left out by CMake's own -DCMAKE_DISABLE_FIND_PACKAGE_OpenCL=ON and -DCMAKE_DISABLE_FIND_PACKAGE_CUDAToolkit=ON.
#
# tc_device_backends(TARGET): gives the library that has device/*.c what is there, and says what is not.
set(TETRACAST_CUDA_ARCH all-major CACHE STRING "nvcc -arch: all-major, native, sm_90, ..")

# OpenCL compiles at run time: the text of kernels.h, line by line.
function(tc_device_source header out)
  file(READ ${header} text)
  string(REPLACE "\\" "\\\\" text "${text}")
  string(REPLACE "\"" "\\\"" text "${text}")
  string(REGEX REPLACE "([^\n]*)\n" "    \"\\1\\\\n\",\n" text "${text}")
  file(GENERATE OUTPUT ${out} CONTENT "static const char *const source[] = {\n${text}};\n")
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${header})
endfunction()

# An object of kernels.cu, by nvcc alone: what CMake calls the language CUDA would take the flags of C along. Without
# exceptions and guards of statics no library of C++ is needed.
function(tc_cuda_object folder out)
  add_custom_command(OUTPUT ${out} DEPENDS ${folder}/kernels.cu ${folder}/kernels.h ${folder}/kernels.def
    COMMAND ${CUDAToolkit_NVCC_EXECUTABLE} -c -O3 --fmad=false -arch=${TETRACAST_CUDA_ARCH} -t 0
            -Xcompiler -fPIC,-fno-exceptions,-fno-threadsafe-statics ${folder}/kernels.cu -o ${out}
    COMMENT "Building CUDA object of device/kernels.cu" VERBATIM)
endfunction()

function(tc_device_backends target)
  set(folder ${CMAKE_CURRENT_SOURCE_DIR}/device)
  find_package(OpenCL QUIET)
  find_package(CUDAToolkit QUIET)
  set(built "")
  set(missing "")
  if(OpenCL_INCLUDE_DIR AND NOT CMAKE_DISABLE_FIND_PACKAGE_OpenCL)
    tc_device_source(${folder}/kernels.h ${CMAKE_CURRENT_BINARY_DIR}/tc_device_source.h)
    set_property(SOURCE ${folder}/backend_opencl.c APPEND PROPERTY COMPILE_DEFINITIONS TC_OPENCL)
    target_include_directories(${target} SYSTEM PRIVATE ${OpenCL_INCLUDE_DIR})
    target_link_libraries(${target} PRIVATE ${CMAKE_DL_LIBS})
    list(APPEND built opencl)
  else()
    list(APPEND missing "opencl (opencl-c-headers is not installed)")
  endif()
  if(CUDAToolkit_NVCC_EXECUTABLE AND TARGET CUDA::cudart_static)
    tc_cuda_object(${folder} ${CMAKE_CURRENT_BINARY_DIR}/tc_cuda_kernels.o)
    set_property(SOURCE ${folder}/backend_cuda.c APPEND PROPERTY COMPILE_DEFINITIONS TC_CUDA)
    target_sources(${target} PRIVATE ${CMAKE_CURRENT_BINARY_DIR}/tc_cuda_kernels.o)
    target_link_libraries(${target} PRIVATE CUDA::cudart_static)
    list(APPEND built cuda)
  else()
    list(APPEND missing "cuda (nvcc was not found)")
  endif()
  if(NOT built)
    set(built none)
  endif()
  list(JOIN built ", " built)
  list(JOIN missing ", " missing)
  set(words "Devices: ${built}")
  if(missing)
    string(APPEND words "; not built: ${missing}")
  endif()
  message(STATUS "${words}")
endfunction()
