import { Construct } from "constructs";
import { checkOpen } from "../../app";
import type { Permissions } from "../../iam/permissions";
import type { BindingEntry } from "../binding-entry";
import type { FunctionsByKey } from "./functions-by-key";

/** A construct with functions by keys that the caller chooses: routes, subscribers, notifications, ... */
export abstract class ConstructWithFunctions extends Construct {
  protected abstract readonly functions: FunctionsByKey;

  /** Binds constructs to all functions of this construct, also to those added later. */
  bind(constructs: readonly BindingEntry[]): void {
    checkOpen(this, "bind");
    this.functions.bind(constructs);
  }

  /** Gives all functions of this construct more permissions, also those added later. */
  attachPermissions(permissions: Permissions): void {
    checkOpen(this, "attachPermissions");
    this.functions.attachPermissions(permissions);
  }
}
