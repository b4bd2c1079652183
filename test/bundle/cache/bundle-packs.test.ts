import fs, { readdirSync } from "node:fs";
import { join } from "node:path";
import { BundleCache } from "../../../lib/bundle/cache/bundle-cache";
import { BundlePacks } from "../../../lib/bundle/cache/bundle-packs";
import type { NewBundle } from "../../../lib/bundle/cache/pack-file";
import { folderWith } from "../support";

const day = 24 * 3_600_000;

function cacheIn(app: string): BundleCache {
  const cache = BundleCache.open(app, () => {}) as BundleCache;
  cache.prepare();
  return cache;
}

const bundle = (request: string, text: string, facts: readonly string[] = ["=x\tsource.ts"]): NewBundle => ({
  request,
  facts,
  warnings: [],
  exports: ["handler"],
  contents: () => [{ path: "a.js", content: Buffer.from(text) }],
});

/** The entries that a new process finds for a request: the content of each entry's file. */
function found(cache: BundleCache, request: string): readonly (string | undefined)[] {
  const packs = new BundlePacks(cache);
  return packs
    .entriesOf(request)
    .flatMap((each) => each.entry.files.map((file) => packs.read(each, file)?.toString()));
}

const packsOf = ({ folder }: BundleCache): readonly string[] =>
  readdirSync(folder).filter((name) => name.endsWith(".pack"));

describe("A pack of bundles", () => {
  test("holds all bundles of a build in one file, and lines and contents once", () => {
    const cache = cacheIn(folderWith());
    const shared = `=y\t${"shared".repeat(100)}.ts`;
    const texts = Array.from({ length: 50 }, (_, index) => `bundle ${index % 10}`);
    new BundlePacks(cache).add(texts.map((text, index) => bundle(`r${index}`, text, [shared])));
    expect(packsOf(cache)).toHaveLength(1);
    expect(texts.flatMap((_, index) => found(cache, `r${index}`))).toEqual(texts);
    const bytes = fs.readFileSync(join(cache.folder, packsOf(cache)[0] ?? ""), "latin1");
    expect(bytes.split(shared.slice(3))).toHaveLength(2);
    expect(bytes.split("bundle 7")).toHaveLength(2);
  });

  test("gives the facts, exports and warnings of each bundle", () => {
    const cache = cacheIn(folderWith());
    const given = { ...bundle("r", "x", ["=a\ta.ts", "=b\tb.ts"]), warnings: ["careful"] };
    new BundlePacks(cache).add([bundle("other", "y", ["=b\tb.ts"]), given]);
    const [{ entry } = {}] = new BundlePacks(cache).entriesOf("r");
    const { contents: _, ...expected } = given;
    expect(entry).toMatchObject({ ...expected, files: [{ path: "a.js" }] });
  });

  test.each(["../../outside", "a/b", "a\\b", "..", ""])(
    "holds no bundle whose request is %j, no name of a file",
    (request) => {
      const cache = cacheIn(folderWith());
      new BundlePacks(cache).add([bundle(request, "x"), bundle("r", "y")]);
      expect(found(cache, request)).toEqual([]);
      expect(found(cache, "r")).toEqual(["y"]);
    },
  );

  test("keeps which files are programs", () => {
    const cache = cacheIn(folderWith());
    const contents = () => [{ path: "bootstrap", content: Buffer.from("x"), executable: true }];
    new BundlePacks(cache).add([{ ...bundle("r", ""), contents }]);
    expect(new BundlePacks(cache).entriesOf("r")[0]?.entry.files).toMatchObject([{ executable: true }]);
  });

  test("is found although the folder is read while others add theirs", () => {
    const cache = cacheIn(folderWith());
    const early = new BundlePacks(cache);
    expect(early.entriesOf("r")).toEqual([]);
    new BundlePacks(cache).add([bundle("r", "x")]);
    expect(early.entriesOf("r")).toEqual([]);
    early.refresh();
    expect(early.entriesOf("r")).toHaveLength(1);
  });

  test("has no content any more if another process removes it after its index was read", () => {
    const cache = cacheIn(folderWith());
    new BundlePacks(cache).add([bundle("r", "x")]);
    const packs = new BundlePacks(cache);
    const [entry] = packs.entriesOf("r");
    fs.rmSync(join(cache.folder, packsOf(cache)[0] ?? ""));
    expect(entry?.entry.files.map((file) => packs.read(entry, file))).toEqual([undefined]);
  });
});

