import * as path from "node:path";
import { App, type StackFunction } from "serverform";
import { synthesized } from "../../support/stack";

/** Synthesizes a stack of a fixture without its code, and counts the resources of each type. */
export function synthesizedTypes(folder: string): Readonly<Record<string, number>> {
  const { Service: stack } = require(path.join(folder, "stacks/service")) as {
    readonly Service: StackFunction;
  };
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
