import type { DeclaredDatabase } from "../../local/databases/declared-databases";
import { localFolder } from "../../local/server-folder";
import { fail } from "../errors";
import { invokeHere } from "../local/invoke";
import type { CommandContext } from "../project/command-context";
import type { Migrator, RdsOptions } from "./run";

/** Invokes the migrator in the running local server, or in one that runs as long as the call. */
export function localMigrator(
  context: CommandContext,
  options: RdsOptions,
  { id }: DeclaredDatabase,
  functionName: string,
): Migrator {
  return async (request) => {
    const folder = localFolder(context.project.root);
    // Nothing else is to migrate the database.
    const answer = await invokeHere(context, options, folder, functionName, request, false);
    if ("unknown" in answer) {
      return fail("serverform rds", "rds-migrator-missing", "the app", { id, where: "the local server" });
    }
    if (answer.status === "ok") return JSON.parse(answer.payload) as unknown;
    const reason = answer.status === "refused" ? answer.reason : answer.errorMessage;
    return fail("serverform rds", "rds-migration-failed", id, { reason });
  };
}
