import { createRequire, Module } from "node:module";

/** A package that CDKTF loads, and what stands for it until something uses it. */
type StandIn = (load: () => unknown) => unknown;

/** CDKTF loads 370 files, of which 290 belong to these packages. A synthesis hardly needs them. */
const standIns: Readonly<Record<string, StandIn>> = {
  // Only the process that CDKTF starts for an asset of the type `ARCHIVE` zips, and that one loads the package itself.
  archiver: loadedAtFirstUse,
  // Compares versions of Terraform, if resources are moved or a caller asks for it.
  semver: loadedAtFirstUse,
  // Two spaces are all that CDKTF asks it for.
  "json-stable-stringify":
    (load) =>
    (...given: readonly unknown[]) =>
      JSON.stringify(given[1]) === '{"space":2}'
        ? stableJson(given[0])
        : (load() as (...given: readonly unknown[]) => unknown)(...given),
};

/**
 * Loads CDKTF without packages that a synthesis does not need, which takes half of the time. Code that uses one of them loads it then.
 *
 * Does nothing if the app has loaded CDKTF before this library.
 */
export function loadCdktf(): void {
  const cdktf = resolved(() => require.resolve("cdktf"));
  const { cache } = require;
  // A runtime that keeps its modules elsewhere has no cache.
  if (cdktf === undefined || cache === undefined || cache[cdktf] !== undefined) return;
  const fromCdktf = createRequire(cdktf);
  const replaced: string[] = [];
  for (const [name, standIn] of Object.entries(standIns)) {
    const file = resolved(() => fromCdktf.resolve(name));
    if (file === undefined || cache[file] !== undefined) continue;
    const module = new Module(file);
    module.loaded = true;
    module.exports = standIn(() => fromCdktf(name));
    cache[file] = module;
    replaced.push(file);
  }
  try {
    require("cdktf");
  } finally {
    // Other packages get the real ones.
    for (const file of replaced) delete cache[file];
  }
}

function resolved(resolve: () => string): string | undefined {
  try {
    return resolve();
  } catch {
    // It is not installed, or this version of CDKTF does not need it.
    return undefined;
  }
}

/** A function that stands for another one or for an object, with all its properties. */
function loadedAtFirstUse(load: () => unknown): unknown {
  const known: { value?: object | undefined } = {};
  const real = (): object => {
    known.value ??= load() as object;
    return known.value;
  };
  return new Proxy(() => {}, {
    apply: (_, self, given) => Reflect.apply(real() as () => unknown, self, given),
    get: (_, key) => Reflect.get(real(), key),
    has: (_, key) => Reflect.has(real(), key),
  });
}

/**
 * The JSON that CDKTF writes: keys in order, two spaces for each level, and a line break in empty objects and lists, too.
 *
 * CDKTF uses `json-stable-stringify` for it, which is the slower half of writing a large stack, and loads 44 files. Returns
 * undefined for values that JSON leaves out.
 *
 * @throws TypeError if an object contains itself
 */
export function stableJson(value: unknown): string | undefined {
  return textOf(value, "\n", []);
}

/** @param line - a line break, and the indentation of the value */
function textOf(given: unknown, line: string, above: object[]): string | undefined {
  const value = hasToJson(given) ? given.toJSON() : given;
  if (typeof value === "string" || typeof value !== "object" || value === null) return JSON.stringify(value);
  const inner = `${line}  `;
  let text = "";
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index++) {
      text += `${index === 0 ? "" : ","}${inner}${textOf(value[index], inner, above) ?? "null"}`;
    }
    return `[${text}${line}]`;
  }
  if (above.includes(value)) throw new TypeError("Converting circular structure to JSON");
  above.push(value);
  for (const key of Object.keys(value).sort()) {
    const member = textOf((value as Readonly<Record<string, unknown>>)[key], inner, above);
    if (member !== undefined) text += `${text === "" ? "" : ","}${inner}${JSON.stringify(key)}: ${member}`;
  }
  above.pop();
  return `{${text}${line}}`;
}

const hasToJson = (value: unknown): value is { toJSON(): unknown } =>
  typeof value === "object" && value !== null && "toJSON" in value && typeof value.toJSON === "function";
