// A tensor made of a typed array borrows the array's memory: the binding holds a reference to the array, and deletes it when
// TensorFlow releases the tensor. TensorFlow does so on the thread that needed the tensor last, often one of its own, while Node
// allows its references on the thread of their JavaScript alone. Deleted elsewhere, at the wrong moment, they break Node's list of
// references, and the process ends with SIGSEGV, mostly at its very end. Here such a release waits for its thread's next call.
#include <atomic>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include "release.h"
#include "tensorflow/c/c_api.h"

namespace {
using Deallocator = void (*)(void*, size_t, void*);

struct Release {
  void* data;
  size_t size;
  Deallocator deallocate;
  void* argument;
};

/** What other threads leave for one thread of JavaScript. */
struct Waiting {
  const std::thread::id thread = std::this_thread::get_id();
  std::mutex mutex;
  std::vector<Release> releases;
  std::atomic<bool> any{false};
};

thread_local const auto own = std::make_shared<Waiting>();  // of the threads of JavaScript alone: no other one reads it

/** What a tensor borrows its memory of. */
struct Borrowed {
  std::shared_ptr<Waiting> owner;
  Deallocator deallocate;
  void* argument;
};

void give_back(void* data, size_t size, void* argument) {
  const std::unique_ptr<Borrowed> borrowed(static_cast<Borrowed*>(argument));
  if (borrowed->owner->thread == std::this_thread::get_id()) return borrowed->deallocate(data, size, borrowed->argument);
  const std::lock_guard<std::mutex> lock(borrowed->owner->mutex);
  borrowed->owner->releases.push_back({data, size, borrowed->deallocate, borrowed->argument});
  borrowed->owner->any = true;
}
}  // namespace

void release_waiting() {
  if (!own->any) return;
  std::vector<Release> releases;
  {
    const std::lock_guard<std::mutex> lock(own->mutex);
    std::swap(releases, own->releases);
    own->any = false;
  }
  for (const Release& each : releases) each.deallocate(each.data, each.size, each.argument);
}

extern "C" __attribute__((visibility("default"))) TF_Tensor* workbook_new_tensor(
    TF_DataType type, const int64_t* shape, int rank, void* data, size_t size, Deallocator deallocate, void* argument,
    TF_Tensor* (*real)(TF_DataType, const int64_t*, int, void*, size_t, Deallocator, void*)) {
  release_waiting();
  return real(type, shape, rank, data, size, give_back, new Borrowed{own, deallocate, argument});
}
