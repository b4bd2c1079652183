import type { Plugin } from "esbuild";

/**
 * Loads external modules with `require` where an ES module imports them.
 *
 * Lambda's runtimes before `nodejs18.x` find their own modules and those of layers by `require` only:
 * https://aws.amazon.com/blogs/compute/node-js-18-x-runtime-now-available-in-aws-lambda/
 */
export function requiredModules(patterns: readonly string[]): Plugin {
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

/** Files of this namespace are made up. */
export const namespace = "required-modules";
