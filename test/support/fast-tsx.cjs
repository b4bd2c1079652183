/*
 * Starts apps that tests run with `node --import tsx` in half of the time. `--require` it in NODE_OPTIONS.
 *
 * tsx hooks both ways in which Node loads modules. For `import` it starts a thread, and for `require` it reads each package as
 * source, with its source map. Apps of tests are CommonJS and their packages are compiled, so they need neither. Measured with
 * examples/notes: 0.46 s of CPU in place of 0.84 s.
 *
 * With TEST_MODULES=commonjs, programs that are ES modules start in this way, too: tsx compiles their own files for `require`. A
 * new app takes 0.3 s of CPU in place of 0.9 s.
 */
const { existsSync, readFileSync } = require("node:fs");
const Module = require("node:module");
const { dirname, join } = require("node:path");
const { isMainThread } = require("node:worker_threads");

const imported = process.execArgv[process.execArgv.indexOf("--import") + 1];
const importsTsx = imported === "tsx" || /[/\\]tsx[/\\]dist[/\\]loader\.mjs$/.test(imported);

if (isMainThread && importsTsx && isCommonJs(process.argv[1] ?? "")) {
  // Node calls this before it imports what --import names.
  Module.runMain = (main = process.argv[1]) => {
    keepPackages();
    loadTsx();
    // Restores the setting of tsx from before its own file, which belongs to a package, was left.
    process.setSourceMapsEnabled(true);
    Module._load(main, null, true);
  };
}

/**
 * Loads tsx with its own folder for compiled files, below that of the compiled library. A process that compiles a file reads the
 * whole folder to find old files, and one for all apps grows without end: 226,000 files were 1.1 s of CPU for each process.
 */
function loadTsx() {
  const { TMPDIR, TSX_TSCONFIG_PATH } = process.env;
  if (TSX_TSCONFIG_PATH !== undefined) process.env.TMPDIR = dirname(TSX_TSCONFIG_PATH);
  try {
    require("tsx/cjs");
  } finally {
    if (TMPDIR === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = TMPDIR;
  }
}

/** Whether Node takes a file in TypeScript for CommonJS, or is to. */
function isCommonJs(main) {
  if (process.env.TEST_MODULES === "commonjs") return /\.[cm]?tsx?$/.test(main);
  if (!/\.[ct]sx?$/.test(main)) return false;
  for (let folder = dirname(main); ; folder = dirname(folder)) {
    const file = join(folder, "package.json");
    if (existsSync(file)) return JSON.parse(readFileSync(file, "utf8")).type !== "module";
    if (folder === dirname(folder)) return true;
  }
}

/** Lets Node load packages, also after tsx has replaced how files are loaded. */
function keepPackages() {
  const ofNode = Module._extensions[".js"];
  let current = ofNode;
  const load = (module, file) => {
    if (!/[/\\]node_modules[/\\]/.test(file)) return current(module, file);
    const { sourceMapsEnabled } = process;
    process.setSourceMapsEnabled(false);
    try {
      ofNode(module, file);
    } finally {
      process.setSourceMapsEnabled(sourceMapsEnabled);
    }
  };
  Object.defineProperty(Module._extensions, ".js", {
    configurable: true,
    enumerable: true,
    get: () => load,
    set: (replaced) => {
      current = replaced;
    },
  });
}
