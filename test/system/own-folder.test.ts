import { execFileSync } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { makeOwnFolder, makeSharedFolder, readOwn, refuseForeign, removeTree } from "../../lib/system/own-folder";
import { temporaryFolder } from "../temporary";
import { asMallory, hostilePerl, mallory, scratchFolder, whyNotRoot } from "./mallory";

const modeOf = (path: string): string => (statSync(path).mode & 0o7777).toString(8);

it("makes a folder with those above it, and gives it its mode", async () => {
  const folder = join(temporaryFolder("own"), "a", "b");
  await makeOwnFolder(folder, 0o700);
  expect(modeOf(folder)).toBe("700");
  await makeOwnFolder(folder, 0o755);
  expect(modeOf(folder)).toBe("755");
});

it("refuses a folder in which everybody can write, also a sticky one, with the command that mends it", async () => {
  const folder = temporaryFolder("open");
  chmodSync(folder, 0o777);
  const remedy = new RegExp(`others can write in ${folder} \\(mode 777\\)\\. .* \\(chmod go-w ${folder}\\)\\.$`);
  await expect(makeOwnFolder(folder, 0o755)).rejects.toThrow(remedy);
  await expect(makeOwnFolder(join(folder, "in", "it"), 0o755)).rejects.toThrow(remedy);
  expect(readdirSync(folder)).toEqual([]);
  await expect(makeOwnFolder("/tmp", 0o755)).rejects.toThrow("others can write in /tmp (mode 1777)");
});

it("refuses what is no folder", async () => {
  const file = join(temporaryFolder("file"), "file");
  writeFileSync(file, "");
  await expect(refuseForeign(file)).rejects.toThrow(`${file} is no folder`);
  symlinkSync(file, `${file}-link`);
  await expect(refuseForeign(join(`${file}-link`, "x"))).rejects.toThrow(`${file} is no folder`);
  symlinkSync("circle", join(file, "..", "circle"));
  await expect(refuseForeign(join(file, "..", "circle"))).rejects.toThrow("circle is no folder");
});

describe("a file that this account should have written", () => {
  const make: Record<string, (file: string) => void> = {
    "a link": (file) => symlinkSync("/etc/hostname", file),
    "a pipe": (file) => void execFileSync("mkfifo", [file]),
    "a folder": (file) => void mkdirSync(file),
    "too large": (file) => writeFileSync(file, "12345"),
    "another's": (file) => {
      writeFileSync(file, "");
      chownSync(file, mallory.uid, mallory.gid);
    },
    "in another's folder": (file) => {
      writeFileSync(file, "");
      chownSync(join(file, ".."), mallory.uid, mallory.gid);
    },
  };
  it.each([
    ["a link", "is a link, and none is followed: put the file itself there."],
    ["a pipe", "is no file: move it away."],
    ["a folder", "is no file: move it away."],
    ["too large", "has 5 bytes, and 4 at most are read: move it away."],
    ["another's", "file belongs to nobody, and you can use only what is your own."],
    ["in another's folder", "belongs to nobody, and you can use only what is your own."],
  ])("is not read where it is %s", async (what, says) => {
    const folder = join(temporaryFolder("read"), "folder");
    mkdirSync(folder);
    const file = join(folder, "file");
    if (whyNotRoot !== "" && what.includes("another")) return;
    make[what](file);
    await expect(readOwn(file, 4)).rejects.toThrow(says);
  });

  it("is read whole, or its end, or is not there", async () => {
    const file = join(temporaryFolder("read"), "file");
    writeFileSync(file, "12345");
    expect([await readOwn(file, 5), await readOwn(file, 4, "end")]).toEqual(["12345", "2345"]);
    expect([await readOwn(`${file}2`, 5), await readOwn(join(file, "x"), 5)]).toEqual([undefined, undefined]);
  });
});

