import type { IConstruct } from "constructs";
import type { ServerformError } from "../../../facts/errors/error";
import { noteChange } from "../../core/constructs-of-tree";
import { notePlace } from "../../core/fault";
import { fail } from "../errors";
import { appOf } from "./owner";
import { checkSameApp } from "./same-app";
import { recordCreation } from "./stack-traces";

export const lifecycle: unique symbol = Symbol.for("serverform.lifecycle");

/**
 * Records whether an app may still change: until `app.synth()`, or until a unit test first reads one of its stacks.
 *
 * Some resources can be created only when all others are declared: policies, permissions, deployments. They are created
 * once. A later change would not reach them, so it is refused.
 */
export class Lifecycle {
  /** Called when the app is complete. */
  private readonly endDeclaration: () => void;
  private outcome: (() => readonly ServerformError[]) | undefined;
  private running = 0;

  constructor(
    app: IConstruct,
    private readonly hasTraces: boolean,
  ) {
    this.endDeclaration = recordCreation(hasTraces);
    // `constructs` reads this property of the root when a child is added anywhere below it. CDKTF cannot undo `node.lock()` to
    // add data sources for references between stacks, and its error does not contain the reason.
    Object.defineProperty(app.node, "locked", {
      get: () => {
        if (this.isClosed) fail("app", "already-synthesized", "a new construct", {});
        if (this.isRunning) noteChange(app);
        return false;
      },
    });
  }

  /** True when the app is finished and the change does not come from its own synthesis. */
  get isClosed(): boolean {
    return this.outcome !== undefined && this.running === 0;
  }

  /** Runs a part of the synthesis, in which the app may change. */
  run<Result>(work: () => Result): Result {
    const endRun = recordCreation(this.hasTraces);
    this.running += 1;
    try {
      return work();
    } finally {
      this.running -= 1;
      endRun();
      if (this.isClosed) this.endDeclaration();
    }
  }

  /** True in `run`. */
  get isRunning(): boolean {
    return this.running > 0;
  }

  /** Finishes the app the first time; later calls return or throw what the first one did. */
  finishOnce(finishApp: () => readonly ServerformError[]): readonly ServerformError[] {
    this.outcome ??= outcomeOf(finishApp);
    return this.outcome();
  }
}

function outcomeOf<Result>(work: () => Result): () => Result {
  try {
    const result = work();
    return () => result;
  } catch (error) {
    return () => {
      throw error;
    };
  }
}

/**
 * Rejects a change of a finished app, and constructs of another app. Every public method that changes a construct calls it first.
 *
 * @param method - the method or getter that the caller used: `bind`
 * @param given - the arguments, if they may contain constructs
 */
export function checkOpen(construct: IConstruct, method: string, given?: unknown): void {
  notePlace(construct.node.path, `${method}()`);
  const app = appOf(construct);
  if (app[lifecycle].isClosed) fail(construct === app ? "app" : construct, "already-synthesized", method, {});
  checkSameApp(construct, method, given);
}
