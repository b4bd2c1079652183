import { Construct } from "constructs";
import { checkOpen } from "../../app";
import { checkAddition } from "../../app/ids";
import { guarded } from "../../core/guarded";
import type { Permissions } from "../../iam/permissions";
import type { BindingEntry } from "../binding-entry";
import type { Function } from "../function";
import { FunctionsByKey } from "../references/functions-by-key";
import type { StreamConsumerMap, StreamConsumers } from "./stream-consumers";

/** A construct with records that named functions consume. */
@guarded
export abstract class ConstructWithConsumers extends Construct {
  protected readonly functions = new FunctionsByKey(this, "consumer");
  protected abstract readonly consumers: StreamConsumers;

  /** Adds consumers. Their resources are created below `scope`, which may be in another stack. */
  addConsumers(scope: Construct, consumers: StreamConsumerMap): void {
    checkOpen(this, "addConsumers");
    const given = checkAddition(this, "addConsumers", scope, consumers);
    this.consumers.add(scope, given);
  }

  /** The function of a consumer; undefined if no consumer has that name, or if it is an existing function. */
  getFunction(name: string): Function | undefined {
    return this.functions.get(name);
  }

  /** Binds constructs to all consumers, also to those added later. */
  bind(constructs: readonly BindingEntry[]): void {
    checkOpen(this, "bind");
    this.functions.bind(constructs);
  }

  /** Binds constructs to one consumer. */
  bindToConsumer(name: string, constructs: readonly BindingEntry[]): void {
    checkOpen(this, "bindToConsumer");
    this.functions.bindTo("bindToConsumer", name, constructs);
  }

  /** Gives all consumers more permissions, also those added later. */
  attachPermissions(permissions: Permissions): void {
    checkOpen(this, "attachPermissions");
    this.functions.attachPermissions(permissions);
  }

  /** Gives one consumer more permissions. */
  attachPermissionsToConsumer(name: string, permissions: Permissions): void {
    checkOpen(this, "attachPermissionsToConsumer");
    this.functions.attachPermissionsTo("attachPermissionsToConsumer", name, permissions);
  }
}
