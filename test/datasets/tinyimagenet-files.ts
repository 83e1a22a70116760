import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { nativeOp, tf } from "parallel-training/tensorflow";

/** Real images, where the machine has them: a tar of the folder, with fewer images. */
const sample = join(__dirname, "../../../shared/data/tiny-imagenet-200-sample.tar");
export const realImages: string | undefined = existsSync(sample) ? sample : undefined;

export const wnids = ["n03000001", "n01000002", "n02000003"];
export const classes = ["teapot", "newt", "n02000003"];

/** The one colour of a made-up image: no two images have the same. */
export function colourOf(split: "train" | "val", label: number, image: number): [number, number, number] {
  return [40 + 60 * label, 20 + 15 * image, split === "train" ? 200 : 60];
}

/** A JPEG of one colour; grey where only its brightness is given. */
export function jpeg(colour: number[], size = 64): Buffer {
  return tf.tidy(() => {
    const pixels = tf.tile(tf.tensor3d(colour, [1, 1, colour.length], "int32"), [size, size, 1]);
    const [bytes] = nativeOp("Cast", { SrcT: { type: "int32" }, DstT: { type: "uint8" } }, [pixels]);
    const [encoded] = nativeOp("EncodeJpeg", { quality: 95 }, [bytes]);
    // A string tensor's values are bytes to the backend.
    return Buffer.from((tf.backend().readSync(encoded.dataId) as Uint8Array[])[0]);
  });
}

/**
 * Writes TinyImageNet's layout with three classes of made-up images. As in the real one, `wnids.txt` is in no order, and
 * the validation images are named in none; there are 12 training images of a class, for file 10 to come after file 2.
 */
export function writeLayout(folder: string, { train = 12, val = 2 } = {}): string {
  for (const [label, wnid] of wnids.entries()) {
    const images = join(folder, "train", wnid, "images");
    mkdirSync(images, { recursive: true });
    writeFileSync(join(folder, "train", wnid, `${wnid}_boxes.txt`), "");
    for (let image = 0; image < train; image++) {
      writeFileSync(join(images, `${wnid}_${image}.JPEG`), jpeg(colourOf("train", label, image)));
    }
  }
  mkdirSync(join(folder, "val", "images"), { recursive: true });
  const annotations: string[] = [];
  for (let image = val - 1; image >= 0; image--) {
    for (const [label, wnid] of wnids.entries()) {
      const name = `val_${image * wnids.length + label}.JPEG`;
      writeFileSync(join(folder, "val", "images", name), jpeg(colourOf("val", label, image)));
      annotations.push(`${name}\t${wnid}\t0\t32\t44\t62\n`);
    }
  }
  writeFileSync(join(folder, "val", "val_annotations.txt"), annotations.join(""));
  writeFileSync(join(folder, "wnids.txt"), wnids.join("\n"));
  writeFileSync(join(folder, "words.txt"), "n09999999\tsomething else\nn01000002\tnewt, triton\nn03000001\tteapot\n");
  return folder;
}
