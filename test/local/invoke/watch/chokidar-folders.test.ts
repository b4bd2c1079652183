import { mkdirSync, realpathSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ChokidarFolders } from "../../../../lib/local/invoke/watch/watch-folders";
import { temporaryFolder } from "../../../support/stack";
import { until } from "../../../support/until";

test.each([
  [true, ["app/below/file", "app/file"]],
  [false, ["app/file"]],
])("a folder is watched with its subfolders: %p", async (isDeep, expected) => {
  const root = realpathSync(temporaryFolder());
  mkdirSync(join(root, "app/below"), { recursive: true });
  const told = new Set<string>();
  const folders = new ChokidarFolders({
    changed: (path) => told.add(path.slice(root.length + 1)),
    failed: (error) => told.add(error.message),
    ignored: (path) => path.endsWith(".ignored"),
  });
  folders.add(join(root, "app"), isDeep);
  await folders.ready();
  for (const name of ["app/below/file", "app/a.ignored", "app/file"]) writeFileSync(join(root, name), "x");
  await until(() => told.has("app/file"));
  await new Promise((resolve) => setTimeout(resolve, 50));
  await folders.close();
  writeFileSync(join(root, "app/late"), "x");
  expect([...told].filter((path) => path.endsWith("file") || !path.startsWith("app")).sort()).toEqual(
    expected,
  );
  expect([...told].some((path) => /ignored|late/.test(path))).toBe(false);
});
