import type { PermissionsMode } from "../../local/permissions/permissions-mode";
import { parsePermissions } from "./options";

/** The treatment of calls that no permission allows, and whether a report is printed at the end. */
export interface PermissionsOption {
  /** @default - the default of the server */
  readonly mode?: PermissionsMode | undefined;
  readonly isReported: boolean;
  /** The file to which this run is added. @default - the report is about this run */
  readonly file?: string | undefined;
}

/**
 * Parses `--permissions`: a mode, `report`, or `report=<file>`. A report lets calls pass, so that it finds all permissions that are
 * missing.
 */
export function parsePermissionsOption(given: string | undefined): PermissionsOption {
  const [report, file] = /^report(?:=(.+))?$/.exec(given ?? "") ?? [];
  return report === undefined
    ? { mode: parsePermissions(given), isReported: false }
    : { mode: "warn", isReported: true, file };
}
