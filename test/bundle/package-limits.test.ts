/** @group processes */

import { ftruncateSync, openSync } from "node:fs";
import { join } from "node:path";
import { bundleArtifacts } from "../../lib/bundle";
import { base, folderWith, messages, nodeArtifact } from "./support";

test.each([
  [262_144_000 - 1, []],
  [262_144_000, [expect.stringContaining("262144001 bytes unzipped; AWS accepts 262144000")]],
])(
  "a package may have 250 MB: %p bytes beside one are %j",
  (bytes, expected) => {
    const app = folderWith({ "api/main.js": "1", "api/large.bin": "" });
    // A file with a hole takes no space here.
    ftruncateSync(openSync(join(app, "api/large.bin"), "r+"), bytes);
    const artifact = { ...base(app, "x", "main.handler"), kind: "prebuilt", srcPath: "api" } as const;
    expect(messages(bundleArtifacts([{ ...artifact, runtime: "nodejs22.x" }]))).toEqual(expected);
  },
  60_000,
);

describe("a handler that imports the library", () => {
  const library = `export const mark = Symbol.for("serverform.App");\nexport const large = "${"x".repeat(300_000)}";`;
  const build = (text: string) => {
    const app = folderWith({
      "node_modules/serverform/index.js": library,
      "node_modules/serverform/node/api.js": "export const useQuery = () => 1;",
      "functions/a.ts": `${text}\nexport const handler = () => 1;`,
    });
    return messages(bundleArtifacts([nodeArtifact(app, "a")]));
  };
  test("as code is refused", () => {
    expect(build('import { mark, large } from "serverform"; console.log(mark, large);')).toEqual([
      expect.stringMatching(/handler is .* imports "serverform" itself.*[\s\S]*serverform\/node\/api/),
    ]);
  });
  test.each([
    'import type { mark } from "serverform";',
    'import { useQuery } from "serverform/node/api.js"; console.log(useQuery());',
  ])("in another way is accepted: %s", (text) => {
    expect(build(text)).toEqual([]);
  });
});
