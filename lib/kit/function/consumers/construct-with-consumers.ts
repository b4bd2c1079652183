import type { Construct } from "constructs";
import { checkOpen } from "../../app";
import { checkAddition } from "../../app/names/ids";
import type { Permissions } from "../../iam/permissions";
import type { BindingEntry } from "../binding-entry";
import type { Function } from "../function";
import { ConstructWithFunctions } from "../references/construct-with-functions";
import { FunctionsByKey } from "../references/functions-by-key";
import type { StreamConsumerMap, StreamConsumers } from "./stream-consumers";

/** A construct with records that named functions consume. */
export abstract class ConstructWithConsumers extends ConstructWithFunctions {
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

  /** Binds constructs to one consumer. */
  bindToConsumer(name: string, constructs: readonly BindingEntry[]): void {
    this.functions.bindTo("bindToConsumer", name, constructs);
  }

  /** Gives one consumer more permissions. */
  attachPermissionsToConsumer(name: string, permissions: Permissions): void {
    this.functions.attachPermissionsTo("attachPermissionsToConsumer", name, permissions);
  }
}
