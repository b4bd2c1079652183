/** @group processes */

import { spawn, spawnSync } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { buildSync } from "esbuild";
import { lockFolder } from "../../../lib/bundle";
import { serverFolders, takeServerFolder } from "../../../lib/local";
import { temporaryFolder } from "../../support/stack";

const name = "server.lock";
/** The locks for which processes compete. */
const count = 300;
/** The id of a process that has ended. */
const deadPid = (): number => spawnSync(process.execPath, ["-e", ""]).pid;

describe("lockFolder", () => {
  test("locks a folder until it is unlocked", () => {
    const folder = join(temporaryFolder(), "new");
    const unlock = lockFolder(folder, name);
    expect(lockFolder(folder, name)).toBeUndefined();
    unlock?.();
    expect(existsSync(join(folder, name))).toBe(false);
    expect(lockFolder(folder, name)).toBeDefined();
  });

  test.each([
    ["a process that has ended", () => String(deadPid()), true],
    ["this process id, before a restart", () => String(process.pid), true],
    ["nobody", () => "", true],
    ["something else", () => "x", true],
    ["a running process", () => String(process.ppid), false],
  ])("a lock of %s", (_name, content, isTaken) => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, name), content());
    expect(lockFolder(folder, name) !== undefined).toBe(isTaken);
  });
});

test("of several processes that find the same locks of a killed one, each lock has one new holder", async () => {
  const [folder, tools] = [temporaryFolder(), temporaryFolder()];
  const outfile = join(tools, "locks.cjs");
  buildSync({
    stdin: {
      contents: `import { lockFolder } from "./lib/bundle/files/folder-lock";
        // Each waits for the others at the first lock, and keeps its locks until all have tried.
        process.stdin.once("data", () => {
          const taken = Array.from({ length: ${count} }, (_, index) => index).filter(
            (index) => lockFolder(process.argv[2], "lock" + index) !== undefined,
          );
          console.log(JSON.stringify(taken));
        });
        process.stdin.once("end", () => process.exit());
        console.log("ready");`,
      resolveDir: resolve(__dirname, "../../.."),
    },
    bundle: true,
    platform: "node",
    outfile,
    logLevel: "silent",
  });
  const left = String(deadPid());
  for (let index = 0; index < count; index += 1) writeFileSync(join(folder, `lock${index}`), left);
  const children = Array.from({ length: 4 }, () => spawn(process.execPath, [outfile, folder]));
  const lines = children.map((child) => createInterface({ input: child.stdout })[Symbol.asyncIterator]());
  const next = async () => Promise.all(lines.map(async (each) => String((await each.next()).value)));
  expect(new Set(await next())).toEqual(new Set(["ready"]));
  for (const child of children) child.stdin.write("go");
  const taken = (await next()).flatMap((line) => JSON.parse(line) as number[]);
  for (const child of children) child.stdin.end();
  expect(taken.sort((left, right) => left - right)).toEqual(
    Array.from({ length: count }, (_, index) => index),
  );
});

describe("folders of servers", () => {
  test("each running server of a project has its own; a released one is taken again", () => {
    const folder = temporaryFolder();
    const [first, second] = [takeServerFolder(folder), takeServerFolder(folder)];
    expect([first.path, second.path]).toEqual([folder, join(folder, "2")]);
    expect(serverFolders(folder)).toEqual([folder, join(folder, "2")]);
    first.release();
    expect(takeServerFolder(folder).path).toBe(folder);
    expect(takeServerFolder(folder).path).toBe(join(folder, "3"));
    second.release();
  });
});
