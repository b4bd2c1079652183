const { Script } = require("node:vm");
const { AsyncLocalStorage } = require("node:async_hooks");
const { default: Runtime } = require("jest-runtime");
const { missingHere, missingMembers } = require("./jest-members.cjs");
const { isOfJestWithoutState, isOfLibrary, isShared, runOf, sharingOf } = require("./shared-modules.cjs");

/** The compiled scripts of all test files of a worker, by path, each with its source. */
const compiled = new Map();

/** Jest's way of loading modules, but a worker compiles each module once, and not once for each test file. */
class CompilingOnceRuntime extends Runtime {
  constructor(...args) {
    super(...args);
    compileOnce(this.executor);
  }
}

/** Loads the modules that the test files of a worker share, and is never torn down. */
class SharedModules extends CompilingOnceRuntime {
  storages = recordedStorages();

  constructor(...args) {
    super(...args);
    const [{ rootDir }, environment] = args;
    this.coreModule.require = replacingStorage(this.coreModule, this.storages.Recorded);
    const load = this.cjsLoader.loadModule.bind(this.cjsLoader);
    // esbuild remembers the folder that it is loaded and started in, and that of a test goes with it.
    this.cjsLoader.loadModule = (module, ...rest) => {
      // The process of the tests: graceful-fs makes it remember the folder, until it changes to another one.
      const { process } = environment.global;
      const folder = process.cwd();
      process.chdir(rootDir);
      try {
        load(module, ...rest);
        if (module.filename === require.resolve("esbuild")) module.exports.transformSync("");
      } finally {
        process.chdir(folder);
      }
    };
  }

  /** The library is loaded again, and packages are not: a process that runs jest again may have changed a source between. */
  forgetLibrary() {
    const modules = this.registries.getActiveCjsRegistry();
    for (const path of [...modules.keys()]) if (isOfLibrary(path)) modules.delete(path);
    this.fileCache.clear();
  }
}

let sharedModules;

/** The members that this jest lacks. */
let missing;

/** The run of jest that the shared modules were last used in. */
let lastRun;

/**
 * Loads the library and its packages once for each worker, and not once for each test file, which also lets V8 keep
 * optimized code. Test code is loaded again by each file.
 */
class SharingRuntime extends CompilingOnceRuntime {
  storages = recordedStorages();

  constructor(...args) {
    super(...args);
    const [config, environment, resolver, transformer, , coverageOptions, testPath, globalConfig] = args;
    sharedModules ??= new SharedModules(
      config,
      environment,
      resolver,
      transformer,
      new Map(),
      coverageOptions,
      testPath,
      globalConfig,
    );
    const run = runOf(globalConfig);
    if (lastRun !== undefined && lastRun !== run) sharedModules.forgetLibrary();
    lastRun = run;
    const sharing = sharingOf(testPath, globalConfig);
    const load = this.cjsLoader.requireModule.bind(this.cjsLoader);
    const { resolution } = this.cjsLoader;
    this.cjsLoader.requireModule = (from, name, options, isActual) => {
      if (name && resolution.isCoreModule(name)) return load(from, name, options, isActual);
      if (options?.isInternalModule) {
        const own = name ? resolution.resolveCjs(from, name) : from;
        return isOfJestWithoutState(own)
          ? sharedModules.requireModule(own, undefined, options)
          : load(from, name, options, isActual);
      }
      const path = resolution.resolveCjs(from, name);
      return isShared(path, sharing)
        ? sharedModules.requireModule(path)
        : load(from, name, options, isActual);
    };
    this.coreModule.require = replacingStorage(this.coreModule, this.storages.Recorded);
  }

  getSourceMaps() {
    return new BothMaps(super.getSourceMaps(), sharedModules.getSourceMaps());
  }

  teardown() {
    super.teardown();
    this.storages.end();
    sharedModules.storages.end();
  }
}

/** A class of storages that can be ended together. Node visits each storage for each promise until it is disabled. */
function recordedStorages() {
  const created = new Set();
  class Recorded extends AsyncLocalStorage {
    constructor(...args) {
      super(...args);
      created.add(this);
    }
  }
  return {
    Recorded,
    end: () => {
      for (const storage of created) storage.disable();
    },
  };
}

/** Returns a function that loads modules of Node, with another class in place of `AsyncLocalStorage`. */
function replacingStorage(coreModule, storage) {
  const load = coreModule.require.bind(coreModule);
  return (name) =>
    /^(node:)?async_hooks$/.test(name) ? { ...load(name), AsyncLocalStorage: storage } : load(name);
}

/** The union of two maps. */
class BothMaps extends Map {
  constructor(first, second) {
    super();
    this.get = (key) => first.get(key) ?? second.get(key);
    this.has = (key) => first.has(key) || second.has(key);
  }
}

/**
 * Jest calls this with `new`. Without the members that are replaced here, as after an update of jest, each file loads its
 * modules as jest does: all tests pass in more time, but for one that names the members.
 */
module.exports = function runtimeOf(...args) {
  const [, environment, , , , { collectCoverage }, testPath, globalConfig] = args;
  if (collectCoverage) return new Runtime(...args);
  missing ??= missingMembers(new Runtime(...args));
  environment.global[missingHere] = missing;
  if (missing.length > 0) return new Runtime(...args);
  return sharingOf(testPath, globalConfig) === "none"
    ? new CompilingOnceRuntime(...args)
    : new SharingRuntime(...args);
};

Object.setPrototypeOf(module.exports, Runtime);

function compileOnce(executor) {
  const compile = executor.compile.bind(executor);
  executor.compile = (source, filename) => {
    const context = executor.environment.getVmContext();
    const known = compiled.get(filename);
    if (context != null && known?.source === source) return known.script.runInContext(context);
    // Our script could not answer import(), and code that contains it is rare.
    if (context == null || /\bimport\s*\(/.test(source)) return compile(source, filename);
    const beginning = `(function (${executor.injectedModuleParameters.join(", ")}) {`;
    let script;
    try {
      script = new Script(`${beginning}${source}\n})`, { filename, columnOffset: -beginning.length });
    } catch {
      // Jest can report the problem.
      return compile(source, filename);
    }
    compiled.set(filename, { source, script });
    return script.runInContext(context);
  };
}
