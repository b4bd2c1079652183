const { statSync } = require("node:fs");
const { tmpdir } = require("node:os");
const { Script } = require("node:vm");
const { default: Runtime } = require("jest-runtime");

/** The modules of all test files of a worker, by path: the source that runs, and its compiled script. */
const transformed = new Map();
const compiled = new Map();

/**
 * Jest's way of loading modules, but a worker transforms and compiles each module once, and not once for each test file.
 *
 * Test files share code, and no state: each of them evaluates its modules anew, in its own context.
 */
module.exports = class CompilingOnceRuntime extends Runtime {
  constructor(...args) {
    super(...args);
    const [, , , , , { collectCoverage }] = args;
    if (collectCoverage) return;
    transformOnce(this.transformCache);
    compileOnce(this.executor);
  }
};

function transformOnce(cache) {
  const transform = cache.transform.bind(cache);
  cache.transform = (filename, options) => {
    // What tests write may change within a tick of the file system's clock.
    if (filename.startsWith(tmpdir())) return transform(filename, options);
    const { mtimeMs, size } = statSync(filename);
    const key = `${mtimeMs} ${size} ${options?.isInternalModule === true}`;
    const known = transformed.get(filename);
    if (known?.key === key) {
      if (known.map !== undefined) cache.sourceMaps.set(filename, known.map);
      return known.source;
    }
    const source = transform(filename, options);
    transformed.set(filename, { key, source, map: cache.sourceMaps.get(filename) });
    return source;
  };
}

function compileOnce(executor) {
  const compile = executor.compile.bind(executor);
  executor.compile = (source, filename) => {
    const context = executor.environment.getVmContext();
    const known = compiled.get(filename);
    if (context != null && known?.source === source) return known.script.runInContext(context);
    // A script of ours could not answer import(), and code that has it is rare.
    if (context == null || /\bimport\s*\(/.test(source)) return compile(source, filename);
    const beginning = `(function (${executor.injectedModuleParameters.join(", ")}) {`;
    let script;
    try {
      script = new Script(`${beginning}${source}\n})`, { filename, columnOffset: -beginning.length });
    } catch {
      // Jest knows how to tell what is wrong.
      return compile(source, filename);
    }
    compiled.set(filename, { source, script });
    return script.runInContext(context);
  };
}
