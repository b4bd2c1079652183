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

/** A construct that has metadata, and a name that is unique among the constructs of its class. */
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
