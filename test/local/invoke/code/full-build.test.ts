/** @group processes */

import type { PythonArtifact } from "../../../../lib/bundle";
import { FullBuild } from "../../../../lib/local/invoke/code/full-build";
import { wheel } from "../../../bundle/python/wheel";
import { base, folderWith, read } from "../../../bundle/support";

test("packages of a Python function that runs here are those of this machine", async () => {
  const app = folderWith({
    "api/main.py": "def handler(event, context): pass\n",
    "api/requirements.txt": "--no-index\n--find-links ../wheels\nfast\n",
    ...wheel("fast", "cp314-cp314-manylinux_2_28_aarch64", { "fast.py": "for the function" }),
    ...wheel("fast", "py3-none-any", { "fast.py": "for this machine" }),
  });
  const artifact: PythonArtifact = {
    ...base(app, "py", "main.handler"),
    kind: "python",
    srcPath: "api",
    runtime: "python3.14",
    architecture: "arm64",
  };
  expect(await new FullBuild().run(artifact)).toEqual({ failures: [], warnings: [] });
  expect(read(artifact.outDir, "fast.py")).toBe("for this machine");
});
