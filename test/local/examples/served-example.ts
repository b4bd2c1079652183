import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createToken, Local, type LocalEvent, type PermissionsMode, PoolKeys } from "../../../lib/local";
import type { CreateTokenOptions } from "../../../lib/local/identities";
import { readModel } from "../../../lib/model";
import { root, runApp } from "../../examples/support";
import { accessKeys } from "../../support/access-keys";
import { TestClock } from "../support/clock";

interface ServedExampleOptions {
  readonly environment?: Readonly<Record<string, string>>;
  /** Emulators and other addresses, as `--endpoint` names them. */
  readonly endpoints?: Readonly<Record<string, string>>;
  /** Changes the configuration in this folder before it is served. */
  readonly edit?: (from: string) => void;
  readonly permissions?: PermissionsMode;
}

/** An example, synthesized as it is and served by this process, so that a test sets the time: real sockets, real workers. */
export class ServedExample {
  private constructor(
    readonly local: Local,
    /** The clock of throttles, quotas, caches and tokens. */
    readonly clock: TestClock,
    /** Its events so far. */
    readonly events: readonly LocalEvent[],
    /** The calls that wait for the next event. */
    private readonly told: (() => void)[],
    private readonly folder: string,
  ) {}

  static async start(
    example: string,
    { environment = {}, endpoints = {}, edit, permissions }: ServedExampleOptions = {},
  ): Promise<ServedExample> {
    const folder = realpathSync(mkdtempSync(join(tmpdir(), "serverform-")));
    const [from, bundlesFile, own] = [
      join(folder, "out"),
      join(folder, "bundles.json"),
      join(folder, "local"),
    ];
    mkdirSync(own);
    // The SDK is not bundled; functions find it above their code, as in a project.
    symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
    runApp(example, "main.ts", {
      ...environment,
      CDKTF_OUTDIR: from,
      SERVERFORM_BUNDLES_FILE: bundlesFile,
      IS_LOCAL: "true",
    });
    edit?.(from);
    const clock = new TestClock(Date.now());
    const events: LocalEvent[] = [];
    const told: (() => void)[] = [];
    const local = await Local.start({
      accessKeys,
      from,
      bundlesFile,
      folder: own,
      host: "127.0.0.1",
      port: 0,
      dataFolder: undefined,
      endpoints: new Map(Object.entries(endpoints)),
      inspectPort: undefined,
      runsSchedules: false,
      permissions,
      countsPermissions: true,
      watch: false,
      report: (event) => {
        events.push(event);
        for (const wake of told.splice(0)) wake();
      },
      clock,
    });
    return new ServedExample(local, clock, events, told, folder);
  }

  /** The address of an API, by the end of its name; without the slash at the end. */
  url(name: string): string {
    const { served } = this.local;
    const found = served.find(({ gateway }) => gateway.name.endsWith(name))?.urls[0];
    if (found === undefined)
      throw new Error(`no API ${name} among ${served.map(({ gateway }) => gateway.name)}`);
    return found.replace(/\/$/, "");
  }

  /** A token of a user pool, as `serverform local token` prints it, issued at the time of `clock`: that of this server. */
  token({
    clock = this.clock,
    ...options
  }: Omit<CreateTokenOptions, "model" | "keys" | "clock"> &
    Partial<Pick<CreateTokenOptions, "clock">>): Promise<string> {
    const keys = new PoolKeys(join(this.folder, "local"));
    return createToken({ ...options, clock, keys, model: readModel(join(this.folder, "out")) });
  }

  /** Waits until it has reported an event. */
  async until(isWanted: (event: LocalEvent) => boolean): Promise<void> {
    while (!this.events.some(isWanted)) await new Promise<void>((done) => this.told.push(done));
  }

  /** Ends it, and removes the files that it has written. */
  async stop(): Promise<void> {
    await this.local.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
