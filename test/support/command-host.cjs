/*
 * Runs command lines one after the other in one process, for tests that are not about the process. Most of a command's CPU is
 * the start of Node and the loading of modules, which hold no state of an app (test/architecture.test.ts).
 *
 * The test sends each run over the channel, and gets its status back. The output goes to stdout and stderr, each ended by a NUL.
 */
const { createReadStream } = require("node:fs");
const { dirname, join } = require("node:path");
const { AsyncLocalStorage } = require("node:async_hooks");

const [node, , main] = process.argv;
const { commandLine } = require(join(dirname(main), "program.js"));
const { runCommandLine } = require(join(dirname(main), "command-line.js"));
const { asTyped } = require(join(dirname(main), "project/package-manager.js"));

/** The run to which the code that runs belongs. A timer of an earlier run may not end the process. */
const runs = new AsyncLocalStorage();

process.on("message", (run) => runs.run(run, () => perform(run)));
process.on("disconnect", () => exit());

const exit = process.exit.bind(process);
let current;

async function perform(run) {
  current = run;
  begin(run);
  await runCommandLine(commandLine(), process.argv, undefined, async () => asTyped);
  end(process.exitCode);
}

function begin({ args, folder, environment }) {
  process.chdir(folder);
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name];
  Object.assign(process.env, environment);
  process.argv = [node, main, ...args];
  process.exitCode = undefined;
  let input;
  const get = () => {
    input ??= createReadStream("/dev/null");
    return input;
  };
  Object.defineProperty(process, "stdin", { configurable: true, get });
  process.exit = (code = process.exitCode) => {
    if (runs.getStore() === current) end(code);
  };
}

function end(code) {
  if (current === undefined) return;
  current = undefined;
  // The folder of the test is deleted, and this process stays.
  process.chdir(__dirname);
  process.exitCode = undefined;
  for (const stream of [process.stdout, process.stderr]) stream.write("\0");
  process.send({ code: Number(code ?? 0) });
}
