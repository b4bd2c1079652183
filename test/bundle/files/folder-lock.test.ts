/** @group processes */

import { spawnSync } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { lockFolder } from "../../../lib/bundle";
import { serverFolders, takeServerFolder } from "../../../lib/local";
import { temporaryFolder } from "../../support/stack";

const name = "server.lock";
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
