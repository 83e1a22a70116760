#pragma once

/** Returns the memory of this thread's typed arrays that TensorFlow has released on other threads since the last call. */
void release_waiting();
