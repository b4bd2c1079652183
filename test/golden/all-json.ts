import type { App, Stack } from "../../lib";
import { bases, rootBases } from "../inputs/bases";
import { readSamples, sampleAccount, sampleFunction, sampleId } from "../support/construct-samples";
import { synthesized, testStack } from "../support/stack";
import { goldenApps } from "./apps";

type JsonByStack = Readonly<Record<string, object>>;

/** The Terraform JSON of every app of `allApps`, by name. */
export const allJson = (): Readonly<Record<string, JsonByStack>> =>
  Object.fromEntries(Array.from(allApps(), ([name, app]) => [name, jsonOf(app)]));

/** An app of every construct that the tests have a sample of or valid props for, and the golden apps, with their names. */
export function* allApps(): Generator<readonly [name: string, app: App]> {
  for (const [name, { make, makeEverything }] of readSamples()) {
    yield [`a sample of ${name}`, appWith((stack) => make(stack, sampleFunction(stack, "Work")))];
    if (makeEverything !== undefined) yield [`all resources of ${name}`, appWith(makeEverything)];
  }
  for (const [name, { create, valid }] of Object.entries({ ...bases, ...rootBases })) {
    const make = (stack: Stack) => new create(stack, sampleId, valid(stack) as never);
    yield [`${name} with valid props`, appWith(make)];
  }
  for (const [name, make] of Object.entries(goldenApps)) yield [`the golden app ${name}`, make()];
}

function appWith(make: (stack: Stack) => unknown): App {
  const stack = testStack({ account: sampleAccount });
  const made = make(stack);
  return (isConstruct(made) ? made.node.root : stack.node.root) as App;
}

const isConstruct = (made: unknown): made is { readonly node: { readonly root: unknown } } =>
  typeof made === "object" && made !== null && "node" in made;

export const jsonOf = (app: App): JsonByStack =>
  Object.fromEntries(app.stacks.map((stack) => [stack.node.id, synthesized(stack)]));
