import * as path from "node:path";
import { App, type StackFunction } from "serverform";
import { synthesized } from "../../support/stack";

/** Synthesizes a stack of a fixture without its code, and counts the resources of each type. */
export function synthesizedTypes(
  folder: string,
  file: string,
  name: string,
): Readonly<Record<string, number>> {
  const stack = (require(path.join(folder, "stacks", file)) as Readonly<Record<string, StackFunction>>)[name];
  if (stack === undefined) throw new Error(`${file} has no ${name}.`);
  const before = process.cwd();
  process.chdir(folder);
  process.env.SERVERFORM_SKIP_BUNDLING = "1";
  try {
    const app = new App({ name: "migrated", stage: "test", region: "eu-central-1" });
    app.stack(stack);
    const [made] = app.stacks;
    if (made === undefined) throw new Error("The app has no stack.");
    const { resource } = synthesized(made);
    return Object.fromEntries(
      Object.entries(resource).map(([type, blocks]) => [type, Object.keys(blocks).length]),
    );
  } finally {
    delete process.env.SERVERFORM_SKIP_BUNDLING;
    process.chdir(before);
  }
}
