import type { Command } from "commander";

/** `serverform local permissions <file>`: compares the permissions of functions with those that they have used. */
export function declareLocalPermissions(local: Command): void {
  local
    .command("permissions")
    .argument("<file>", "file of --permissions report=<file>, or of permissionsFile in serverform/testing")
    .description("list the used, unused and missing permissions of the functions, over all runs in a file")
    .option("--fail-on <kinds>", "exit with 1 for any of missing,unused")
    .option("--patch", "print the lines of code that change; other text goes to stderr")
    .option("--json", "print a JSON object; other text goes to stderr")
    .action(async (file: string, _options: object, command: Command) => {
      const { permissionsOfFile } = await import("../../access/permissions-of-file.js");
      process.exitCode = await permissionsOfFile(file, command.optsWithGlobals());
    });
}
