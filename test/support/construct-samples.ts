import { existsSync, readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import type { IConstruct } from "constructs";
import type { Function, Stack } from "../../lib";

/** How the tests over all constructs make one; `test/constructs/<name>/samples.ts` has those of its folder. */
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
  /** What the value of a variable of `bind` holds. @default - a reference to the resource */
  readonly value?: string | RegExp;
  /** Makes all resources that it can. @default - the tests of the construct compare its table of resources */
  readonly makeEverything?: (stack: Stack) => void;
}

/** Samples by class. */
export type ConstructSamples = Readonly<Record<string, ConstructSample>>;

export const sampleId = "my-it";
export const sampleHandler = "functions/notes.get";
export const sampleAccount = "123456789012";

/** Samples of every construct whose tests have some. */
export function readSamples(): ReadonlyMap<string, ConstructSample> {
  const tests = resolve(__dirname, "..");
  const folders = [
    "function",
    ...readdirSync(join(tests, "constructs")).map((name) => join("constructs", name)),
  ];
  const files = folders.map((folder) => join(tests, folder, "samples.ts")).filter((file) => existsSync(file));
  return new Map(
    files.flatMap((file) => Object.entries((require(file) as { samples: ConstructSamples }).samples)),
  );
}

/** ARN of a gateway API. */
export function gatewayArn(attribute: (name: string) => string): string {
  return `arn:aws:execute-api:us-east-1:${sampleAccount}:${attribute("id")}`;
}
