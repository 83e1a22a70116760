// The arithmetic of batch_norm.cc: passes over rows of channels, for float32 and bfloat16. Every pass is bound by memory, so it
// is enough that the compiler can vectorise the loops over channels.
#ifndef WORKBOOK_BATCH_NORM_ROWS_H_
#define WORKBOOK_BATCH_NORM_ROWS_H_

#include "numbers.h"

namespace workbook {
namespace batch_norm {

// Per channel. `scale` is gamma / deviation.
struct Normalization {
  const float *mean, *scale, *beta;
};

// What the gradient of a normalised row is made of: dx = scale (dz - center) + slope (x - mean), where center is
// the mean of dz. With one row it is exactly dz: then dx is 0, also where a processor multiplies and adds in one rounding.
struct Slope {
  const float *slope, *center;
};

// Adds up the distances of the rows from `center`, and their squares. With an addend, the rows are x + addend + bias, and are
// written to `sum`. Four rows at a time, since the sums are in memory, too.
template <class T, bool kAdd, int kRows>
WORKBOOK_INLINE void momentsOf(const T* x, const T* addend, const float* bias, T* sum, const float* center, Index channels,
                               float* sums, float* squares) {
  WORKBOOK_FOR_CHANNELS {
    float total = 0, square = 0;
    for (int row = 0; row < kRows; ++row) {
      const Index at = row * channels + c;
      float number = read(x[at]);
      if (kAdd) {
        write(number + (read(addend[at]) + bias[c]), sum + at);
        number = read(sum[at]);  // as it was rounded
      }
      const float distance = number - center[c];
      total += distance;
      square += distance * distance;
    }
    sums[c] += total;
    squares[c] += square;
  }
}

template <class T, bool kAdd>
WORKBOOK_INLINE void moments(const T* x, const T* addend, const float* bias, T* sum, const float* center, Index rows,
                             Index channels, float* sums, float* squares) {
  Index row = 0;
  for (; row + 4 <= rows; row += 4) {
    const Index at = row * channels;
    momentsOf<T, kAdd, 4>(x + at, addend + at, bias, sum + at, center, channels, sums, squares);
  }
  for (; row < rows; ++row) {
    const Index at = row * channels;
    momentsOf<T, kAdd, 1>(x + at, addend + at, bias, sum + at, center, channels, sums, squares);
  }
}

template <class T, bool kRelu>
WORKBOOK_INLINE void normalize(const T* x, T* y, const Normalization& by, Index rows, Index channels) {
  const float *mean = by.mean, *scale = by.scale, *beta = by.beta;
  for (Index row = 0; row < rows; ++row, x += channels, y += channels) {
    WORKBOOK_FOR_CHANNELS {
      const float z = (read(x[c]) - mean[c]) * scale[c] + beta[c];
      write(kRelu && z < 0 ? 0.f : z, y + c);  // a NaN stays one
    }
  }
}

// The gradient before the ReLU. It is computed again from x, so that nobody has to keep y. Bits are masked, because GCC makes a
// branch of a condition, and a loop with a branch is no vector loop.
template <bool kRelu>
WORKBOOK_INLINE float beforeRelu(float dy, float distance, float scale, float beta) {
  if (!kRelu) return dy;
  uint32_t bits;
  std::memcpy(&bits, &dy, sizeof bits);
  bits &= -static_cast<uint32_t>(distance * scale + beta > 0);
  std::memcpy(&dy, &bits, sizeof bits);
  return dy;
}

// Adds up dz, and dz (x - mean).
template <class T, bool kRelu, int kRows>
WORKBOOK_INLINE void gradientSumsOf(const T* dy, const T* x, const Normalization& by, Index channels, float* sums,
                                    float* products) {
  const float *mean = by.mean, *scale = by.scale, *beta = by.beta;
  WORKBOOK_FOR_CHANNELS {
    float total = 0, product = 0;
    for (int row = 0; row < kRows; ++row) {
      const Index at = row * channels + c;
      const float distance = read(x[at]) - mean[c];
      const float dz = beforeRelu<kRelu>(read(dy[at]), distance, scale[c], beta[c]);
      total += dz;
      product += dz * distance;
    }
    sums[c] += total;
    products[c] += product;
  }
}

template <class T, bool kRelu>
WORKBOOK_INLINE void gradientSums(const T* dy, const T* x, const Normalization& by, Index rows, Index channels, float* sums,
                                  float* products) {
  Index row = 0;
  for (; row + 4 <= rows; row += 4) {
    gradientSumsOf<T, kRelu, 4>(dy + row * channels, x + row * channels, by, channels, sums, products);
  }
  for (; row < rows; ++row) {
    gradientSumsOf<T, kRelu, 1>(dy + row * channels, x + row * channels, by, channels, sums, products);
  }
}

// dx, plus another gradient of x if there is one, whose sums it adds up.
template <class T, bool kRelu, bool kOther>
WORKBOOK_INLINE void gradient(const T* dy, const T* x, const T* other, T* dx, const Normalization& by, const Slope& with,
                              Index rows, Index channels, float* others) {
  const float *mean = by.mean, *scale = by.scale, *beta = by.beta, *slope = with.slope, *center = with.center;
  for (Index row = 0; row < rows; ++row) {
    const Index at = row * channels;
    WORKBOOK_FOR_CHANNELS {
      const float distance = read(x[at + c]) - mean[c];
      const float dz = beforeRelu<kRelu>(read(dy[at + c]), distance, scale[c], beta[c]);
      float result = scale[c] * (dz - center[c]) + slope[c] * distance;
      if (kOther) {
        const float more = read(other[at + c]);
        others[c] += more;
        result += more;
      }
      write(result, dx + at + c);
    }
  }
}

}  // namespace batch_norm
}  // namespace workbook

#endif  // WORKBOOK_BATCH_NORM_ROWS_H_
