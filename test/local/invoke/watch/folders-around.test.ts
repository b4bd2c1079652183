import { mkdirSync, mkdtempSync, rmdirSync, rmSync, watch, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { FoldersAround } from "../../../../lib/local/invoke/watch/system-folders";
import { until } from "../../../support/until";

describe("The folders around a watched one", () => {
  let base: string;
  let around: FoldersAround;
  let moves: number;

  beforeEach(() => {
    base = mkdtempSync(join(tmpdir(), "around-"));
    mkdirSync(join(base, "watched"));
    moves = 0;
    around = new FoldersAround(() => {
      moves += 1;
    });
    around.add(join(base, "watched"));
  });

  afterEach(() => {
    around.close();
    rmSync(base, { recursive: true, force: true });
  });

  test("report that the folder is removed, and ignore changes of other entries beside it", async () => {
    const seen: string[] = [];
    const own = watch(base, (_event, name) => void seen.push(name ?? ""));
    writeFileSync(join(base, "beside"), "one");
    writeFileSync(join(base, "beside"), "two");
    mkdirSync(join(base, "other"));
    await until(() => seen.includes("other"));
    await nextTurn();
    own.close();
    expect(moves).toBe(0);
    rmdirSync(join(base, "watched"));
    await until(() => moves > 0);
  });
});
