import * as fs from "node:fs";
import * as path from "node:path";
import { migration } from "../../lib/migrate/migrate";
import { temporaryFolder } from "../support/stack";

/** A folder with an app whose stacks are these files. */
export function appFolder(files: Readonly<Record<string, string>>): string {
  const folder = temporaryFolder();
  for (const [name, text] of Object.entries({
    "sst.json": '{ "name": "shop" }',
    "package.json": '{ "type": "module" }',
    ...files,
  })) {
    fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    fs.writeFileSync(path.join(folder, name), text);
  }
  return folder;
}

/** The written stack of a module, without its imports, and the remaining steps. */
export async function migrated(code: string, files: Readonly<Record<string, string>> = {}) {
  const folder = appFolder({
    "stacks/index.ts": `import { Shop } from "./shop";\nexport default (app) => app.stack(Shop);\n`,
    "stacks/shop.ts": code,
    ...files,
  });
  const made = await migration("sst-v1", folder);
  return {
    folder,
    files: made.files,
    text: made.files.find((file) => file.path === "serverform-stacks/shop.ts")?.text ?? "",
    todos: made.findings.todos.map(({ place, text }) => `${place.file}:${place.line} ${text}`),
  };
}
