// A GPU for tests, made of threads: TensorFlow takes it as it takes Apple's or Intel's (a pluggable device). A launch returns at
// once, as on a real one: each stream does what it was told, in order, on a thread of its own. Its only kernel, Neg in float32, runs
// when the test allows it, so that no outcome hangs on time.
#include <condition_variable>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>

#include "tensorflow/c/experimental/stream_executor/stream_executor.h"
#include "tensorflow/c/kernels.h"
#include "tensorflow/c/tf_tensor.h"

namespace {
std::mutex& mutex = *new std::mutex;  // for all that follows: tests are small
std::condition_variable& changed = *new std::condition_variable;  // never destroyed: streams wait when the process ends
int launched = 0, allowed = 0, done = 0;  // kernels

void wait(const std::function<bool()>& reached) {
  std::unique_lock<std::mutex> lock(mutex);
  changed.wait(lock, reached);
}
}  // namespace

struct SP_Stream_st {
  std::deque<std::function<void()>> tasks;
  long told = 0, ended = 0;

  SP_Stream_st() {
    std::thread([this] {
      for (;;) {
        wait([this] { return !tasks.empty(); });
        mutex.lock();
        const auto task = tasks.front();
        tasks.pop_front();
        mutex.unlock();
        task();
        mutex.lock();
        ended++;
        mutex.unlock();
        changed.notify_all();
      }
    }).detach();
  }

  long tell(std::function<void()> task) {
    const std::lock_guard<std::mutex> lock(mutex);
    tasks.push_back(std::move(task));
    changed.notify_all();
    return ++told;
  }
};

struct SP_Event_st {
  SP_Stream stream = nullptr;
  long after = 0;
  bool is_there() const { return stream == nullptr || stream->ended >= after; }
};

struct SP_Timer_st {};

