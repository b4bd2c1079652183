import type * as errors from "./errors";
import type * as printing from "./ui/print-error";

/** Refuses a version of Node.js that `engines` of the package excludes: npm only warns of it when it installs. */
export function refuseOldNode(value: string, args: readonly string[]): void {
  const { engines } = require("../../package.json") as { readonly engines: { readonly node: string } };
  const needed = Number(/\d+/.exec(engines.node)?.[0]);
  if (Number.parseInt(value, 10) >= needed) return;
  const { problem } = require("./errors") as typeof errors;
  const { printError } = require("./ui/print-error") as typeof printing;
  const error = problem("serverform", "node-too-old", "process.version", { value, needed });
  process.exit(printError(error, "serverform", args));
}

// On import: the other modules need what an old version does not have.
refuseOldNode(process.versions.node, process.argv);
