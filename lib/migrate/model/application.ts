import { type RuntimeLiteral, runtimes } from "../../facts/aws/runtimes";
import type { Findings, Place } from "./place";
import type { Value, ValueMap } from "./value";

/** An application of another tool, as input for the writer of the stacks. */
export interface Application {
  /** Name of the app: letters, digits and hyphens. */
  readonly name: string;
  readonly source: string;
  readonly region?: Value;
  /** Tags of all resources. @default - none */
  readonly tags?: ValueMap;
  /** Settings of all functions, for `app.setDefaultFunctionProps`. */
  readonly functionDefaults: ValueMap;
  readonly sharedPermissions: readonly Value[];
  readonly sharedEnvironment: ValueMap;
  readonly constants: readonly Constant[];
  readonly functions: readonly FunctionModel[];
  readonly resources: readonly ResourceModel[];
  readonly additions: readonly Addition[];
  readonly outputs: readonly OutputModel[];
  /** Code that is inline in the source. @default - none */
  readonly codeFiles?: readonly CodeFile[];
}

export interface CodeFile {
  /** Relative to the folder of the application. */
  readonly path: string;
  readonly text: string;
}

/** A value at the top of the stack function, for example a parameter. */
export interface Constant {
  readonly name: string;
  readonly value: Value;
}

export interface OutputModel {
  readonly name: string;
  readonly value: Value;
  readonly place: Place;
}

export interface FunctionModel {
  /** The name in the source, for references. */
  readonly name: string;
  readonly place: Place;
  /** Props of `Function`. */
  readonly props: ValueMap;
  readonly environment: ValueMap;
  readonly permissions: readonly Value[];
  readonly events: readonly EventModel[];
}

/** A caller of a function: a route, a schedule, a queue. */
export type EventModel = { readonly place: Place } & (
  | { readonly kind: "http"; readonly route: string; readonly api: string; readonly props: ValueMap }
  | { readonly kind: "websocket"; readonly route: string; readonly api: string }
  | { readonly kind: "schedule"; readonly id: string; readonly props: ValueMap }
  | { readonly kind: "queue"; readonly source: string; readonly props: ValueMap }
  | { readonly kind: "stream"; readonly source: string; readonly id: string; readonly props: ValueMap }
  | { readonly kind: "topic"; readonly source: string; readonly id: string; readonly props: ValueMap }
  | { readonly kind: "bucket"; readonly source: string; readonly id: string; readonly props: ValueMap }
  | { readonly kind: "rule"; readonly bus: string; readonly id: string; readonly props: ValueMap }
  | { readonly kind: "userPool"; readonly source: string; readonly trigger: string }
  | { readonly kind: "trigger"; readonly id: string; readonly props: ValueMap }
);

export interface ResourceModel {
  /** The name in the source, for references. */
  readonly name: string;
  readonly place: Place;
  /** The class: `Table`, `DynamodbTable`. */
  readonly className: string;
  readonly from: string;
  readonly props: ValueMap;
  /** Code after the variable, for `Ref` (with an empty name) and for attributes: `{ "": ".tableName" }`. */
  readonly attributes: AttributeCodes;
  /** The resource of the source to which this property belongs. */
  readonly partOf?: string;
  /** Id of the construct, if it differs from the name. */
  readonly id?: string;
}

/** A method call on an object that is declared elsewhere. */
export interface Addition extends MethodCall {
  readonly target: string;
  readonly place: Place;
}

export interface MethodCall {
  readonly method: string;
  readonly args: readonly Value[];
}

/** The code of an attribute, or undefined if the class does not have it. */
export type AttributeCodes = (attribute: string) => string | undefined;

/** A construct of the library, with the code for its attributes. */
export function construct(
  { name, place }: Pick<ResourceModel, "name" | "place">,
  className: string,
  props: ResourceModel["props"],
  attributes: Readonly<Record<string, string>>,
): ResourceModel {
  return { name, place, className, from: "serverform", props, attributes: attributesOf(attributes) };
}

export const attributesOf =
  (table: Readonly<Record<string, string>>): AttributeCodes =>
  (attribute) =>
    table[attribute];

/** Successors of runtimes in which AWS creates no new functions. Node 22 is the last version that supports callbacks. */
const successors = { node: "nodejs22.x", python: "python3.14", java: "java21", dotnet: "dotnet8" } as const;

/** The runtime, or its successor if AWS creates no new functions with it. */
export function runtimeOf(text: string | undefined, place: Place, findings: Findings): string | undefined {
  if (text === undefined) return undefined;
  const known = Object.hasOwn(runtimes, text) ? runtimes[text as RuntimeLiteral] : undefined;
  if (known !== undefined && known.createBlockedOn > new Date().toISOString()) return text;
  const [, language = ""] = /^(node|python|java|dotnet)/.exec(text) ?? [];
  const successor = successors[language as keyof typeof successors];
  if (successor !== undefined) {
    findings.note(place, `\`${text}\` became \`${successor}\`: AWS creates no functions with it any more.`);
    return successor;
  }
  findings.todo(place, `The runtime \`${text}\` is not supported: choose another one.`);
  return undefined;
}
