import { existsSync, readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Construct, IConstruct } from "constructs";
import { Function, type Stack } from "../../lib";

/** A construct for the tests over all constructs; `test/constructs/<name>/samples.ts` has those of its folder. */
export interface ConstructSample {
  /** Makes one with the id `my-it`, and with a part that has the function where the class has such parts. */
  readonly make: (
    stack: Stack,
    fn?: Function,
  ) => IConstruct & { bind?(constructs: readonly IConstruct[]): void };
  /** Adds a part in another stack. @default - the class has no such parts */
  readonly add?: (it: IConstruct, stack: Stack, fn: Function) => void;
  /** Type of the resource that is the thing itself. @default - what it makes is not tried by way of `permissions` */
  readonly type?: string;
  /** ARN of the thing, from a reference to the resource. @default - the attribute `arn` */
  readonly arn?: (attribute: (name: string) => string) => string;
  /** The content of the value of a variable of `bind`. @default - a reference to the resource */
  readonly value?: string | RegExp;
  /** Makes all resources that it can. @default - the tests of the construct compare its table of resources */
  readonly makeEverything?: (stack: Stack) => void;
}

/** Samples by class. */
export type ConstructSamples = Readonly<Record<string, ConstructSample>>;

/** A valid construct from which the tests of inputs and edits derive others, one prop at a time. */
export interface InputBase {
  /** The interface of the props; undefined for a class without props. */
  readonly props: string | undefined;
  // The inputs are wrong on purpose.
  readonly create: new (
    scope: Construct,
    id: string,
    props: never,
  ) => Construct;
  /** Valid props that name each map, list and nested object at least once. */
  readonly valid: (stack: Stack) => object | undefined;
}

/** Inputs by class; a class may have more of them: "Cron of EventBridge Scheduler". */
export type ConstructInputs = Readonly<Record<string, InputBase>>;

/** The exports of `samples.ts` in the tests of a construct. */
interface SamplesFile {
  readonly samples: ConstructSamples;
  readonly inputs: ConstructInputs;
}

export const sampleId = "my-it";
export const sampleHandler = "functions/notes.get";
export const sampleAccount = "123456789012";

/** A function that a sample takes as an existing one. */
export const sampleFunction = (stack: Stack, id: string) =>
  new Function(stack, id, { handler: sampleHandler });

/** Samples of every construct, by class. */
export function readSamples(): ReadonlyMap<string, ConstructSample> {
  return new Map(samplesFiles().flatMap(({ samples }) => Object.entries(samples)));
}

/** Inputs of every construct. */
export function readInputs(): ConstructInputs {
  return Object.fromEntries(samplesFiles().flatMap(({ inputs }) => Object.entries(inputs)));
}

function samplesFiles(): readonly SamplesFile[] {
  const tests = resolve(__dirname, "..");
  const folders = [
    "kit/function",
    ...readdirSync(join(tests, "constructs")).map((name) => join("constructs", name)),
  ];
  const files = folders.map((folder) => join(tests, folder, "samples.ts")).filter((file) => existsSync(file));
  return files.map((file) => require(file) as SamplesFile);
}

/** ARN of a gateway API. */
export function gatewayArn(attribute: (name: string) => string): string {
  return `arn:aws:execute-api:us-east-1:${sampleAccount}:${attribute("id")}`;
}
