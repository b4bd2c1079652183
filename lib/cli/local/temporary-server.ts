import { resolve } from "node:path";
import { Local, type LocalOptions } from "../../local";
import type { CommandContext } from "../project/command-context";
import { type LocalCommandOptions, parseDatabaseServer, parseEndpoints, parsePermissions } from "./options";
import { secretsHere } from "./secrets-here";
import type { LocalSynthesis } from "./synthesis";

/** The options that commands take which start a server for themselves. */
export type TemporaryServerOptions = Pick<LocalCommandOptions, "data" | "endpoint" | "permissions">;

/** Starts a server on free ports, for as long as a command runs that needs one. */
export async function startTemporaryServer(
  { project, stage }: Pick<CommandContext, "project" | "stage">,
  { data, endpoint, permissions }: TemporaryServerOptions,
  synthesis: LocalSynthesis,
  own: Pick<
    LocalOptions,
    "folder" | "keysFolder" | "accessKeys" | "runsInvocations" | "watch" | "report" | "retriesFast"
  >,
): Promise<Local> {
  return Local.start({
    ...own,
    from: synthesis.output,
    bundlesFile: synthesis.bundlesFile(),
    host: "127.0.0.1",
    port: 0,
    dataFolder: data === undefined ? undefined : resolve(data),
    endpoints: parseEndpoints(endpoint),
    databaseServer: parseDatabaseServer(endpoint),
    inspectPort: undefined,
    runsSchedules: false,
    secrets: await secretsHere(project.root, stage),
    permissions: parsePermissions(permissions),
  });
}
