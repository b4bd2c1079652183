import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fail } from "../errors";

export interface ProviderProp {
  readonly name: string;
  readonly isRequired: boolean;
  readonly isList: boolean;
  readonly type: "string" | "number" | "boolean" | "map" | "texts" | ProviderStructure;
}

interface ProviderStructure {
  readonly structure: string;
}

/** A class of the provider, read from its type declaration. */
export interface ProviderTypes {
  readonly className: string;
  readonly module: string;
  props(structure?: string): readonly ProviderProp[];
  isNumber(name: string): boolean;
  /** The property of this name, regardless of its capitals. */
  findAttribute(name: string): string | undefined;
}

/** The provider of either CDK: both declare the same props. */
const providerPackages = ["@cdktf/provider-aws", "@cdktn/provider-aws"] as const;

/** Folders to search for the provider: the project, the running program (which may be the library), and this package. */
const ownPlaces = (): readonly string[] => [process.cwd(), dirname(process.argv[1] ?? __filename), __dirname];

function providerFolder(places: readonly string[]): string {
  for (const place of places)
    for (const name of providerPackages)
      try {
        return dirname(createRequire(join(place, "package.json")).resolve(`${name}/package.json`));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== "MODULE_NOT_FOUND") throw error;
      }
  return fail("serverform migrate", "migrate-needs-package", "the command", { value: providerPackages[0] });
}

/** Reads the type declaration of a module of the provider, for example `sfn-state-machine`. */
export function providerClass(name: string, places = ownPlaces()): ProviderTypes | undefined {
  const file = join(providerFolder(places), "lib", name, "index.d.ts");
  if (!existsSync(file)) return undefined;
  const text = readFileSync(file, "utf8");
  const className = /export declare class (\w+) extends cdkt[fn]\.TerraformResource/.exec(text)?.[1];
  if (className === undefined) return undefined;
  const body = text.slice(text.indexOf(`export declare class ${className} extends`));
  // Usually the name of the class with `Config`, and one more letter if a block has that name.
  const configName = /constructor\(scope: [\w.]+, id: string, config\??: (\w+)/.exec(body)?.[1] ?? "";
  const attributes = [...body.matchAll(/^ {4}get (\w+)\(\)/gm)].map(([, attribute = ""]) => attribute);
  return {
    className,
    module: `@cdktf/provider-aws/lib/${name}`,
    props: (structure = configName) => propsOf(text, structure),
    isNumber: (attribute) => new RegExp(`^ {4}get ${attribute}\\(\\): number;`, "m").test(body),
    findAttribute: (attribute) => attributes.find((each) => each.toLowerCase() === attribute.toLowerCase()),
  };
}

/** A class that the migration itself uses, so that it always exists. */
export function requireProviderClass(name: string): ProviderTypes {
  const found = providerClass(name);
  if (found === undefined) throw new Error(`The provider has no ${name}.`);
  return found;
}

function propsOf(text: string, structure: string): readonly ProviderProp[] {
  const start = text.search(new RegExp(`^export interface ${structure}( extends [\\w.]+)? \\{$`, "m"));
  if (start < 0) return [];
  const body = text.slice(start, text.indexOf("\n}", start));
  return [...body.matchAll(/^ {4}readonly (\w+)(\??): ([^;{]*)(?:\{\s*\[key: string\]: \(?(\w+))?/gm)].map(
    ([, name = "", optional, type = "", entry]) => ({
      name,
      isRequired: optional !== "?",
      isList: /\w\[\]/.test(type),
      type: entry === undefined ? typeOf(type) : entry === "string" ? "texts" : "map",
    }),
  );
}

function typeOf(text: string): ProviderProp["type"] {
  const name = /^(?:cdkt[fn]\.)?(\w+)/.exec(text.trim())?.[1] ?? "";
  if (name === "string" || name === "number" || name === "boolean") return name;
  return { structure: name };
}
