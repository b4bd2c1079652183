import { pathToFileURL } from "node:url";
import type { Plugin } from "esbuild";

/** Loads the module that a caller names for its esbuild plugins; throws what is wrong with it. */
export async function loadPlugins(file: string): Promise<Plugin[]> {
  // Not a plain import(): compiled to CommonJS it would be a require(), which knows no ES modules.
  const importModule = new Function("url", "return import(url)") as (url: string) => Promise<Module>;
  const module = await importModule(pathToFileURL(file).href);
  // A CommonJS module that was compiled from ES syntax has its default one step further down.
  const exported = [module.default?.default, module.default].find(Array.isArray);
  if (exported === undefined) throw new Error("it does not export an array");
  return exported as Plugin[];
}

interface Module {
  readonly default?: { readonly default?: unknown };
}
