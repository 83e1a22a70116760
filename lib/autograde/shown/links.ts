/**
 * Where links of a submission may lead, subdomains included: what people cite in answers to this course's questions. Nothing of
 * a course or a site is there, so that following a link asks for nothing in the reader's name.
 */
const hosts = [
  ...["acm.org", "arxiv.org", "doi.org", "ieee.org", "openreview.net", "usenix.org", "wikipedia.org"],
  ...["github.com", "huggingface.co", "keras.io", "mlcommons.org", "pytorch.org", "tensorflow.org"],
  ...["amd.com", "intel.com", "jupyter.org", "nvidia.com", "python.org", "schedmd.com", "top500.org"],
];

/** The address of a link that may be followed, as a browser reads it; undefined for every other one. */
export function allowedLink(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined;
  const url = new URL(address);
  if (url.protocol !== "https:" || url.username !== "" || url.password !== "" || url.port !== "") return undefined;
  const outside = hosts.some((host) => url.hostname === host || url.hostname.endsWith(`.${host}`));
  return outside ? url.href : undefined;
}