namespace {
void no_op() {}

void fill(SP_StreamExecutor* fns) {
  fns->allocate = [](const SP_Device*, uint64_t size, int64_t, SP_DeviceMemoryBase* memory) {
    *memory = {SP_DEVICE_MEMORY_BASE_STRUCT_SIZE, nullptr, aligned_alloc(256, (size + 255) / 256 * 256), size, 0};
  };
  fns->deallocate = [](const SP_Device*, SP_DeviceMemoryBase* memory) { free(memory->opaque); };
  fns->host_memory_allocate = [](const SP_Device*, uint64_t size) { return aligned_alloc(256, (size + 255) / 256 * 256); };
  fns->host_memory_deallocate = [](const SP_Device*, void* memory) { free(memory); };
  fns->get_allocator_stats = [](const SP_Device*, SP_AllocatorStats*) -> TF_Bool { return 0; };
  fns->device_memory_usage = [](const SP_Device*, int64_t* free_bytes, int64_t* total) -> TF_Bool {
    *free_bytes = *total = int64_t{1} << 30;
    return 1;
  };
  fns->create_stream = [](const SP_Device*, SP_Stream* stream, TF_Status*) { *stream = new SP_Stream_st; };
  fns->destroy_stream = [](const SP_Device*, SP_Stream) {};  // its thread may still need it
  fns->create_stream_dependency = [](const SP_Device*, SP_Stream dependent, SP_Stream other, TF_Status*) {
    const long after = (mutex.lock(), other->told);
    mutex.unlock();
    dependent->tell([=] { wait([=] { return other->ended >= after; }); });
  };
  fns->get_stream_status = [](const SP_Device*, SP_Stream, TF_Status*) {};
  fns->create_event = [](const SP_Device*, SP_Event* event, TF_Status*) { *event = new SP_Event_st; };
  fns->destroy_event = [](const SP_Device*, SP_Event event) { delete event; };
  fns->get_event_status = [](const SP_Device*, SP_Event event) {
    const std::lock_guard<std::mutex> lock(mutex);
    return event->is_there() ? SE_EVENT_COMPLETE : SE_EVENT_PENDING;
  };
  fns->record_event = [](const SP_Device*, SP_Stream stream, SP_Event event, TF_Status*) {
    const long after = stream->tell(no_op);
    const std::lock_guard<std::mutex> lock(mutex);
    *event = {stream, after};
  };
  fns->wait_for_event = [](const SP_Device*, SP_Stream stream, SP_Event event, TF_Status*) {
    const SP_Event_st now = *event;
    stream->tell([=] { wait([=] { return now.is_there(); }); });
  };
  fns->create_timer = [](const SP_Device*, SP_Timer* timer, TF_Status*) { *timer = new SP_Timer_st; };
  fns->destroy_timer = [](const SP_Device*, SP_Timer timer) { delete timer; };
  fns->start_timer = fns->stop_timer = [](const SP_Device*, SP_Stream, SP_Timer, TF_Status*) {};
  fns->memcpy_dtoh = [](const SP_Device*, SP_Stream stream, void* to, const SP_DeviceMemoryBase* from, uint64_t size, TF_Status*) {
    stream->tell([=, source = from->opaque] { memcpy(to, source, size); });
  };
  fns->memcpy_htod = [](const SP_Device*, SP_Stream stream, SP_DeviceMemoryBase* to, const void* from, uint64_t size, TF_Status*) {
    stream->tell([=, target = to->opaque] { memcpy(target, from, size); });
  };
  fns->memcpy_dtod = [](const SP_Device*, SP_Stream stream, SP_DeviceMemoryBase* to, const SP_DeviceMemoryBase* from, uint64_t size,
                        TF_Status*) { stream->tell([=, target = to->opaque, source = from->opaque] { memcpy(target, source, size); }); };
  fns->sync_memcpy_dtoh = [](const SP_Device*, void* to, const SP_DeviceMemoryBase* from, uint64_t size, TF_Status*) {
    memcpy(to, from->opaque, size);
  };
  fns->sync_memcpy_htod = [](const SP_Device*, SP_DeviceMemoryBase* to, const void* from, uint64_t size, TF_Status*) {
    memcpy(to->opaque, from, size);
  };
  fns->sync_memcpy_dtod = [](const SP_Device*, SP_DeviceMemoryBase* to, const SP_DeviceMemoryBase* from, uint64_t size, TF_Status*) {
    memcpy(to->opaque, from->opaque, size);
  };
  fns->block_host_for_event = [](const SP_Device*, SP_Event event, TF_Status*) { wait([=] { return event->is_there(); }); };
  fns->block_host_until_done = [](const SP_Device*, SP_Stream stream, TF_Status*) {
    const long after = stream->tell(no_op);
    wait([=] { return stream->ended >= after; });
  };
  fns->synchronize_all_activity = [](const SP_Device*, TF_Status*) {};
  fns->mem_zero = [](const SP_Device*, SP_Stream stream, SP_DeviceMemoryBase* to, uint64_t size, TF_Status*) {
    stream->tell([=, target = to->opaque] { memset(target, 0, size); });
  };
  fns->memset = [](const SP_Device*, SP_Stream stream, SP_DeviceMemoryBase* to, uint8_t byte, uint64_t size, TF_Status*) {
    stream->tell([=, target = to->opaque] { memset(target, byte, size); });
  };
  fns->memset32 = [](const SP_Device*, SP_Stream, SP_DeviceMemoryBase*, uint32_t, uint64_t, TF_Status*) { abort(); };
  fns->host_callback = [](const SP_Device*, SP_Stream stream, SE_StatusCallbackFn callback, void* argument) -> TF_Bool {
    stream->tell([=] {
      TF_Status* status = TF_NewStatus();
      callback(argument, status);
      TF_DeleteStatus(status);
    });
    return 1;
  };
}

void negate(void*, TF_OpKernelContext* context) {
  TF_Status* status = TF_NewStatus();
  TF_Tensor* input = nullptr;
  TF_GetInput(context, 0, &input, status);
  int64_t shape[8];
  const int rank = TF_NumDims(input);
  for (int index = 0; index < rank; index++) shape[index] = TF_Dim(input, index);
  const size_t bytes = TF_TensorByteSize(input);
  TF_Tensor* output = TF_AllocateOutput(context, 0, TF_FLOAT, shape, rank, bytes, status);
  const float* from = static_cast<const float*>(TF_TensorData(input));
  float* to = static_cast<float*>(TF_TensorData(output));
  const int number = (mutex.lock(), launched++);
  mutex.unlock();
  TF_GetStream(context, status)->tell([=] {
    wait([=] { return number < allowed; });
    for (size_t index = 0; index < bytes / sizeof(float); index++) to[index] = -from[index];
    const std::lock_guard<std::mutex> lock(mutex);
    done++;
  });
  TF_DeleteTensor(input);
  TF_DeleteTensor(output);
  TF_DeleteStatus(status);
}
}  // namespace

