/** The class of the provider that stands for a resource type of CloudFormation. */
interface ResourceType {
  /** Module of `@cdktf/provider-aws/lib`. */
  readonly module: string;
  /** The attribute that `Ref` returns. @default - "id" */
  readonly ref?: string;
  /** AttributeCodes of `GetAtt` with another name. */
  readonly attributes?: Readonly<Record<string, string>>;
  /** Properties, also of nested blocks, with another name. */
  readonly renames?: Readonly<Record<string, string>>;
  /** Properties that need no counterpart. */
  readonly ignored?: readonly string[];
  /** Whether names have letters, digits and _ only. @default false */
  readonly hasPlainName?: boolean;
  /** The property that holds all others. */
  readonly wrapper?: string;
  /** Props that the provider requires and CloudFormation has a default for. */
  readonly defaults?: Readonly<Record<string, string | number | boolean>>;
}

export const to = (module: string, more: Omit<ResourceType, "module"> = {}): ResourceType => ({
  module,
  ...more,
});

/** Resource types by their names in CloudFormation. */
export type ResourceTypes = Readonly<Record<string, ResourceType | undefined>>;
