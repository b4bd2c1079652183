import { existsSync, readFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { dirname, join, resolve, sep } from "node:path";
import { pathToFileURL } from "node:url";
import type { OnResolveArgs, OnResolveResult, Plugin, PluginBuild } from "esbuild";
import { isRecord } from "../../facts/text/record";
import { fail } from "../errors";
import { buildErrors } from "../project/build-errors";
import { readMetadata } from "../project/synthesized-stack";

export interface SchemaBundle {
  readonly code: string;
  /** `name@version` of the packages that are not part of the code, sorted. */
  readonly packages: readonly string[];
}

/** The file descriptor that the program writes its answer to. The module may use stdout for its own output. */
export const answerDescriptor = 3;

/** Defines `require` in the bundle. esbuild reserves that name; the other name is unlikely to appear in a source. */
const banner =
  'import { createRequire as serverformCreateRequire } from "node:module"; const require = serverformCreateRequire(import.meta.url);';

/**
 * The source of the program. It resolves `graphql` from the folder of the module, because one copy of `graphql` cannot
 * print a schema of another copy.
 */
const program = (module: string): string => `
import { writeFileSync } from "node:fs";
import { lexicographicSortSchema, printSchema } from "graphql";
import * as exported from ${JSON.stringify(module)};
const isSchema = (value) => value?.[Symbol.toStringTag] === "GraphQLSchema";
const schema = [exported.schema, exported.default, exported.default?.schema, ...Object.values(exported)].find(isSchema);
const answer = schema === undefined
  ? { exports: Object.keys(exported) }
  : { text: printSchema(lexicographicSortSchema(schema)) + "\\n" };
writeFileSync(${answerDescriptor}, JSON.stringify(answer));
// The module may have opened connections that would keep the process alive.
process.exit(0);
`;

/** Bundles a schema module. Only the packages in `internalPackages` are bundled with it. */
export async function bundleSchemaModule(root: string, route: SchemagenRoute): Promise<SchemaBundle> {
  // Loaded here, so that only commands that generate schemas load esbuild.
  const { build } = await import("esbuild");
  const packages = new Set<string>();
  const module = resolve(root, route.schema);
  try {
    const { outputFiles } = await build({
      stdin: {
        contents: program(module),
        resolveDir: dirname(module),
        sourcefile: "schemagen.js",
        loader: "js",
      },
      absWorkingDir: root,
      bundle: true,
      write: false,
      platform: "node",
      format: "esm",
      target: `node${process.versions.node}`,
      // Without this, esbuild adds the condition "module", which Node.js does not use.
      conditions: [],
      banner: { js: banner },
      sourcemap: "inline",
      sourcesContent: false,
      logLevel: "silent",
      plugins: [externalPackages(route.internalPackages, packages)],
    });
    return { code: outputFiles[0]?.text ?? "", packages: [...packages].sort() };
  } catch (error) {
    return fail(route.where, "bundle-failed", `${route.prop}.schema`, {
      file: route.schema,
      errors: await buildErrors(error),
    });
  }
}

const isResolved = Symbol("resolved by this plugin");

/**
 * Marks files in a `node_modules` folder as external, with their full paths, because the program is in another folder.
 *
 * Imports through a path alias of `tsconfig.json` are sources of the project, so they are bundled.
 */
function externalPackages(internal: readonly string[], packages: Set<string>): Plugin {
  return {
    name: "external-packages",
    setup: (build) => {
      build.onResolve({ filter: /^[^./]/ }, async (args) => {
        if (args.pluginData === isResolved || /^[A-Za-z]:[\\/]/.test(args.path)) return undefined;
        if (isBuiltin(args.path)) return { path: args.path, external: true };
        if (internal.some((name) => args.path === name || args.path.startsWith(`${name}/`))) return undefined;
        return resolvePackage(build, args, packages);
      });
    },
  };
}

async function resolvePackage(
  build: PluginBuild,
  { path, kind, importer, resolveDir }: OnResolveArgs,
  packages: Set<string>,
): Promise<OnResolveResult> {
  const found = await build.resolve(path, { kind, importer, resolveDir, pluginData: isResolved });
  if (found.errors.length > 0) return { errors: found.errors };
  if (found.external || !found.path.includes(`${sep}node_modules${sep}`)) return found;
  packages.add(packageOf(found.path));
  const isRequired = kind === "require-call" || kind === "require-resolve";
  return { path: isRequired ? found.path : pathToFileURL(found.path).href, external: true };
}

/** `name@version` of the package that a file belongs to. */
function packageOf(file: string): string {
  for (let folder = dirname(file); folder !== dirname(folder); folder = dirname(folder)) {
    const manifest = join(folder, "package.json");
    if (!existsSync(manifest)) continue;
    const { name, version } = JSON.parse(readFileSync(manifest, "utf8")) as Record<string, unknown>;
    // A package may contain further package.json files, which only set the module type of a folder.
    if (typeof name === "string" && typeof version === "string") return `${name}@${version}`;
  }
  return file;
}

/** A `graphql` route with `schemagen`. */
export interface SchemagenRoute {
  /** The stack and the id of the API, for error messages. */
  readonly where: string;
  /** The path of the prop, for error messages: `routes["POST /graphql"].schemagen`. */
  readonly prop: string;
  /** The module that exports the schema, relative to the project. */
  readonly schema: string;
  /** The file to write, relative to the project. */
  readonly output: string | undefined;
  /** Shell commands that run after the file is written. */
  readonly commands: readonly string[];
  readonly internalPackages: readonly string[];
}

/** The `graphql` routes with `schemagen` in an output folder. Routes with the same settings are returned once. */
export function readSchemagenRoutes(outputFolder: string): readonly SchemagenRoute[] {
  const found = new Map<string, SchemagenRoute>();
  for (const route of readMetadata(outputFolder).flatMap(routesOf)) {
    const { where: _, prop: __, ...settings } = route;
    const key = JSON.stringify(settings);
    if (!found.has(key)) found.set(key, route);
  }
  return [...found.values()];
}

function routesOf(entry: unknown): readonly SchemagenRoute[] {
  if (!isRecord(entry) || entry.type !== "Api" || !isRecord(entry.data)) return [];
  const { routes } = entry.data;
  if (!Array.isArray(routes)) return [];
  return routes.flatMap((route: unknown) => {
    if (!isRecord(route) || route.type !== "graphql" || typeof route.schema !== "string") return [];
    const { schema, output, commands, internalPackages } = route;
    return {
      where: `${String(entry.stack)}/${String(entry.id)}`,
      prop: `routes[${JSON.stringify(route.route)}].schemagen`,
      schema,
      output: typeof output === "string" ? output : undefined,
      commands: texts(commands),
      internalPackages: texts(internalPackages),
    };
  });
}

function texts(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.map(String) : [];
}
