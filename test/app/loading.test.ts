/** @group processes */

import { execFileSync } from "node:child_process";
import * as path from "node:path";

const lib = path.resolve(__dirname, "../../lib");

/** Entries in the order in which a new process loads them: each loads what those before it load, and more. */
const entries = ["app/index", "function/index", "index"] as const;

/** What the process has loaded of the provider packages after each entry. */
const loaded = (() => {
  const script = `
    const lists = ${JSON.stringify(entries)}.map((entry) => {
      require(${JSON.stringify(lib)} + "/" + entry);
      return Object.keys(require.cache);
    });
    console.log(JSON.stringify(lists));`;
  const output = execFileSync(process.execPath, ["--require", "tsx/cjs", "--eval", script], {
    encoding: "utf8",
  });
  return (JSON.parse(output) as readonly (readonly string[])[]).map((files) =>
    files.filter((file) => file.includes("@cdktf/provider-")),
  );
})();

test.each(entries.map((entry, index) => [entry, loaded[index] ?? []] as const))(
  "lib/%s loads single modules of the providers, never their index",
  (entry, files) => {
    expect(files.some((file) => file.includes("/provider-aws/lib/lambda-function/"))).toBe(
      entry !== "app/index",
    );
    expect(files.filter((file) => /provider-(aws|archive)\/lib\/(index|lazy-index)\.js$/.test(file))).toEqual(
      [],
    );
  },
);