extern "C" __attribute__((visibility("default"))) int stand_in_launched() {
  const std::lock_guard<std::mutex> lock(mutex);
  return launched;
}

extern "C" __attribute__((visibility("default"))) int stand_in_done() {
  const std::lock_guard<std::mutex> lock(mutex);
  return done;
}

// Lets so many kernels run, counted from the first.
extern "C" __attribute__((visibility("default"))) void stand_in_allow(int kernels) {
  const std::lock_guard<std::mutex> lock(mutex);
  allowed = kernels;
  changed.notify_all();
}

extern "C" __attribute__((visibility("default"))) void SE_InitPlugin(SE_PlatformRegistrationParams* params, TF_Status*) {
  params->platform->struct_size = SP_PLATFORM_STRUCT_SIZE;
  params->platform->name = "STAND_IN";
  params->platform->type = "GPU";
  params->platform->use_bfc_allocator = 1;
  SP_PlatformFns* fns = params->platform_fns;
  fns->struct_size = SP_PLATFORM_FNS_STRUCT_SIZE;
  fns->get_device_count = [](const SP_Platform*, int* count, TF_Status*) { *count = atoi(getenv("STAND_IN_GPUS")); };
  fns->create_device = [](const SP_Platform*, SE_CreateDeviceParams* given, TF_Status*) {
    given->device->struct_size = SP_DEVICE_STRUCT_SIZE;
    given->device->ordinal = given->ordinal;
    given->device->device_handle = given->device;
    given->device->hardware_name = "made of threads";
  };
  fns->destroy_device = [](const SP_Platform*, SP_Device*) {};
  fns->create_device_fns = [](const SP_Platform*, SE_CreateDeviceFnsParams* given, TF_Status*) {
    given->device_fns->struct_size = SP_DEVICE_FNS_STRUCT_SIZE;
  };
  fns->destroy_device_fns = [](const SP_Platform*, SP_DeviceFns*) {};
  fns->create_stream_executor = [](const SP_Platform*, SE_CreateStreamExecutorParams* given, TF_Status*) {
    given->stream_executor->struct_size = SP_STREAMEXECUTOR_STRUCT_SIZE;
    fill(given->stream_executor);
  };
  fns->destroy_stream_executor = [](const SP_Platform*, SP_StreamExecutor*) {};
  fns->create_timer_fns = [](const SP_Platform*, SP_TimerFns* timer, TF_Status*) {
    timer->struct_size = SP_TIMER_FNS_STRUCT_SIZE;
    timer->nanoseconds = [](SP_Timer) -> uint64_t { return 0; };
  };
  fns->destroy_timer_fns = [](const SP_Platform*, SP_TimerFns*) {};
  params->destroy_platform = [](SP_Platform*) {};
  params->destroy_platform_fns = [](SP_PlatformFns*) {};
}

extern "C" __attribute__((visibility("default"))) void TF_InitKernel() {
  TF_Status* status = TF_NewStatus();
  TF_KernelBuilder* builder = TF_NewKernelBuilder("Neg", "GPU", nullptr, negate, nullptr);
  TF_KernelBuilder_TypeConstraint(builder, "T", TF_FLOAT, status);
  TF_RegisterKernelBuilder("StandInNeg", builder, status);
  TF_DeleteStatus(status);
}
