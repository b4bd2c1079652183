import { pathToFileURL } from "node:url";
import type { Plugin } from "esbuild";
import { decoratorMetadata } from "../metadata/decorator-metadata";
import type { EsbuildRequest } from "./esbuild";

/** The plugins of a build: those of the caller first, because they may compile decorated code themselves. */
export async function pluginsFor({ plugins, metadataOf, requires }: AskedPlugins): Promise<Plugin[]> {
  return [
    ...(plugins === undefined ? [] : await loadPlugins(plugins)),
    ...(requires === undefined ? [] : [requiredModules(requires)]),
    ...(metadataOf === undefined ? [] : [decoratorMetadata(metadataOf)]),
  ];
}

export type AskedPlugins = Pick<EsbuildRequest, "plugins" | "metadataOf" | "requires">;

/** Whether a request needs plugins, which only the asynchronous API of esbuild has. */
export const needsPlugins = ({ plugins, metadataOf, requires }: AskedPlugins): boolean =>
  [plugins, metadataOf, requires].some((each) => each !== undefined);

/** Throws if the module is invalid. */
async function loadPlugins(file: string): Promise<Plugin[]> {
  // A plain import() would be compiled to require(), which cannot load ES modules.
  const importModule = new Function("url", "return import(url)") as (url: string) => Promise<Module>;
  const module = await importModule(pathToFileURL(file).href);
  // A CommonJS module compiled from ES syntax has a nested default export.
  const exported = [module.default?.default, module.default].find(Array.isArray);
  if (exported === undefined) throw new Error("it does not export an array");
  return exported as Plugin[];
}

interface Module {
  readonly default?: { readonly default?: unknown };
}

/**
 * Loads external modules with `require` where an ES module imports them.
 *
 * Lambda's runtimes before `nodejs18.x` find their own modules and those of layers by `require` only:
 * https://aws.amazon.com/blogs/compute/node-js-18-x-runtime-now-available-in-aws-lambda/
 */
function requiredModules(patterns: readonly string[]): Plugin {
  const names = patterns.map((pattern) => pattern.split("*"));
  const isExternal = (path: string): boolean =>
    names.some(([start = "", end]) =>
      end === undefined
        ? path === start || path.startsWith(`${start}/`)
        : path.startsWith(start) && path.endsWith(end),
    );
  return {
    name: namespace,
    setup: ({ onResolve, onLoad }) => {
      onResolve({ filter: /^[^./]/ }, ({ path, kind }) => {
        if (!isExternal(path)) return undefined;
        const isImport = kind === "import-statement" || kind === "dynamic-import";
        return isImport ? { path, namespace } : { path, external: true };
      });
      onLoad({ filter: /.*/, namespace }, ({ path }) => ({
        contents: `module.exports = require(${JSON.stringify(path)});`,
      }));
    },
  };
}

/** A namespace for files that do not exist. */
const namespace = "required-modules";
