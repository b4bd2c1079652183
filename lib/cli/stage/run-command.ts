import spawn from "cross-spawn";
import { Terminal } from "../ui/terminal";

/**
 * Runs a command with this environment, and returns its exit status.
 *
 * It has the terminal to itself. Interrupts reach it directly, and it decides when it ends.
 */
export function runCommand(
  [program = "", ...args]: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(program, args, { env, stdio: "inherit" });
    child.once("error", (error: Error) => {
      new Terminal().error(`${program} could not be started: ${error.message}`);
      resolve(127);
    });
    child.once("close", (code) => resolve(code ?? 1));
  });
}