describe.skipIf(whyNotRoot !== "")("where another account was first (as root only)", () => {
  it("does not follow the link that it made to a folder of root's", async () => {
    const scratch = scratchFolder();
    const roots = temporaryFolder("roots");
    asMallory(`ln -s ${roots} ${scratch}/class`);
    await expect(makeOwnFolder(join(scratch, "class"), 0o755)).rejects.toThrow(
      `${scratch}/class belongs to nobody, who can put something else in its place. Name one that is root's`,
    );
    await expect(makeOwnFolder(join(scratch, "class", "gpu"), 0o755)).rejects.toThrow("belongs to nobody");
    expect(modeOf(roots)).toBe("700");
    expect(readdirSync(roots)).toEqual([]);
  });

  it("does not work below a folder that it made, wherever that leads", async () => {
    const scratch = scratchFolder();
    const roots = temporaryFolder("roots");
    asMallory(`mkdir ${scratch}/class; ln -s ${roots} ${scratch}/class/gpu`);
    await expect(makeOwnFolder(join(scratch, "class", "gpu"), 0o755)).rejects.toThrow(`${scratch}/class belongs to`);
    expect(modeOf(roots)).toBe("700");
  });

  it("is not won by it in a race for the name", async () => {
    const scratch = scratchFolder();
    const roots = temporaryFolder("roots");
    const name = join(scratch, "class");
    const racing = hostilePerl(`
      while (1) { symlink("${roots}", "${name}"); unlink "${name}"; mkdir("${name}", 0777); rmdir "${name}" }`);
    const outcomes = { made: 0, refused: 0 };
    for (let tries = 0; tries < 100_000 && outcomes.refused < 5; tries++) {
      const made = await makeOwnFolder(join(name, "gpu"), 0o755).then(
        () => "made" as const,
        () => "refused" as const,
      );
      outcomes[made] += 1;
      // Whatever root has made, it has made in a folder of its own.
      if (made === "made") expect(statSync(name).uid).toBe(0);
      if (made === "made") await removeTree(name);
    }
    racing.kill("SIGKILL");
    expect(outcomes.refused).toBe(5);
    expect([modeOf(roots), statSync(roots).uid, readdirSync(roots)]).toEqual(["700", 0, []]);
  });

  it("does not trust a link of root's that leads into its folder", async () => {
    const scratch = scratchFolder();
    asMallory(`mkdir ${scratch}/big`);
    const link = join(temporaryFolder("roots"), "out");
    symlinkSync(join(scratch, "big"), link);
    await expect(makeOwnFolder(join(link, "gpu"), 0o755)).rejects.toThrow(`${scratch}/big belongs to nobody`);
  });

  it("does not work in a folder where its group can write", async () => {
    const folder = temporaryFolder("group");
    chownSync(folder, 0, mallory.gid);
    chmodSync(folder, 0o770);
    await expect(makeOwnFolder(join(folder, "x"), 0o755)).rejects.toThrow(`others can write in ${folder} (mode 770)`);
  });

  it("makes no shared folder of its folder", async () => {
    const scratch = scratchFolder();
    asMallory(`mkdir ${scratch}/exchange`);
    await expect(makeSharedFolder(join(scratch, "exchange"))).rejects.toThrow("exchange belongs to nobody");
    await makeSharedFolder(join(scratch, "own"));
    expect(modeOf(join(scratch, "own"))).toBe("1777");
  });

  it("removes its files without following it elsewhere, however often folders become links meanwhile", async () => {
    const roots = temporaryFolder("roots");
    for (let at = 0; at < 50; at++) writeFileSync(join(roots, String(at)), "");
    const scratch = scratchFolder();
    for (let round = 0; round < 20; round++) {
      const home = join(scratch, "home");
      asMallory(`mkdir -p ${home}/a; cd ${home}/a; touch $(seq 50)`);
      const swapping = hostilePerl(`
        while (-e "${home}") {
          rename "${home}/a", "${home}/b"; symlink "${roots}", "${home}/a"; unlink "${home}/a"; rename "${home}/b", "${home}/a";
        }`);
      const ended = once(swapping, "exit");
      await once(swapping, "spawn");
      for (let tries = 0; tries < 20; tries++) await removeTree(home).catch(() => undefined);
      swapping.kill("SIGKILL");
      await ended; // until then it may still rename
      await removeTree(home);
    }
    expect(readdirSync(roots)).toHaveLength(50);
  });

  it("leaves alone a root's folder whose parents are safe", async () => {
    const folder = mkdtempSync("/run/parallel-training-test-");
    await refuseForeign(`/var${folder}/x`); // /var/run is a link of root's
    await removeTree(folder);
  });
});
