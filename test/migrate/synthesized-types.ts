import * as path from "node:path";
import { App, type StackFunction } from "serverform";
import { synthesized } from "../support/stack";

/** Synthesizes the stacks of a fixture without their code, and counts the resources of each type. */
export function synthesizedTypes(
  folder: string,
  module = "stacks/service",
): Readonly<Record<string, number>> {
  const { Service: stack, default: main = (app: App) => app.stack(stack) } = require(
    path.join(folder, module),
  ) as { readonly Service: StackFunction; readonly default?: (app: App) => void };
  const before = process.cwd();
  process.chdir(folder);
  process.env.SERVERFORM_SKIP_BUNDLING = "1";
  try {
    const app = new App({ name: "migrated", stage: "test", region: "eu-central-1" });
    main(app);
    const counts: Record<string, number> = {};
    for (const made of app.stacks)
      for (const [type, blocks] of Object.entries(synthesized(made).resource))
        counts[type] = (counts[type] ?? 0) + Object.keys(blocks).length;
    return counts;
  } finally {
    delete process.env.SERVERFORM_SKIP_BUNDLING;
    process.chdir(before);
  }
}
