// @ts-check

/**
 * What the environments take, in GB: the download, and the disk afterwards. Those of `newest` are PyTorch with its libraries
 * for CUDA and TensorFlow, in the user's cache, which the benchmark may have filled before; the download is an estimate.
 */
const sizes = {
  debian: { download: 0.335, disk: 1.7 },
  study: { download: 0.305, disk: 1.8 },
  newest: { download: 3.5, disk: 9.2 },
  mxnet: { download: 0.07, disk: 0.5 },
};

/**
 * @param {import("./plan.mjs").Plan} planned
 * @returns {{ download: number, disk: number }} in GB
 */
export function needed({ install, environments }) {
  const parts = [...(install.length > 0 ? [sizes.debian] : []), ...environments.map(({ name }) => sizes[name])];
  return {
    download: parts.reduce((sum, { download }) => sum + download, 0),
    disk: parts.reduce((sum, { disk }) => sum + disk, 0),
  };
}
