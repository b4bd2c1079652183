import { createRequire, Module } from "node:module";

/**
 * Loads CDKTF without the package that zips assets.
 *
 * CDKTF loads `archiver`, and 200 files with it, which is two fifths of the time that loading CDKTF takes. Only the process that it starts for an
 * asset of the type `ARCHIVE` zips, and that one loads the package itself. Here, it is loaded if something uses it after all.
 *
 * Does nothing if the app has loaded CDKTF before this library.
 */
export function loadCdktf(): void {
  const cdktf = resolved(() => require.resolve("cdktf"));
  const archiver = cdktf && resolved(() => createRequire(cdktf).resolve("archiver"));
  const { cache } = require;
  // A runtime that keeps its modules elsewhere has no cache.
  if (cdktf === undefined || archiver === undefined || cache === undefined) return;
  if (cache[cdktf] !== undefined || cache[archiver] !== undefined) return;
  const module = new Module(archiver);
  module.loaded = true;
  module.exports = loadedAtFirstUse(() => createRequire(cdktf)("archiver"));
  cache[archiver] = module;
  try {
    require("cdktf");
  } finally {
    // Other packages get the real one.
    delete cache[archiver];
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

/** A function that stands for another one, with all its properties. */
function loadedAtFirstUse(load: () => object): object {
  const known: { value?: object } = {};
  const real = (): object => {
    known.value ??= load();
    return known.value;
  };
  return new Proxy(() => {}, {
    apply: (_, self, given) => Reflect.apply(real() as () => unknown, self, given),
    get: (_, key) => Reflect.get(real(), key),
    has: (_, key) => Reflect.has(real(), key),
  });
}
