import type { IConstruct } from "constructs";

/** Facts about a construct, for the command line and other tools. */
export interface ConstructMetadata<
  Type extends string = string,
  Data extends object = Readonly<Record<string, unknown>>,
> {
  /** Class of the construct. */
  readonly type: Type;
  /** Facts by name; values may be references. */
  readonly data: Data;
}

/** A construct in `serverform.json`: its metadata and its place. References are Terraform expressions there. */
export type ConstructMetadataEntry<Metadata extends ConstructMetadata = ConstructMetadata> = {
  /** The id of the construct. */
  readonly id: string;
  /** Address in the construct tree, by which a `FunctionRef` refers to it. */
  readonly addr: string;
  /** The id of its stack. */
  readonly stack: string;
} & Metadata;

/** A construct that the command line lists and that other constructs can be bound to by name. */
export interface NamedConstruct extends IConstruct {
  getConstructMetadata(): ConstructMetadata<string, object>;
}

/** A function as the metadata refers to it. */
export interface FunctionRef {
  /** `node.addr` of the function. */
  readonly node: string;
  /** Id of its stack. */
  readonly stack: string;
}

export function isNamedConstruct(construct: IConstruct): construct is NamedConstruct {
  return typeof (construct as Partial<NamedConstruct>).getConstructMetadata === "function";
}

/** The method with which a construct describes its binding. */
export const bindingTarget: unique symbol = Symbol.for("serverform.bindingTarget");
