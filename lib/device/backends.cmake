# Back-ends of backends.def: OpenCL if its headers are found (its library is loaded at run time), CUDA if nvcc is found.
# -DCMAKE_DISABLE_FIND_PACKAGE_OpenCL=ON and -DCMAKE_DISABLE_FIND_PACKAGE_CUDAToolkit=ON disable them.
#
# tc_device_backends(TARGET): adds the back-ends found to the library with device/*.c, and reports the missing ones.
set(TETRACAST_CUDA_ARCH all-major CACHE STRING "nvcc -arch: all-major, native, sm_90, ..")

# Writes the text of kernels.h as string literals, line by line, because OpenCL compiles it at run time.
function(tc_device_source header out)
  file(READ ${header} text)
  string(REPLACE "\\" "\\\\" text "${text}")
  string(REPLACE "\"" "\\\"" text "${text}")
  string(REGEX REPLACE "([^\n]*)\n" "    \"\\1\\\\n\",\n" text "${text}")
  file(GENERATE OUTPUT ${out} CONTENT "static const char *const source[] = {\n${text}};\n")
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${header})
endfunction()

# Compiles kernels.cu by calling nvcc directly, because CMake's language CUDA would inherit the flags of C. Without
# exceptions and thread-safe statics no C++ library is needed.
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
