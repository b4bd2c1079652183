import { Construct } from "constructs";
import { checkOpen } from "../../app";
import { guarded } from "../../core/guarded";
import type { Permissions } from "../../iam/permissions";
import type { BindingEntry } from "../binding-entry";
import type { FunctionsByKey } from "./functions-by-key";

/** A construct with functions by keys that the caller chooses: routes, subscribers, notifications, ... */
@guarded
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

  /** The key of a part as it is kept. A class whose keys have several spellings overrides it. */
  protected partKey(_method: string, key: string): string {
    return key;
  }

  /** Binds constructs to one function, for the public method of that name. */
  protected bindTo(method: string, key: string, constructs: readonly BindingEntry[]): void {
    checkOpen(this, method);
    this.functions.bindTo(method, this.partKey(method, key), constructs);
  }

  /** Gives one function more permissions, for the public method of that name. */
  protected attachPermissionsTo(method: string, key: string, permissions: Permissions): void {
    checkOpen(this, method);
    this.functions.attachPermissionsTo(method, this.partKey(method, key), permissions);
  }
}
