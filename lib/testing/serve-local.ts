import { join, resolve } from "node:path";
import { parseEndpoints } from "../cli";
import { AccessKeys, Local, type PermissionsMode, PoolKeys, type Report, takeServerFolder } from "../local";
import { readModel } from "../model";
import { Reported } from "./reported";
import { findSource, type ServedSource, writeSource } from "./served-source";
import { TestServer } from "./test-server";
import { TestTime } from "./test-time";

/** Options of `serveLocal`. */
export interface ServeLocalOptions {
  /** The stage for which an app is synthesized; Terraform JSON has its own. @default "test" */
  readonly stage?: string;
  /** The treatment of a call that no permission of its role allows. @default "enforce" */
  readonly permissions?: PermissionsMode;
  /**
   * The file to which the use of permissions is added when the server stops, for `serverform local permissions <file>`. Test files may
   * share it, also while they run at the same time.
   *
   * @default - `permissions()` of the server covers this run alone
   */
  readonly permissionsFile?: string;
  /**
   * Other addresses, by the name of a service of AWS or the URI of an integration: `{ ses: "http://127.0.0.1:4566" }`.
   *
   * @default - there are none
   */
  readonly endpoints?: Readonly<Record<string, string>>;
  /** Values of secrets of `Config.Secret`, by name. @default - there are none */
  readonly secrets?: Readonly<Record<string, string>>;
  /** Receives events, such as logs of functions, warnings and denials. @default - only denials are kept */
  readonly report?: Report;
}

/**
 * Serves an app in this process, on free ports of 127.0.0.1, with data of its own in memory.
 *
 * Returns when its scripts and migrations have run. Schedules run only while `clock.advance` lets time pass. Servers may run at the same time, in one process or
 * in several: each has a folder of its own in `.serverform/testing` of the project.
 *
 * @param source - the folder of a project, whose app command is run; a folder with Terraform JSON; or an app command
 * @throws ServerformError if there is nothing to serve, the app fails, or a part of it cannot be served
 */
export async function serveLocal(source: ServedSource, options: ServeLocalOptions = {}): Promise<TestServer> {
  const {
    stage = "test",
    permissions,
    permissionsFile,
    endpoints = {},
    secrets,
    report = () => {},
  } = options;
  const given = Object.entries(endpoints).map(([name, url]) => `${name}=${url}`);
  const parsed = parseEndpoints(given, "serveLocal");
  const found = findSource(source);
  const keysFolder = join(found.project.root, ".serverform", "testing");
  const folder = takeServerFolder(keysFolder);
  const time = new TestTime();
  const accessKeys = new AccessKeys();
  let local: Local | undefined;
  try {
    const written = await writeSource(found, folder.path, stage);
    const reported = new Reported(report);
    local = await Local.start({
      ...written,
      folder: folder.path,
      keysFolder,
      accessKeys,
      host: "127.0.0.1",
      port: 0,
      dataFolder: undefined,
      endpoints: parsed,
      inspectPort: undefined,
      runsSchedules: true,
      clock: time,
      scheduleClock: time.schedules,
      secrets: (name) => secrets?.[name],
      permissions,
      countsPermissions: true,
      historyLimit: 0,
      watch: false,
      report: reported.report,
      reportsAccessLog: false,
    });
    await local.deployed();
    return new TestServer({
      local,
      reported,
      json: written.from,
      time,
      accessKeys,
      model: readModel(written.from),
      keys: new PoolKeys(keysFolder),
      endpoints: parsed,
      permissionsFile: permissionsFile === undefined ? undefined : resolve(permissionsFile),
      release: folder.release,
    });
  } catch (error) {
    await local?.stop();
    folder.release();
    throw error;
  }
}