describe("Packs of many builds", () => {
  /** One build after the other, as processes would do them. */
  function build(cache: BundleCache, bundles: readonly (readonly NewBundle[])[], now?: number): void {
    for (const each of bundles) {
      const packs = new BundlePacks(cache);
      packs.add(each);
      packs.merge(now);
    }
  }

  test("become few, and nothing is lost", () => {
    const cache = cacheIn(folderWith());
    const large = Array.from({ length: 30 }, (_, index) => bundle(`l${index}`, `${index}`.repeat(2000)));
    build(cache, [
      large,
      ...Array.from({ length: 60 }, (_, index) => [bundle(`r${index}`, `text ${index}`)]),
    ]);
    expect(packsOf(cache).length).toBeLessThan(20);
    expect(large.flatMap((_, index) => found(cache, `l${index}`))).toEqual(
      large.map((_, index) => `${index}`.repeat(2000)),
    );
    expect(Array.from({ length: 60 }, (_, index) => found(cache, `r${index}`)).flat()).toEqual(
      Array.from({ length: 60 }, (_, index) => `text ${index}`),
    );
  });

  test("keep the last four entries of a request", () => {
    const cache = cacheIn(folderWith());
    const versions = Array.from({ length: 8 }, (_, index) => [
      bundle("r", `version ${index}`, [`=${index}\ta.ts`]),
    ]);
    build(cache, versions.slice(0, 7));
    packsOf(cache).forEach((name) => {
      const index = Number(/version (\d)/.exec(fs.readFileSync(join(cache.folder, name), "latin1"))?.[1]);
      fs.utimesSync(join(cache.folder, name), index + 1, index + 1);
    });
    build(cache, versions.slice(7), 0);
    expect(packsOf(cache)).toHaveLength(1);
    expect([...found(cache, "r")].sort()).toEqual(["version 4", "version 5", "version 6", "version 7"]);
  });

  test("remove entries that were not used for a month, and keep the others", () => {
    const cache = cacheIn(folderWith());
    for (let index = 0; index < 7; index++)
      new BundlePacks(cache).add([bundle(`r${index}`, `text ${index}`)]);
    const old = (Date.now() - 40 * day) / 1000;
    for (const name of packsOf(cache)) fs.utimesSync(join(cache.folder, name), old, old);
    const packs = new BundlePacks(cache);
    for (const each of packs.entriesOf("r3")) packs.touch(each, new Date(Date.now() - 40 * day));
    packs.add([bundle("r7", "text 7")]);
    packs.merge();
    const left = Array.from({ length: 8 }, (_, index) => found(cache, `r${index}`)).flat();
    expect(left).toEqual(["text 3", "text 7"]);
  });

  test("lose only the bundle that is damaged", () => {
    const cache = cacheIn(folderWith());
    for (let index = 0; index < 7; index++)
      new BundlePacks(cache).add([bundle(`r${index}`, `text ${index}`)]);
    const spoilt = packsOf(cache).find((name) =>
      fs.readFileSync(join(cache.folder, name), "latin1").includes("text 3"),
    );
    const descriptor = fs.openSync(join(cache.folder, spoilt ?? ""), "r+");
    fs.writeSync(descriptor, "evil", 0);
    fs.closeSync(descriptor);
    build(cache, [[bundle("r7", "text 7")]]);
    expect(packsOf(cache)).toHaveLength(1);
    const left = Array.from({ length: 8 }, (_, index) => found(cache, `r${index}`));
    expect(left.map(([text]) => text)).toEqual(
      [0, 1, 2, undefined, 4, 5, 6, 7].map((each) => (each === undefined ? each : `text ${each}`)),
    );
  });

  test("stay as they are where the merged one cannot be written", () => {
    const cache = cacheIn(folderWith());
    for (let index = 0; index < 8; index++)
      new BundlePacks(cache).add([bundle(`r${index}`, `text ${index}`)]);
    const before = packsOf(cache);
    const rename = jest.spyOn(fs, "renameSync").mockImplementation(() => {
      throw Object.assign(new Error("full"), { code: "ENOSPC" });
    });
    new BundlePacks(cache).merge();
    rename.mockRestore();
    expect(readdirSync(cache.folder).sort()).toEqual([...before].sort());
  });
});
