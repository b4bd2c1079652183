import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import {
  type Bundles,
  createFunctions,
  type FunctionSettings,
  type Functions,
  type InvokeEvent,
  type InvokeOutcome,
  type Timers,
} from "../../../lib/local";
import type { FunctionsOptions } from "../../../lib/local/invoke";
import type { Code } from "../../../lib/local/invoke/code/code";
import { clockWithoutRefills } from "../../support/clock-without-refills";

export { isAlive, until } from "../../support/until";

const folders: string[] = [];

/** A new folder with these files. It is removed after the tests of the file. */
export function folderWith(files: Readonly<Record<string, string>> = {}): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "invoke-")));
  folders.push(folder);
  writeFiles(folder, files);
  return folder;
}

export function writeFiles(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
    if (content.startsWith("#!")) chmodSync(join(folder, path), 0o755);
  }
}

afterAll(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

export const arnOf = (name: string): string => `arn:aws:lambda:eu-west-1:123456789012:function:${name}`;

export type SettingsByName = Readonly<Record<string, Partial<FunctionSettings>>>;

/** Settings of one Node function per name. */
export function settingsOf(functions: SettingsByName): readonly FunctionSettings[] {
  return Object.entries(functions).map(([name, given]) => ({
    id: name,
    name,
    arn: arnOf(name),
    region: "eu-west-1",
    runtime: "nodejs22.x",
    handler: "index.handler",
    architecture: "x86_64",
    timeoutSeconds: 30,
    memoryMb: 128,
    variables: {},
    reservedConcurrency: undefined,
    logGroup: `/aws/lambda/${name}`,
    code: {},
    ...given,
  }));
}

/** Credentials that open nothing. */
export const credentials = { accessKeyId: "TESTACCESSKEY", secretAccessKey: "test-secret" };

/** Code that never changes, in this folder. */
export function codeIn(folder: string): Code {
  return {
    current: { folder },
    ready: async () => ({ folder }),
    onChange: () => () => {},
    position: (line) => line,
  };
}

export const bundlesOf = (code: Code): Pick<Bundles, "codeOf"> => ({ codeOf: () => code });

export interface Engine {
  readonly functions: Functions;
  readonly events: readonly InvokeEvent[];
  /** Invokes a function with an event and parses its result. */
  call(name: string, event?: unknown): Promise<InvokeOutcome & { readonly answer: unknown }>;
  logs(): readonly string[];
}

const running: Functions[] = [];

afterEach(async () => {
  await Promise.all(running.splice(0).map((each) => each.stop()));
});

/** An engine that runs the files of one folder as functions. It stops after the test, unless the caller stops it. */
export function engine(
  files: Readonly<Record<string, string>>,
  functions: SettingsByName = { fn: {} },
  options: Partial<FunctionsOptions> & { readonly code?: Code; readonly endsWithTest?: boolean } = {},
): Engine {
  const { code = codeIn(folderWith(files)), endsWithTest = true, ...rest } = options;
  const events: InvokeEvent[] = [];
  const created = createFunctions({
    functions: settingsOf(functions),
    environment: { credentials },
    report: (event) => events.push(event),
    clock: clockWithoutRefills,
    bundles: bundlesOf(code),
    ...rest,
  });
  if (endsWithTest) running.push(created);
  return {
    functions: created,
    events,
    call: async (name, event = {}) => {
      // The engine starts a process for the first function by then, and would start two for one that is called before.
      await new Promise(setImmediate);
      const outcome = await created.invoke({
        functionArn: name,
        payload: JSON.stringify(event),
        source: "test",
      });
      return {
        ...outcome,
        answer: "payload" in outcome ? (JSON.parse(outcome.payload) as unknown) : undefined,
      };
    },
    logs: () => events.flatMap((event) => (event.event === "log" ? event.line : [])),
  };
}

/** A handler file from the body of its function. */
export const handler = (body: string): Readonly<Record<string, string>> => ({
  "index.js": `exports.handler = async (event, context) => { ${body} };`,
});

/** Timers that run when the test calls `fire`. */
export function manualTimers(): Timers & {
  readonly pending: readonly number[];
  fire(milliseconds: number): void;
} {
  const timers = new Map<() => void, number>();
  return {
    now: () => Date.now(),
    after: (milliseconds, run) => {
      timers.set(run, milliseconds);
      return () => timers.delete(run);
    },
    get pending() {
      return [...timers.values()];
    },
    fire: (milliseconds) => {
      for (const [run, at] of [...timers]) {
        if (at === milliseconds && timers.delete(run)) run();
      }
    },
  };
}
