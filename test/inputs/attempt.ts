import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { App, isServerformError, type ServerformError, Stack } from "../../lib";
import { synthesizedText } from "../support/stack";

/** The outcome of an input. */
export type Outcome =
  | { readonly kind: "accepted"; readonly json: string }
  | { readonly kind: "refused"; readonly error: ServerformError }
  | { readonly kind: "crashed"; readonly error: unknown };

const fixture = resolve(__dirname, "../fixtures/app");
const outdir = mkdtempSync(join(tmpdir(), "serverform-inputs-"));

/** The id of the construct that is attempted. */
export const attempted = "It";

/** Declares something in its own app, and synthesizes it without bundling. */
export function attempt(declare: (stack: Stack) => unknown): Outcome {
  return attempts(() => undefined)((_, stack) => declare(stack));
}

/**
 * Declares things one after the other, each beside the prepared constructs, and synthesizes accepted ones.
 *
 * A declaration that is refused leaves its stack unchanged, except for the construct whose constructor failed, so that the
 * next one finds the same stack. After one that is accepted, or that left other constructs in the tree, a new app begins.
 */
export function attempts<Prepared>(
  prepare: (stack: Stack) => Prepared,
): (declare: (prepared: Prepared, stack: Stack) => unknown) => Outcome {
  let present: { readonly stack: Stack; readonly prepared: Prepared; readonly size: number } | undefined;
  return (declare) => {
    process.chdir(fixture);
    // The origin of the errors and tokens of thousands of inputs is not needed.
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    try {
      if (present === undefined) {
        const app = new App({ name: "notes", stage: "dev", region: "us-east-1", outdir });
        const stack = new Stack(app, "Main");
        const prepared = prepare(stack);
        present = { stack, prepared, size: sizeOf(stack) };
      }
      const { stack, prepared } = present;
      declare(prepared, stack);
      present = undefined;
      return { kind: "accepted", json: synthesizedText(stack) };
    } catch (error) {
      if (present?.prepared !== present?.stack.node.tryFindChild(attempted))
        present?.stack.node.tryRemoveChild(attempted);
      if (present !== undefined && sizeOf(present.stack) !== present.size) present = undefined;
      return outcomeOf(error);
    } finally {
      Error.stackTraceLimit = stackTraceLimit;
    }
  };
}

/** An error of the library is a refusal, unless it says that the library fails. */
export function outcomeOf(error: unknown): Outcome {
  if (!isServerformError(error)) return { kind: "crashed", error };
  const fault = [error, ...error.problems].find(({ code }) => code === "internal");
  return fault === undefined ? { kind: "refused", error } : { kind: "crashed", error: fault.cause };
}

const sizeOf = (stack: Stack): number => stack.app.node.findAll().length;
