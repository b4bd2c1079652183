import { existsSync } from "node:fs";
import Module, { isBuiltin } from "node:module";
import { delimiter, dirname, join, sep } from "node:path";
import { fileURLToPath } from "node:url";

/** The packages that a function finds in AWS outside its own folder. Names may end with `*`. */
export interface ModuleLimits {
  readonly ofRuntime: readonly string[];
  /** Packages of layers. The local server uses the project's packages for them. */
  readonly ofLayers: readonly string[];
  /** The folder of the sources, whose `node_modules` provide the packages of the runtime and of layers here. */
  readonly source?: string | undefined;
}

type Parent = { readonly filename?: string | null } | undefined;
type Resolve = (request: string, parent: Parent, ...rest: unknown[]) => string;

interface RegisteredHooks {
  resolve(
    specifier: string,
    context: { readonly parentURL?: string },
    next: (specifier: string, context: object) => { readonly url: string },
  ): object;
}

/**
 * Hides the packages of the project from the code of a function.
 *
 * The folder of the code is in the project here, so Node would also find packages in `node_modules` of the project, which are not
 * deployed.
 */
export function limitModules(folder: string, limits: ModuleLimits): void {
  const internals = Module as unknown as {
    _resolveFilename: Resolve;
    readonly registerHooks?: (hooks: RegisteredHooks) => void;
  };
  const original = internals._resolveFilename;
  internals._resolveFilename = (request, parent, ...rest) => {
    const from = parent?.filename ?? undefined;
    const name = packageOf(request);
    if (from === undefined || name === undefined || isOwn(from, name, folder)) {
      return original(request, parent, ...rest);
    }
    const isProvided = listed([...limits.ofRuntime, ...limits.ofLayers], name);
    const found = find(request, parent, rest) ?? (isProvided ? findInSource(request) : undefined);
    // A package may import itself by its own name.
    if (found !== undefined && (isProvided || isWithin(found, folder) || isInNodePath(found))) return found;
    throw missing(request, name, from, limits, found !== undefined);
  };
  // Imports of ES modules bypass the function above. Before Node 22.15 they cannot be intercepted in this thread.
  internals.registerHooks?.({
    resolve: (specifier, context, next) => {
      const from = context.parentURL?.startsWith("file:") ? fileURLToPath(context.parentURL) : undefined;
      const name = packageOf(specifier);
      if (from === undefined || name === undefined || isOwn(from, name, folder))
        return next(specifier, context);
      const isProvided = listed([...limits.ofRuntime, ...limits.ofLayers], name);
      try {
        const found = next(specifier, context);
        const file = found.url.startsWith("file:") ? fileURLToPath(found.url) : undefined;
        if (isProvided || file === undefined || isWithin(file, folder)) return found;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== "ERR_MODULE_NOT_FOUND") throw error;
        throw missing(specifier, name, from, limits, false);
      }
      throw missing(specifier, name, from, limits, true);
    },
  });

  function find(request: string, parent: Parent, rest: readonly unknown[]): string | undefined {
    try {
      return original(request, parent, ...rest);
    } catch (error) {
      // Other errors are about an existing package.
      if ((error as NodeJS.ErrnoException).code !== "MODULE_NOT_FOUND") throw error;
      return undefined;
    }
  }

  function findInSource(request: string): string | undefined {
    const { source } = limits;
    return source === undefined ? undefined : find(request, undefined, [false, { paths: [source] }]);
  }
}

/** Whether code is outside the function, or has the package in a deployed folder. */
function isOwn(from: string, name: string, folder: string): boolean {
  if (!isWithin(from, folder)) return true;
  for (let at = dirname(from); isWithin(at, folder); at = dirname(at)) {
    if (existsSync(join(at, "node_modules", name))) return true;
  }
  return false;
}

const isWithin = (path: string, folder: string): boolean => path === folder || path.startsWith(folder + sep);

const isInNodePath = (path: string): boolean =>
  (process.env.NODE_PATH ?? "").split(delimiter).some((each) => each !== "" && isWithin(path, each));

/** The package of an import; undefined for a path, a built-in module and an entry of `imports`. */
function packageOf(request: string): string | undefined {
  if (/^[./#]|^[a-z]+:|^[A-Z]:[\\/]/.test(request) || isBuiltin(request)) return undefined;
  return /^(?:@[^/]+\/)?[^/]+/.exec(request)?.[0];
}

const listed = (names: readonly string[], name: string): boolean =>
  names.some((each) => (each.endsWith("*") ? name.startsWith(each.slice(0, -1)) : name === each));

/** The error of Node, with the option that adds the package. */
function missing(
  request: string,
  name: string,
  from: string,
  { ofRuntime }: ModuleLimits,
  isInProject: boolean,
): Error {
  const hint = listed(ofRuntime, name)
    ? `The runtime in AWS contains it. Install it for this machine: npm install --save-dev ${name}`
    : `${isInProject ? "It is installed in the project only, which is not deployed. " : ""}` +
      `Add ${JSON.stringify(name)} to bundle.nodeModules of the function, or to bundle.externalModules if a layer has it.`;
  const error = new Error(`Cannot find module '${request}'\n${hint}\nRequire stack:\n- ${from}`);
  return Object.assign(error, { code: "MODULE_NOT_FOUND", requireStack: [from] });
}
