import { createRequire, Module } from "node:module";

/** A package that CDKTF loads, and its placeholder until the first use. */
type StandIn = (load: () => unknown) => unknown;

/** CDKTF loads 370 files, 290 of them from these packages. A synthesis rarely needs them. */
const standIns: Readonly<Record<string, StandIn>> = {
  // Only the process that CDKTF starts for an asset of the type `ARCHIVE` creates zips, and it loads the package itself.
  archiver: loadedAtFirstUse,
  // Compares versions of Terraform, for moved resources or on request of a caller.
  semver: loadedAtFirstUse,
  // CDKTF uses it only with two spaces.
  "json-stable-stringify":
    (load) =>
    (...given: readonly unknown[]) =>
      JSON.stringify(given[1]) === '{"space":2}'
        ? stableJson(given[0])
        : (load() as (...given: readonly unknown[]) => unknown)(...given),
};

/**
 * Loads CDKTF without packages that a synthesis does not need, which takes half of the time. They are loaded at their first use.
 *
 * Does nothing if the app has loaded CDKTF before this library.
 */
export function loadCdktf(): void {
  const cdktf = resolved(() => require.resolve("cdktf"));
  const { cache } = require;
  // A runtime with another module system has no cache.
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

/** A function that replaces another function or an object, with all its properties. */
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
 * The JSON that CDKTF writes: sorted keys, two spaces for each level, and a line break even in empty objects and lists.
 *
 * CDKTF uses `json-stable-stringify` for it, which is the slower half of writing a large stack, and loads 44 files. Returns
 * undefined for values that JSON omits.
 *
 * @throws TypeError if an object is circular
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
