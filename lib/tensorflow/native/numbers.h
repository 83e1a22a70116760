// Numbers as our kernels read and write them: float32, and bfloat16, with which they compute in float32.
#ifndef WORKBOOK_NUMBERS_H_
#define WORKBOOK_NUMBERS_H_

#include <cmath>
#include <cstdint>
#include <cstring>

// Compiled for several generations of x86-64 processors; the loader takes the best that this machine has. Cluster nodes differ.
#if defined(__x86_64__) && defined(__GLIBC__) && __GNUC__ >= 12
#define WORKBOOK_EVERY_PROCESSOR __attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))
#elif defined(__x86_64__) && defined(__GLIBC__)
#define WORKBOOK_EVERY_PROCESSOR __attribute__((target_clones("avx512f", "avx2", "default")))  // an older compiler knows no levels
#else
#define WORKBOOK_EVERY_PROCESSOR
#endif
#define WORKBOOK_INLINE inline __attribute__((always_inline))

namespace workbook {

using Index = int64_t;
using Half = uint16_t;  // a bfloat16's bits: the upper half of a float32's

WORKBOOK_INLINE float read(float number) { return number; }
WORKBOOK_INLINE float read(Half half) {
  const uint32_t bits = static_cast<uint32_t>(half) << 16;
  float number;
  std::memcpy(&number, &bits, sizeof number);
  return number;
}

WORKBOOK_INLINE void write(float number, float* to) { *to = number; }
WORKBOOK_INLINE void write(float number, Half* to) {
  uint32_t bits;
  std::memcpy(&bits, &number, sizeof bits);
  const uint32_t rounded = (bits + 0x7fff + ((bits >> 16) & 1)) >> 16;  // to the nearest, ties to even
  *to = static_cast<Half>(number != number ? 0x7fc0 : rounded);
}

// The outputs may share the memory of an input: each number is read before its place is written.
#define WORKBOOK_FOR_CHANNELS _Pragma("GCC ivdep") for (Index c = 0; c < channels; ++c)

// 2^x to the last digits of a float32, for x <= 0; below -120 it is 2^-120, about 1e-36. Unlike std::exp2, a loop over it is a vector
// loop. The polynomial is Cephes's exp2f (S. Moshier).
WORKBOOK_INLINE float powerOfTwo(float x) {
  x = x < -120.f ? -120.f : x;  // a NaN stays one
  const float shifted = x + 12582912.f;  // 1.5 * 2^23: the sum's lowest bits are x, rounded to a whole number
  const float rest = x - (shifted - 12582912.f);
  float power = 1.535336188e-4f;
  power = power * rest + 1.339887440e-3f;
  power = power * rest + 9.618437357e-3f;
  power = power * rest + 5.550332471e-2f;
  power = power * rest + 2.402264791e-1f;
  power = power * rest + 6.931472029e-1f;
  power = power * rest + 1.f;
  uint32_t bits;
  std::memcpy(&bits, &shifted, sizeof bits);
  bits = (bits << 23) + 0x3f800000;  // 2 to that whole number
  float factor;
  std::memcpy(&factor, &bits, sizeof factor);
  return power * factor;
}

}  // namespace workbook

#endif  // WORKBOOK_NUMBERS_H_
