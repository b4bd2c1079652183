/** Jest's own version that runtime.cjs is written for; `package.json` names no other. */
exports.version = "30.5.2";

/** Members of jest's runtime that runtime.cjs calls or replaces, and that jest does not document. */
const members = {
  "cjsLoader.loadModule": "function",
  "cjsLoader.requireModule": "function",
  "cjsLoader.resolution.isCoreModule": "function",
  "cjsLoader.resolution.resolveCjs": "function",
  "coreModule.require": "function",
  "executor.compile": "function",
  "executor.environment": "object",
  "executor.injectedModuleParameters": "object",
  fileCache: "object",
  getSourceMaps: "function",
  "registries.getActiveCjsRegistry": "function",
  teardown: "function",
};

/** Members that a runtime lacks, or has as something else: `executor.compile is undefined, not a function`. */
exports.missingMembers = (runtime) =>
  Object.entries(members).flatMap(([path, kind]) => {
    const found = path.split(".").reduce((value, key) => value?.[key], runtime);
    if (typeof found === kind && found !== null) return [];
    return [`${path} is ${found === null ? "null" : typeof found}, not a ${kind}`];
  });

/** Where a test file finds the members that its own runtime lacks. */
exports.missingHere = Symbol.for("serverform.tests.missingMembersOfJest");
