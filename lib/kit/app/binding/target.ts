import type { IConstruct } from "constructs";
import { bindingTarget } from "../metadata";
import { constructName } from "../names/construct-name";
import type { RegisteredTypes } from "../registered-types";
import { stackOf } from "../scope/owner";

/**
 * Stands for a value that the function reads from its SSM parameter when it starts.
 *
 * For values that are secret, or that would create a dependency cycle in Terraform.
 */
export const fetchFromSsm: unique symbol = Symbol.for("serverform.fetchFromSsm");

/** The values that a function gets from `bind`. */
export interface Binding {
  /** Class of the construct, as in environment keys: `Bucket`, `RestV1Api`. */
  readonly className: string;
  /** Module of the runtime library that reads the variables: `bucket` for `serverform/node/bucket`. */
  readonly client: string;
  /** Name of the construct: its id, or its path if another construct of the class has the id. */
  readonly id: string;
  /** Value by variable: `{ bucketName: ... }`. */
  readonly variables: Readonly<Record<string, string | typeof fetchFromSsm>>;
  /**
   * Types by the id, beside those of the variables: per interface of the client's module the type of this construct.
   *
   * @default - none
   */
  readonly types?: Readonly<Record<string, string>> | undefined;
  /** The region of the parameters of values that are read from SSM. @default - that of the function */
  readonly parameterRegion?: string | undefined;
  /** The permissions that the function gets. */
  readonly permissions: readonly RegisteredTypes["permissionEntry"][];
}

/** The binding of constructs of one class. */
export interface BindingDescription<Variable extends string = string> {
  /** Module of the runtime library that reads the variables: `bucket` for `serverform/node/bucket`. */
  readonly client: string;
  readonly variables: readonly Variable[];
  /** Whether the function may do what naming the construct in `permissions` allows; else it may do nothing with it. */
  readonly grants: boolean;
  /** Whether the values are in parameters, which the function may read. @default false - in its environment */
  readonly isStored?: boolean | undefined;
}

export function createBinding<Variable extends string>(
  { className, binding }: { readonly className: string; readonly binding: BindingDescription<Variable> },
  construct: IConstruct,
  variables: Readonly<Record<Variable, string | typeof fetchFromSsm>>,
): Binding {
  const { client, grants } = binding;
  return {
    className,
    client,
    id: constructName(construct),
    variables,
    parameterRegion: stackOf(construct).region,
    permissions: grants ? [construct] : [],
  };
}

/** A construct that may be named in `bind`. */
export interface Bindable extends IConstruct {
  /** @param consumer - the bound function. A Userbase returns placeholders for its own triggers. */
  [bindingTarget](consumer?: IConstruct): Binding;
}

export function isBindable(value: unknown): value is Bindable {
  return typeof value === "object" && value !== null && bindingTarget in value;
}
