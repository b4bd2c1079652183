import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { Testing } from "cdktf";
import { App, type ServerformError, Stack } from "../../lib";

/** What became of an input. */
export type Outcome =
  | { readonly kind: "accepted"; readonly json: string }
  | { readonly kind: "refused"; readonly error: ServerformError }
  | { readonly kind: "crashed"; readonly error: unknown };

const fixture = resolve(__dirname, "../fixtures/app");
const outdir = mkdtempSync(join(tmpdir(), "serverform-inputs-"));

/** Declares something in its own app, and synthesizes it without bundling. */
export function attempt(declare: (stack: Stack) => unknown): Outcome {
  process.chdir(fixture);
  try {
    const app = new App({ name: "notes", stage: "dev", region: "us-east-1", outdir });
    const stack = new Stack(app, "Main");
    declare(stack);
    return { kind: "accepted", json: Testing.synth(stack) };
  } catch (error) {
    const isOurs = error instanceof Error && error.name === "ServerformError";
    return isOurs ? { kind: "refused", error: error as ServerformError } : { kind: "crashed", error };
  }
}
