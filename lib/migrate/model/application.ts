import { type RuntimeLiteral, runtimes } from "../../facts/aws/runtimes";
import type { Findings, Place } from "./place";
import type { Value, ValueMap } from "./value";

/** An application of another tool, as the writer of the stacks takes it. */
export interface Application {
  /** Name of the app: letters, digits and hyphens. */
  readonly name: string;
  /** The file that declares it. */
  readonly source: string;
  readonly region?: Value;
  /** Tags of all resources. @default - none */
  readonly tags?: ValueMap;
  /** Settings of all functions, as `app.setDefaultFunctionProps` takes them. */
  readonly functionDefaults: ValueMap;
  /** Permissions that all functions share. */
  readonly sharedPermissions: readonly Value[];
  /** Environment variables that all functions share. */
  readonly sharedEnvironment: ValueMap;
  readonly constants: readonly Constant[];
  readonly functions: readonly FunctionModel[];
  readonly resources: readonly ResourceModel[];
  readonly additions: readonly Addition[];
  readonly outputs: readonly OutputModel[];
  /** Code that the source holds itself. @default - none */
  readonly codeFiles?: readonly CodeFile[];
}

/** A file of code that is written beside the stacks. */
export interface CodeFile {
  /** Relative to the folder of the application. */
  readonly path: string;
  readonly text: string;
}

/** A value at the head of the stack function, for example a parameter. */
export interface Constant {
  readonly name: string;
  readonly value: Value;
}

export interface OutputModel {
  readonly name: string;
  readonly value: Value;
  readonly place: Place;
}

/** A function with its callers. */
export interface FunctionModel {
  /** The name in the source, which other parts refer to. */
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

/** An object of the written stack. */
export interface ResourceModel {
  /** The name in the source, which references use. */
  readonly name: string;
  readonly place: Place;
  /** The class: `Table`, `DynamodbTable`. */
  readonly className: string;
  readonly from: string;
  readonly props: ValueMap;
  /** CodePart after the variable for `Ref` (under the empty name) and for attributes: `{ "": ".tableName" }`. */
  readonly attributes: AttributeCodes;
  /** The resource of the source whose property this is. */
  readonly partOf?: string;
  /** Id of the construct, where it differs from the name. */
  readonly id?: string;
}

/** A call of a method of an object that is declared elsewhere. */
export interface Addition extends MethodCall {
  readonly target: string;
  readonly place: Place;
}

export interface MethodCall {
  readonly method: string;
  readonly args: readonly Value[];
}

/** The code of an attribute, or undefined if the class has none of that name. */
export type AttributeCodes = (attribute: string) => string | undefined;

/** The successors of runtimes that AWS creates no functions with. Node 22 is the last one whose handlers may have a callback. */
const successors = { node: "nodejs22.x", python: "python3.14", java: "java21", dotnet: "dotnet8" } as const;

/** The runtime, or its successor if AWS creates no functions with it any more. */
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
