import type { App, Stack } from "../../lib";
import { bases, rootBases } from "../inputs/bases";
import { readSamples, sampleAccount, sampleFunction, sampleId } from "../support/construct-samples";
import { synthesized, testStack } from "../support/stack";
import { goldenApps } from "./apps";

type JsonByStack = Readonly<Record<string, unknown>>;

/** The Terraform JSON of every construct that the tests have a sample of or valid props for, and of the golden apps, by name. */
export function allJson(): Readonly<Record<string, JsonByStack>> {
  const found: Record<string, JsonByStack> = {};
  const add = (name: string, make: (stack: Stack) => unknown) => {
    const stack = testStack({ account: sampleAccount });
    const made = make(stack);
    found[name] = jsonOf((isConstruct(made) ? made.node.root : stack.node.root) as App);
  };
  for (const [name, { make, makeEverything }] of readSamples()) {
    add(`a sample of ${name}`, (stack) => make(stack, sampleFunction(stack, "Work")));
    if (makeEverything !== undefined) add(`all resources of ${name}`, makeEverything);
  }
  for (const [name, { create, valid }] of Object.entries({ ...bases, ...rootBases }))
    add(`${name} with valid props`, (stack) => new create(stack, sampleId, valid(stack) as never));
  for (const [name, make] of Object.entries(goldenApps)) found[`the golden app ${name}`] = jsonOf(make());
  return found;
}

const isConstruct = (made: unknown): made is { readonly node: { readonly root: unknown } } =>
  typeof made === "object" && made !== null && "node" in made;

const jsonOf = (app: App): JsonByStack =>
  Object.fromEntries(app.stacks.map((stack) => [stack.node.id, synthesized(stack)]));
