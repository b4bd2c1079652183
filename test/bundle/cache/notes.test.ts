import { readdirSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { BundleCache } from "../../../lib/bundle/cache/bundle-cache";
import { temporaryFolder } from "../../support/stack";

describe("the notes of a cache", () => {
  const refuse = (text: string): never => {
    throw new Error(text);
  };

  test.each(["stacks", "written"])("%s: those of the folders that were used last are kept", (kind) => {
    const cache = BundleCache.open(temporaryFolder(), refuse) ?? refuse("no cache");
    const name = (index: number) => `${kind}-${index}.json`;
    cache.writeNote("remote-packs.json", ["other"]);
    for (let index = 0; index < 60; index += 1) {
      cache.writeNote(name(index), { index });
      const time = new Date(2030, 0, 1, 0, index);
      utimesSync(join(cache.folder, name(index)), time, time);
    }
    const left = readdirSync(cache.folder).filter((each) => each.startsWith(kind));
    expect(left).toHaveLength(20);
    expect(cache.readNote(name(59))).toEqual({ index: 59 });
    expect(cache.readNote(name(40))).toEqual({ index: 40 });
    expect(cache.readNote(name(39))).toBeUndefined();
    expect(cache.readNote("remote-packs.json")).toEqual(["other"]);
  });

  test("a note that is read counts as used", () => {
    const cache = BundleCache.open(temporaryFolder(), refuse) ?? refuse("no cache");
    const old = new Date(2020, 0, 1);
    for (let index = 0; index < 20; index += 1) {
      cache.writeNote(`written-${index}.json`, { index });
      utimesSync(join(cache.folder, `written-${index}.json`), old, old);
    }
    cache.readNote("written-7.json");
    for (let index = 20; index < 30; index += 1) cache.writeNote(`written-${index}.json`, { index });
    expect(cache.readNote("written-7.json")).toEqual({ index: 7 });
    expect(readdirSync(cache.folder).filter((each) => each.startsWith("written-"))).toHaveLength(20);
  });
});
