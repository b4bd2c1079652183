import type { IConstruct } from "constructs";
import { notePlace } from "../../core/fault";
import { fail } from "../errors";
import { lifecycle } from "./lifecycle";
import { appOf } from "./owner";
import { checkSameApp } from "./same-app";

/**
 * Rejects a change of a finished app, and constructs of another app. Every public method that changes a construct calls it first.
 *
 * @param method - the method or getter that the caller used: `bind`
 * @param given - what the method is given, where it may contain constructs
 */
export function checkOpen(construct: IConstruct, method: string, given?: unknown): void {
  notePlace(construct.node.path, `${method}()`);
  const app = appOf(construct);
  if (app[lifecycle].isClosed) fail(construct === app ? "app" : construct, "already-synthesized", method, {});
  checkSameApp(construct, method, given);
}
