/** The beginning of a PNG file of so many pixels, with other chunks after its first one. */
export function png(width: number, height: number, ...chunks: [name: string, ...numbers: number[]][]): string {
  const all: typeof chunks = [["IHDR", width, height, 0x08060000, 0], ...chunks];
  const bytes = all.map(([name, ...numbers]) => {
    const data = Buffer.alloc(4 * numbers.length);
    numbers.forEach((value, index) => data.writeUInt32BE(value, 4 * index));
    const whole = name === "IHDR" ? data.subarray(0, 13) : data;
    const length = Buffer.alloc(4);
    length.writeUInt32BE(whole.length);
    return Buffer.concat([length, Buffer.from(name, "latin1"), whole, Buffer.alloc(4)]);
  });
  return Buffer.concat([Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), ...bytes]).toString("base64");
}

/** A JPEG file's parts that say so many pixels, with so many scans. */
export function jpeg(width: number, height: number, { scans = 1, before = "", frame = "c2" } = {}): string {
  const size = [height, width].map((pixels) => pixels.toString(16).padStart(4, "0")).join("");
  const scan = "ffda0008010100003f00" + "aaff00ffd0bb";
  return Buffer.from(`ffd8${before}ff${frame}000b08${size}01011100${scan.repeat(scans)}ffd9`, "hex").toString("base64");
}
