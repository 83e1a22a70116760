// Linked into the binding: hands its TF_NewTensor, TFE_NewContext, TFE_NewOp, TFE_Execute and TFE_TensorHandleCopyToDevice to the
// hook library.
#include "tensorflow/c/eager/c_api.h"

extern "C" TFE_Context* __real_TFE_NewContext(const TFE_ContextOptions*, TF_Status*);
extern "C" TFE_Context* workbook_new_context(const TFE_ContextOptions*, TF_Status*,
                                             TFE_Context* (*)(const TFE_ContextOptions*, TF_Status*));

extern "C" TFE_Context* __wrap_TFE_NewContext(const TFE_ContextOptions* options, TF_Status* status) {
  return workbook_new_context(options, status, __real_TFE_NewContext);
}

extern "C" TFE_Op* __real_TFE_NewOp(TFE_Context*, const char*, TF_Status*);
extern "C" TFE_Op* workbook_new_op(TFE_Context*, const char*, TF_Status*,
                                   TFE_Op* (*)(TFE_Context*, const char*, TF_Status*));

extern "C" TFE_Op* __wrap_TFE_NewOp(TFE_Context* context, const char* name, TF_Status* status) {
  return workbook_new_op(context, name, status, __real_TFE_NewOp);
}

extern "C" void __real_TFE_Execute(TFE_Op*, TFE_TensorHandle**, int*, TF_Status*);
extern "C" void workbook_execute(TFE_Op*, TFE_TensorHandle**, int*, TF_Status*,
                                 void (*)(TFE_Op*, TFE_TensorHandle**, int*, TF_Status*));

extern "C" void __wrap_TFE_Execute(TFE_Op* op, TFE_TensorHandle** outputs, int* count, TF_Status* status) {
  workbook_execute(op, outputs, count, status, __real_TFE_Execute);
}

extern "C" TFE_TensorHandle* __real_TFE_TensorHandleCopyToDevice(TFE_TensorHandle*, TFE_Context*, const char*, TF_Status*);
extern "C" TFE_TensorHandle* workbook_copy_to_device(TFE_TensorHandle*, TFE_Context*, const char*, TF_Status*,
                                                     TFE_TensorHandle* (*)(TFE_TensorHandle*, TFE_Context*, const char*,
                                                                           TF_Status*));

extern "C" TFE_TensorHandle* __wrap_TFE_TensorHandleCopyToDevice(TFE_TensorHandle* handle, TFE_Context* context,
                                                                 const char* device, TF_Status* status) {
  return workbook_copy_to_device(handle, context, device, status, __real_TFE_TensorHandleCopyToDevice);
}

using Deallocator = void (*)(void*, size_t, void*);
extern "C" TF_Tensor* __real_TF_NewTensor(TF_DataType, const int64_t*, int, void*, size_t, Deallocator, void*);
extern "C" TF_Tensor* workbook_new_tensor(TF_DataType, const int64_t*, int, void*, size_t, Deallocator, void*,
                                          TF_Tensor* (*)(TF_DataType, const int64_t*, int, void*, size_t, Deallocator, void*));

extern "C" TF_Tensor* __wrap_TF_NewTensor(TF_DataType type, const int64_t* shape, int rank, void* data, size_t size,
                                          Deallocator deallocate, void* argument) {
  return workbook_new_tensor(type, shape, rank, data, size, deallocate, argument, __real_TF_NewTensor);
}
