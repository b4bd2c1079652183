import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type AccessFacts, accessFactsOf, declarationsOf, modelOf } from "../../../lib/model";
import { cleanEnvironment, root } from "../../examples/support";
import { typescript, withCompiledLibrary } from "../../support/compiled";

export type Block = Record<string, unknown>;
/** The Terraform JSON of a stack. */
export type Template = { resource: Record<string, Record<string, Block>> } & Record<string, unknown>;
/** The stacks of an app, by id. */
export type App = Readonly<Record<string, Template>>;

/** The pages of `docs` are made by `npm run docs:site`, which downloads packages. */
const withoutBuild = (name: string): boolean => name !== "docs";

/** The Terraform JSON of all examples, by the name of the example. Synthesized in one process. */
export function exampleApps(output: string): ReadonlyMap<string, App> {
  const examples = readdirSync(join(root, "examples")).filter(withoutBuild);
  execFileSync(
    process.execPath,
    [
      ...typescript,
      join(root, "test/examples/synthesize-in-regions.cjs"),
      join(root, "examples"),
      output,
      ["eu-west-1", ...examples].join(),
    ],
    { env: { ...cleanEnvironment(), ...withCompiledLibrary() }, stdio: ["ignore", "ignore", "inherit"] },
  );
  return new Map(
    examples.map((example) => {
      const folder = join(output, "eu-west-1", example, "stacks");
      const stacks = readdirSync(folder).map((id) => [
        id,
        JSON.parse(readFileSync(join(folder, id, "cdk.tf.json"), "utf8")),
      ]);
      return [example, Object.fromEntries(stacks) as App];
    }),
  );
}

/** The facts of an app, without files. */
export function factsOfApp(app: App): AccessFacts {
  const sources = Object.entries(app).map(([id, template]) => ({
    id,
    folder: join("/stacks", id),
    declarations: declarationsOf([template]),
  }));
  return accessFactsOf(modelOf(sources), sources);
}

/** A copy of an app in which one resource is changed. */
export function changed(
  app: App,
  { stack, type, name }: Place,
  change: (block: Block, blocks: Template["resource"]) => void,
): App {
  const copy = structuredClone(app) as Record<string, Template>;
  const block = copy[stack]?.resource[type]?.[name];
  if (block === undefined) throw new Error(`no ${type}.${name} in ${stack}`);
  change(block, copy[stack]?.resource ?? {});
  return copy;
}

/** A copy of an app in which one resource is another one. The copy shares all others. */
export function withBlock(app: App, { stack, type, name }: Place, block: Block): App {
  const template = app[stack];
  if (template === undefined) throw new Error(`no ${stack}`);
  const resource = { ...template.resource, [type]: { ...template.resource[type], [name]: block } };
  return { ...app, [stack]: { ...template, resource } };
}

/** A resource of an app. */
export interface Place {
  readonly stack: string;
  readonly type: string;
  readonly name: string;
}

/** All resources of an app, of one type. */
export const placesOf = (app: App, type: string): readonly Place[] =>
  Object.entries(app).flatMap(([stack, { resource = {} }]) =>
    Object.keys(resource[type] ?? {}).map((name) => ({ stack, type, name })),
  );

export const blockAt = (app: App, { stack, type, name }: Place): Block =>
  app[stack]?.resource[type]?.[name] ?? {};
