const { accessSync, constants, statfsSync } = require("node:fs");
const { TestEnvironment } = require("jest-environment-node");
const { sharingOf } = require("./shared-modules.cjs");

// Terraform and esbuild collect garbage less often: a quarter of the CPU of a plan, for half as much memory again.
process.env.GOGC ??= "400";

/** The environment of all test files of a worker that share modules. */
let shared;

/**
 * Jest's environment for Node, but the test files of a worker share it, since they share modules (see runtime.cjs): what a
 * test file leaves in the global object and in `process` goes with it.
 */
class SharedEnvironment {
  constructor(config, context) {
    shared ??= new TestEnvironment(config, context);
    this.global = shared.global;
    this.moduleMocker = shared.moduleMocker;
    this.fakeTimers = shared.fakeTimers;
    this.fakeTimersModern = shared.fakeTimersModern;
    const { process } = this.global;
    this.restorations = [listeners(process), ...[process, process.env, this.global].map(restoring)];
  }

  async setup() {}

  async teardown() {
    this.fakeTimers.dispose();
    this.fakeTimersModern.dispose();
    for (const restore of this.restorations) restore();
  }

  exportConditions() {
    return shared.exportConditions();
  }

  getVmContext() {
    return shared.getVmContext();
  }
}

/** Where Linux keeps files in memory. Thousands of tests write an app to a temporary folder: there, it takes a fifth of the time. */
const inMemory = "/dev/shm";
const { TMPDIR: temporary } = process.env;

/** Whether there is enough memory for the files of tests; in a container it may be 64 MB. */
const hasRoomInMemory = (() => {
  try {
    accessSync(inMemory, constants.W_OK);
    const { bavail, bsize } = statfsSync(inMemory);
    return bavail * bsize > 2 ** 31;
  } catch {
    return false;
  }
})();

/**
 * Chooses the folder of temporary files for a test file. Files that start processes copy large packages: they and
 * their processes use the system's folder, because the environment of the processes names no other one.
 */
function chooseTemporaryFolder(sharing) {
  if (temporary !== undefined) return;
  if (sharing === "all" && hasRoomInMemory) process.env.TMPDIR = inMemory;
  else delete process.env.TMPDIR;
}

/** Jest calls this with `new`. */
module.exports = function environmentOf(config, context) {
  const sharing = sharingOf(context.testPath, config.globalConfig);
  const environment =
    sharing === "none" ? new TestEnvironment(config, context) : new SharedEnvironment(config, context);
  chooseTemporaryFolder(sharing);
  return environment;
};

/** Values that packages and Node keep for themselves, such as the tokens of cdktf, live as long as they do. */
const isPrivate = (key) => typeof key === "string" && key.startsWith("_");

/** Returns a function that gives an object the properties that it has now. */
function restoring(object) {
  const ownKeys = () => Reflect.ownKeys(object).filter((key) => !isPrivate(key));
  const before = new Map(ownKeys().map((key) => [key, Object.getOwnPropertyDescriptor(object, key)]));
  return () => {
    for (const key of ownKeys()) if (!before.has(key)) delete object[key];
    for (const [key, descriptor] of before) {
      const now = Object.getOwnPropertyDescriptor(object, key);
      if (now?.value === descriptor.value && now?.get === descriptor.get) continue;
      Object.defineProperty(object, key, descriptor);
    }
  };
}

/** Returns a function that takes away the listeners that come from now on. */
function listeners(emitter) {
  const before = new Map(emitter.eventNames().map((name) => [name, emitter.rawListeners(name)]));
  return () => {
    for (const name of emitter.eventNames())
      for (const listener of emitter.rawListeners(name))
        if (!before.get(name)?.includes(listener)) emitter.removeListener(name, listener);
  };
}
