/**
 * Hosts that links of a submission may lead to, with their subdomains: people cite them in answers to this course's questions.
 * None is a course's or a site's own, so following a link does nothing there in the reader's name.
 */
const hosts = [
  ...["acm.org", "arxiv.org", "doi.org", "ieee.org", "openreview.net", "usenix.org", "wikipedia.org"],
  ...["github.com", "huggingface.co", "keras.io", "mlcommons.org", "pytorch.org", "tensorflow.org"],
  ...["amd.com", "intel.com", "jupyter.org", "nvidia.com", "python.org", "schedmd.com", "top500.org"],
];

/** The address of an allowed link, as a browser reads it; undefined for any other. */
export function allowedLink(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined;
  const url = new URL(address);
  if (url.protocol !== "https:" || url.username !== "" || url.password !== "" || url.port !== "") return undefined;
  const allowed = hosts.some((host) => url.hostname === host || url.hostname.endsWith(`.${host}`));
  return allowed ? url.href : undefined;
}
