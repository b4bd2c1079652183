import { resolve } from "node:path";
import {
  appendUse,
  isMeasuredService,
  type PermissionsMode,
  permissionFailures,
  permissionsReport,
  type RecordedUse,
  readUse,
} from "../../local";
import type { Model } from "../../model";
import { exitCodeOf, parseFailOn } from "../access/fail-on";
import { printPermissions } from "../access/print-permissions";
import { fail } from "../errors";
import type { Terminal } from "../ui/terminal";
import type { PermissionsLine } from "./json-lines";
import { parseEndpoints, parsePermissions } from "./options";

interface CountingServer {
  readonly model?: Model;
  readonly usedPermissions?: RecordedUse | undefined;
}

interface EndOptions {
  readonly failOn?: string;
  readonly endpoint?: readonly string[];
  readonly json?: boolean;
}

/** Checks the options of the report, and returns a function that prints it at the end of a run and returns the exit status. */
export function endOfPermissions(
  { isReported, file }: PermissionsOption,
  { failOn, endpoint, json }: EndOptions,
): (server: CountingServer, terminal: Terminal) => number {
  const command = "serverform local";
  const kinds = parseFailOn(command, failOn, permissionFailures);
  if (!isReported && failOn !== undefined)
    return fail(command, "option-needs", "--fail-on", { other: "--permissions report" });
  const path = file === undefined ? undefined : resolve(file);
  // Refuses an unreadable file before the run.
  if (path !== undefined) readUse(path, command);
  return ({ model, usedPermissions }, terminal) => {
    if (!isReported || model === undefined || usedPermissions === undefined) return 0;
    if (path !== undefined) appendUse(path, usedPermissions);
    const use = path === undefined ? usedPermissions : readUse(path, command);
    const report = permissionsReport(model, use, isMeasuredService(parseEndpoints(endpoint)));
    if (json === true)
      terminal.data(JSON.stringify({ event: "permissions", ...report } satisfies PermissionsLine));
    else printPermissions(terminal, report);
    return exitCodeOf(
      terminal,
      kinds.filter((kind) => permissionFailures[kind](report)),
    );
  };
}

/** The handling of calls without permission, and whether a report is printed at the end. */
interface PermissionsOption {
  /** @default - the default of the server */
  readonly mode?: PermissionsMode | undefined;
  readonly isReported: boolean;
  /** The file that this run is added to. @default - the report covers only this run */
  readonly file?: string | undefined;
}

/**
 * Parses `--permissions`: a mode, `report`, or `report=<file>`. A report lets calls pass, so that it finds all missing
 * permissions.
 */
export function parsePermissionsOption(given: string | undefined): PermissionsOption {
  const [report, file] = /^report(?:=(.+))?$/.exec(given ?? "") ?? [];
  return report === undefined
    ? { mode: parsePermissions(given), isReported: false }
    : { mode: "warn", isReported: true, file };
}
