import type * as errors from "./errors";
import type * as printing from "./ui/print-error";

/**
 * The oldest supported version. `engines` of the package for CDK Terrain also has the requirement of its providers.
 */
export const oldestNode = 20;

/** Refuses unsupported versions of Node.js: npm only prints a warning during the installation. */
export function refuseOldNode(value: string, args: readonly string[]): void {
  if (Number.parseInt(value, 10) >= oldestNode) return;
  const { problem } = require("./errors") as typeof errors;
  const { printError } = require("./ui/print-error") as typeof printing;
  const error = problem("serverform", "node-too-old", "process.version", { value, needed: oldestNode });
  process.exit(printError(error, "serverform", args));
}

// On import: other modules need features that an old version does not have.
refuseOldNode(process.versions.node, process.argv);
