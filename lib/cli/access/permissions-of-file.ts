import { isMeasuredService, permissionFailures, permissionsReport, readUse } from "../../local";
import { exitCodeOf, parseFailOn } from "./fail-on";
import { type FactsOptions, openFacts } from "./open-facts";
import { permissionsPatch, printPermissions } from "./print-permissions";

export interface PermissionsOptions extends FactsOptions {
  readonly failOn?: string;
  readonly patch?: boolean;
}

const command = "serverform local permissions";

/** Compares the permissions of the app with those that runs have recorded in a file. Returns the exit status. */
export async function permissionsOfFile(file: string, options: PermissionsOptions): Promise<number> {
  const kinds = parseFailOn(command, options.failOn, permissionFailures);
  const use = readUse(file, command);
  const settings = { ...options, json: options.json === true || options.patch === true };
  const { terminal, facts } = await openFacts(settings, "local permissions");
  const report = permissionsReport(facts.model, use, isMeasuredService());
  if (options.json === true) terminal.data(JSON.stringify(report));
  else if (options.patch === true) terminal.data(permissionsPatch(report));
  else printPermissions(terminal, report);
  return exitCodeOf(
    terminal,
    kinds.filter((kind) => permissionFailures[kind](report)),
  );
}
