import type { IConstruct } from "constructs";
import type { RegisteredTypes } from "../registered-types";

/**
 * Stands for a value that the function reads from its SSM parameter when it starts.
 *
 * Used where the value is secret, or where handing it over would make Terraform wait in a circle.
 */
export const fetchFromSsm: unique symbol = Symbol.for("serverform.fetchFromSsm");

/** The method by which a construct tells what `bind` hands to a function. */
export const bindingTarget: unique symbol = Symbol.for("serverform.bindingTarget");

/** What `bind` hands to a function. */
export interface Binding {
  /** Class of the construct, as in environment keys: `Bucket`, `RestV1Api`, ... */
  readonly className: string;
  /** Module of the runtime library that reads the variables: `bucket` for `serverform/node/bucket`. */
  readonly client: string;
  /** Id of the construct, as the caller wrote it. */
  readonly id: string;
  /** Value by variable: `{ bucketName: ... }`. */
  readonly variables: Readonly<Record<string, string | typeof fetchFromSsm>>;
  /** What the function may do with it. */
  readonly permissions: readonly RegisteredTypes["permissionEntry"][];
}

/** What binding a construct of one class gives. */
export interface BindingDescription<Variable extends string = string> {
  /** Module of the runtime library that reads the variables: `bucket` for `serverform/node/bucket`. */
  readonly client: string;
  /** What the function is told. */
  readonly variables: readonly Variable[];
  /** Whether the function may do what naming the construct in `permissions` allows; else it may do nothing with it. */
  readonly grants: boolean;
}

/** The binding of a construct, as the description of its class says. */
export function createBinding<Variable extends string>(
  { className, binding }: { readonly className: string; readonly binding: BindingDescription<Variable> },
  construct: IConstruct,
  variables: Readonly<Record<Variable, string | typeof fetchFromSsm>>,
): Binding {
  const { client, grants } = binding;
  return { className, client, id: construct.node.id, variables, permissions: grants ? [construct] : [] };
}

/** A construct that may be named in `bind`. */
export interface Bindable extends IConstruct {
  /**
   * @param consumer - the function that is bound, where the answer depends on it: a user directory hands placeholders
   * to its own triggers
   */
  [bindingTarget](consumer?: IConstruct): Binding;
}

/** Whether a value may be named in `bind`. */
export function isBindable(value: unknown): value is Bindable {
  return typeof value === "object" && value !== null && bindingTarget in value;
}
