import type { IConstruct } from "constructs";

/** What a construct tells the command line and other tools about itself. */
export interface ConstructMetadata {
  readonly type: string;
  /** Facts by name; values may be references. */
  readonly data: Readonly<Record<string, unknown>>;
}

/** A construct that the command line lists and that other constructs can be bound to by name. */
export interface NamedConstruct extends IConstruct {
  getConstructMetadata(): ConstructMetadata;
}

/** A function as the metadata refers to it. */
export interface FunctionRef {
  readonly node: string;
  readonly stack: string;
}

export function isNamedConstruct(construct: IConstruct): construct is NamedConstruct {
  return typeof (construct as Partial<NamedConstruct>).getConstructMetadata === "function";
}
