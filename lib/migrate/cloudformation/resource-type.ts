import type { Value, ValueMap } from "../model/value";

/** The class of the provider that stands for a resource type of CloudFormation. */
export interface CloudFormationType {
  /** Module of `@cdktf/provider-aws/lib`. */
  readonly module: string;
  /** The attribute that `Ref` returns. @default - "id" */
  readonly ref?: string;
  /** AttributeCodes of `GetAtt` with another name. */
  readonly attributes?: Readonly<Record<string, string>>;
  /** Properties, also of nested blocks, with another name. `healthCheck.path` is a prop of a block. */
  readonly renames?: Readonly<Record<string, string>>;
  /** Values with another name, by property. */
  readonly values?: Readonly<Record<string, Readonly<Record<string, Value>>>>;
  /** Properties that need no counterpart. */
  readonly ignored?: readonly string[];
  /** Whether names have letters, digits and _ only. @default false */
  readonly hasPlainName?: boolean;
  /** Properties whose members are beside them in the provider, though it has a block of their name. */
  readonly flat?: readonly string[];
  /** Props that the provider requires and CloudFormation has a default for. */
  readonly defaults?: ValueMap;
  /** The same for props of blocks, by the prop of the block. */
  readonly blockDefaults?: Readonly<Record<string, ValueMap>>;
  /** Properties that name what the provider takes by another attribute of a data source. */
  readonly lookups?: Readonly<
    Record<string, { readonly prop: string; readonly from: string; readonly by: string }>
  >;
  /** Properties that are resources of their own in the provider. Each follows those before it. */
  readonly parts?: Readonly<Record<string, ResourcePart>>;
}

/** A property that is a resource of its own in the provider. */
export interface ResourcePart extends CloudFormationType {
  /** Props with the value of the attribute of their name of the owner. */
  readonly links: readonly string[];
  /** Props with the value of another attribute of the owner. */
  readonly ownerLinks?: Readonly<Record<string, string>>;
  /** The property that distinguishes the items of a list. @default - their number */
  readonly id?: string;
}

export const to = (module: string, more: Omit<CloudFormationType, "module"> = {}): CloudFormationType => ({
  module,
  ...more,
});

/** Resource types by their names in CloudFormation. */
export type CloudFormationTypes = Readonly<Record<string, CloudFormationType | undefined>>;
