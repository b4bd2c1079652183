import type { Value, ValueMap } from "../model/value";

export interface CloudFormationType {
  /** Module of `@cdktf/provider-aws/lib`. */
  readonly module: string;
  /** The attribute that `Ref` returns. @default - "id" */
  readonly ref?: string;
  /** Attributes of `GetAtt` that have another name in the provider. */
  readonly attributes?: Readonly<Record<string, string>>;
  /** Properties, also of nested blocks, that have another name in the provider. `healthCheck.path` is a prop of a block. */
  readonly renames?: Readonly<Record<string, string>>;
  /** Values that have another name in the provider, by property. */
  readonly values?: Readonly<Record<string, Readonly<Record<string, Value>>>>;
  /** Properties that need no counterpart. */
  readonly ignored?: readonly string[];
  /** Whether names contain only letters, digits and _. @default false */
  readonly hasPlainName?: boolean;
  /** Properties whose members are one level up in the provider, although it has a block of their name. */
  readonly flat?: readonly string[];
  /** Props that the provider requires and for which CloudFormation has a default. */
  readonly defaults?: ValueMap;
  /** The same for props of blocks, by the prop of the block. */
  readonly blockDefaults?: Readonly<Record<string, ValueMap>>;
  /** Properties whose value the provider expects as another attribute of a data source. */
  readonly lookups?: Readonly<
    Record<string, { readonly prop: string; readonly from: string; readonly by: string }>
  >;
  /** Properties that become separate resources in the provider. Each follows those before it. */
  readonly parts?: Readonly<Record<string, ResourcePart>>;
}

/** A property that becomes a separate resource in the provider. */
export interface ResourcePart extends CloudFormationType {
  /** Props that get the owner's attribute of the same name. */
  readonly links: readonly string[];
  /** Props that get another attribute of the owner. */
  readonly ownerLinks?: Readonly<Record<string, string>>;
  /** The property that identifies the items of a list. @default - their number */
  readonly id?: string;
}

export const to = (module: string, more: Omit<CloudFormationType, "module"> = {}): CloudFormationType => ({
  module,
  ...more,
});

export type CloudFormationTypes = Readonly<Record<string, CloudFormationType | undefined>>;
