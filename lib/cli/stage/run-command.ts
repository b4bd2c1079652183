import { constants } from "node:os";
import spawn from "cross-spawn";
import { contained } from "../../facts/text/contained";
import { Terminal } from "../ui/terminal";

/** Signals that this process alone may get: a terminal sends only Ctrl-C to all processes. */
const passedOn = ["SIGTERM", "SIGHUP"] as const;

/**
 * Runs a command with this environment, and returns its exit status.
 *
 * The command uses the terminal exclusively: interrupts reach it directly, and it decides when it ends.
 */
export function runCommand(
  [program = "", ...args]: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<number> {
  const pass = contained("signal", (signal: NodeJS.Signals) => child.kill(signal));
  const wait = (): void => {};
  // Before the command runs, which may be told to end at once.
  for (const signal of passedOn) process.on(signal, pass);
  process.on("SIGINT", wait);
  const child = spawn(program, args, { env, stdio: "inherit" });
  return new Promise<number>((resolve) => {
    child.once("error", (error: Error) => {
      new Terminal().error(`${program} could not be started: ${error.message}`);
      resolve(127);
    });
    child.once("close", (code, signal) => resolve(code ?? 128 + constants.signals[signal ?? "SIGHUP"]));
  }).finally(() => {
    for (const signal of passedOn) process.off(signal, pass);
    process.off("SIGINT", wait);
  });
}
