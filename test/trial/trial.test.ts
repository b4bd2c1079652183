/** @group processes */

import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { packed } from "../package/packed";
import { TrialFolders } from "./folders";
import { solve, tasks } from "./tasks";

let folders: TrialFolders;

beforeAll(() => {
  folders = new TrialFolders(packed().tarball, "script");
  // The checks run the apps, too.
  Object.assign(process.env, folders.environment);
}, 300_000);

afterAll(() => {
  if (folders !== undefined) rmSync(folders.base, { recursive: true, force: true });
});

/** The bytes of papers that the README names for a task; documents may grow and shrink by a quarter. */
function listedBytes(name: string): number {
  const readme = readFileSync(join(__dirname, "README.md"), "utf8");
  const [, bytes = ""] = new RegExp(`^\\| \`${name}\` .* ([\\d,]+) \\|$`, "m").exec(readme) ?? [];
  return Number(bytes.replaceAll(",", ""));
}

test.each(Object.entries(tasks))(
  "%s is done with the papers and commands alone, and not before",
  async (name, task) => {
    const folder = folders.start(name, task);
    expect(await task.check(folder)).not.toEqual([]);
    const papers = await solve(name, folder, folders.environment);
    expect(papers).toBeGreaterThan(0.75 * listedBytes(name));
    expect(papers).toBeLessThan(1.25 * listedBytes(name));
    expect(await task.check(folder)).toEqual([]);
  },
);
