/** Limits of pictures in decoded pixels, each of which takes four bytes of a browser's memory. */
const most = { picture: 16_000_000, notebook: 100_000_000, scans: 100 };

/** Which pictures are shown, in words that follow a colon. */
export const shownPictures = `only PNG and JPEG pictures of up to ${most.picture / 1e6} megapixels are, and ${most.notebook / 1e6} megapixels in a notebook`;

/** The pictures that one page shows: a small file can hold a picture of gigabytes, so pixels are counted, not only bytes. */
export class Pictures {
  private pixels = 0;

  /**
   * Looks at a picture, which may be anything.
   * @param base64 its file, with or without line breaks.
   * @returns the same file as base64; undefined if it is no PNG or JPEG file, or too large for the page.
   */
  take(type: string, base64: string): string | undefined {
    const text = base64.replace(/\s+/g, "");
    if (!/^[A-Za-z0-9+/]+={0,2}$/.test(text)) return undefined;
    const bytes = Buffer.from(text, "base64");
    const pixels = type === "image/png" ? pixelsOfPng(bytes) : type === "image/jpeg" ? pixelsOfJpeg(bytes) : undefined;
    if (pixels === undefined || !(pixels > 0) || pixels > most.picture || this.pixels + pixels > most.notebook)
      return undefined;
    this.pixels += pixels;
    return bytes.toString("base64");
  }
}

/** The pixels of a PNG file, of all frames if it is animated; undefined if it is none. */
function pixelsOfPng(bytes: Buffer): number | undefined {
  const begin = Buffer.from("\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "latin1");
  if (bytes.length < 33 || !bytes.subarray(0, begin.length).equals(begin)) return undefined;
  let frames = 1;
  for (let at = 33; at + 12 <= bytes.length; at += 12 + bytes.readUInt32BE(at)) {
    const chunk = bytes.toString("latin1", at + 4, at + 8);
    if (chunk === "IHDR") return undefined;
    if (chunk === "acTL") frames = Math.max(frames, bytes.readUInt32BE(at + 8));
  }
  return bytes.readUInt32BE(16) * bytes.readUInt32BE(20) * frames;
}

/**
 * The pixels of a JPEG file. Each scan of a progressive one is decoded over the whole picture, however short it is.
 * @returns undefined if it is none, or has too many scans.
 */
function pixelsOfJpeg(bytes: Buffer): number | undefined {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return undefined;
  let pixels = 0;
  let scans = 0;
  for (let at = 2; at + 4 <= bytes.length;) {
    const marker = bytes[at + 1];
    if (bytes[at] !== 0xff || marker === 0x00 || marker === 0xff || (marker >= 0xd0 && marker <= 0xd7)) {
      at = bytes.indexOf(0xff, at + 1); // a scan's own bytes
      if (at < 0) break;
      continue;
    }
    const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
    if (isFrame && at + 9 <= bytes.length)
      pixels = Math.max(pixels, bytes.readUInt16BE(at + 5) * bytes.readUInt16BE(at + 7));
    if (marker === 0xda && ++scans > most.scans) return undefined;
    at += marker === 0xd8 || marker === 0xd9 || marker === 0x01 ? 2 : 2 + Math.max(2, bytes.readUInt16BE(at + 2));
  }
  return pixels === 0 ? undefined : pixels;
}
