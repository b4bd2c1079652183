/** @group processes */

import { execFileSync } from "node:child_process";
import * as fs from "node:fs";
import * as path from "node:path";

const lib = path.resolve(__dirname, "../../lib");
const entries = ["index", "app/index", "function/index"].filter((name) =>
  fs.existsSync(path.join(lib, `${name}.ts`)),
);

/** What a new process has loaded of the provider packages after it loaded a module of ours. */
function loadedBy(entry: string): string[] {
  const script = `require(${JSON.stringify(path.join(lib, entry))}); console.log(JSON.stringify(Object.keys(require.cache)))`;
  const output = execFileSync(process.execPath, ["--require", "tsx/cjs", "--eval", script], {
    encoding: "utf8",
  });
  return (JSON.parse(output) as string[]).filter((file) => file.includes("@cdktf/provider-"));
}

test.each(entries)("lib/%s loads single modules of the providers, never their index", (entry) => {
  const loaded = loadedBy(entry);
  expect(loaded.some((file) => file.includes("/provider-aws/lib/lambda-function/"))).toBe(
    entry !== "app/index",
  );
  expect(loaded.filter((file) => /provider-(aws|archive)\/lib\/(index|lazy-index)\.js$/.test(file))).toEqual(
    [],
  );
});
