// Gives Node access to TensorFlow's own profiler: it starts a session, adds events, and returns the session's XSpace. It is linked
// into the hook library and needs no CUDA: on a GPU, TensorFlow's libraries trace the device themselves.
#include <memory>
#include <string>

#include "tsl/profiler/lib/profiler_session.h"
#include "tsl/profiler/protobuf/profiler_options.pb.h"
#include "tsl/profiler/protobuf/xplane.pb.h"
#include "xla/tsl/profiler/backends/cpu/traceme_recorder.h"
#include "xla/tsl/profiler/utils/time_utils.h"

namespace {
std::unique_ptr<tsl::ProfilerSession> session;
std::string profile;  // the last session's XSpace, serialized
std::string message;  // why the last call failed

// Returns null on success. The message stays valid until the next call.
const char* why(const absl::Status& status) {
  if (status.ok()) return nullptr;
  message = std::string(status.message());
  return message.c_str();
}
}  // namespace

#define WORKBOOK_EXPORT extern "C" __attribute__((visibility("default")))

// Returns null, or the reason why no session could be started.
WORKBOOK_EXPORT const char* workbook_profile_start() {
  if (session) return "a profile is being recorded already";
  tensorflow::ProfileOptions options = tsl::ProfilerSession::DefaultOptions();
  options.set_host_tracer_level(2);  // every op; level 1 records only those that TensorFlow considers expensive
  options.set_include_dataset_ops(false);
  options.set_enable_hlo_proto(false);
  session = tsl::ProfilerSession::Create(options);
  const char* failure = why(session->Status());
  if (failure) session.reset();
  return failure;
}

// Returns null, or the reason why there is no profile. The bytes stay valid until workbook_profile_release.
WORKBOOK_EXPORT const char* workbook_profile_stop(const char** bytes, size_t* size) {
  *bytes = nullptr;
  *size = 0;
  if (!session) return "no profile is being recorded";
  tensorflow::profiler::XSpace space;
  const absl::Status status = session->CollectData(&space);
  session.reset();
  if (!status.ok()) return why(status);
  if (!space.SerializeToString(&profile)) return "the profile is too large to be written: record fewer steps";
  *bytes = profile.data();
  *size = profile.size();
  return nullptr;
}

WORKBOOK_EXPORT void workbook_profile_release() { std::string().swap(profile); }

// The time on the profiler's clock, in nanoseconds.
WORKBOOK_EXPORT int64_t workbook_profile_now() { return tsl::profiler::GetCurrentTimeNanos(); }

// Adds an event of the calling thread; without a session it does nothing. The name contains the metadata in TraceMe's encoding:
// `name#key=value,key=value#`.
WORKBOOK_EXPORT void workbook_profile_mark(const char* name, int64_t start, int64_t end) {
  if (tsl::profiler::TraceMeRecorder::Active()) tsl::profiler::TraceMeRecorder::Record({name, start, end});
}
