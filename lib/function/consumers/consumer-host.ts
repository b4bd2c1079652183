import { Construct, type IConstruct } from "constructs";
import { checkOpen } from "../../app";
import type { Permissions } from "../../iam/permissions";
import type { Function } from "../function";
import { HostFunctions } from "../host-functions";
import type { StreamConsumerMap, StreamConsumers } from "./consumers";

/** A construct whose records are read by functions, each under a name. */
export abstract class ConsumerHost extends Construct {
  protected readonly functions = new HostFunctions(this, "consumer");
  protected abstract readonly consumers: StreamConsumers;

  /** Adds consumers. What they need is created below `scope`, which may be in another stack. */
  addConsumers(scope: Construct, consumers: StreamConsumerMap): void {
    checkOpen(this, "addConsumers");
    this.consumers.add(scope, consumers);
  }

  /** The function of a consumer; undefined when there is none of that name, or it is none of this library. */
  getFunction(name: string): Function | undefined {
    return this.functions.get(name);
  }

  /** Binds constructs to all consumers, those added later too. */
  bind(constructs: readonly IConstruct[]): void {
    checkOpen(this, "bind");
    this.functions.bind(constructs);
  }

  /** Binds constructs to one consumer. */
  bindToConsumer(name: string, constructs: readonly IConstruct[]): void {
    checkOpen(this, "bindToConsumer");
    this.functions.bindTo("bindToConsumer", name, constructs);
  }

  /** Lets all consumers do more, those added later too. */
  attachPermissions(permissions: Permissions): void {
    checkOpen(this, "attachPermissions");
    this.functions.attachPermissions(permissions);
  }

  /** Lets one consumer do more. */
  attachPermissionsToConsumer(name: string, permissions: Permissions): void {
    checkOpen(this, "attachPermissionsToConsumer");
    this.functions.attachPermissionsTo("attachPermissionsToConsumer", name, permissions);
  }
}
