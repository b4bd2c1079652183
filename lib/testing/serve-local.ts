import { join } from "node:path";
import { parseEndpoints } from "../cli/local/options";
import { PoolKeys } from "../local/identities";
import { Local } from "../local/local";
import { readModel } from "../local/model/read/read-model";
import type { PermissionsMode } from "../local/permissions/permissions-mode";
import type { Report } from "../local/report";
import { takeServerFolder } from "../local/server-folder";
import { AccessKeys } from "../local/wire/local-credentials";
import { Denials } from "./denials";
import { findSource, type ServedSource, writeSource } from "./served-source";
import { TestServer } from "./test-server";

/** Options of `serveLocal`. */
export interface ServeLocalOptions {
  /** The stage for which an app is synthesized; Terraform JSON has its own. @default "test" */
  readonly stage?: string;
  /** The treatment of a call that no permission of its role allows. @default "enforce" */
  readonly permissions?: PermissionsMode;
  /**
   * Other addresses, by the name of a service of AWS or the URI of an integration: `{ ses: "http://127.0.0.1:4566" }`.
   *
   * @default - there are none
   */
  readonly endpoints?: Readonly<Record<string, string>>;
  /** Values of secrets of `Config.Secret`, by name. @default - there are none */
  readonly secrets?: Readonly<Record<string, string>>;
  /** Receives what happens, such as logs of functions, warnings and denials. @default - only denials are kept */
  readonly report?: Report;
}

/**
 * Serves an app in this process, on free ports of 127.0.0.1, with data of its own in memory.
 *
 * Returns when its scripts and migrations have run. Schedules do not run. Servers may run at the same time, in one process or
 * in several: each has a folder of its own in `.serverform/testing` of the project.
 *
 * @param source - the folder of a project, whose app command is run; a folder with Terraform JSON; or an app command
 * @throws ServerformError if there is nothing to serve, the app fails, or a part of it cannot be served
 */
export async function serveLocal(source: ServedSource, options: ServeLocalOptions = {}): Promise<TestServer> {
  const { stage = "test", permissions, endpoints = {}, secrets, report = () => {} } = options;
  const parsed = parseEndpoints(Object.entries(endpoints).map(([name, url]) => `${name}=${url}`));
  const found = findSource(source);
  const keysFolder = join(found.project.root, ".serverform", "testing");
  const folder = takeServerFolder(keysFolder);
  let local: Local | undefined;
  try {
    const written = await writeSource(found, folder.path, stage);
    const denials = new Denials(report);
    local = await Local.start({
      ...written,
      folder: folder.path,
      keysFolder,
      accessKeys: new AccessKeys(),
      host: "127.0.0.1",
      port: 0,
      dataFolder: undefined,
      endpoints: parsed,
      inspectPort: undefined,
      runsSchedules: false,
      secrets: (name) => secrets?.[name],
      permissions,
      historyLimit: 0,
      watch: false,
      report: denials.report,
      reportsAccessLog: false,
    });
    await local.deployed();
    return new TestServer({
      local,
      denials,
      model: readModel(written.from),
      keys: new PoolKeys(keysFolder),
      release: folder.release,
    });
  } catch (error) {
    await local?.stop();
    folder.release();
    throw error;
  }
}
