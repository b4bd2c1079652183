import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Bundles, Code } from "../../lib/invoke/code/bundles";
import { createFunctions, type FunctionsOptions } from "../../lib/invoke/functions";
import type { Functions, InvokeOutcome } from "../../lib/invoke/invocation";
import { systemClock, type Timers } from "../../lib/local/clock";
import type { Model, Resource, Values } from "../../lib/local/model/model";
import type { LocalEvent } from "../../lib/local/report";

export { isAlive, until } from "../local/support/until";

const folders: string[] = [];

/** A new folder with these files; gone after the tests of the file. */
export function folderWith(files: Readonly<Record<string, string>> = {}): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "local-")));
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

/** A model of these resources, each written as `type.name` and its attributes. */
export function modelOf(resources: Readonly<Record<string, Values>>): Model {
  const all = Object.entries(resources).map(([address, values]): Resource => {
    const [type = "", name = ""] = address.startsWith("data.")
      ? [address.split(".").slice(0, 2).join("."), address.split(".")[2]]
      : address.split(".");
    return {
      address: `Main/${address}`,
      type,
      name,
      stack: "Main",
      folder: "/stacks/Main",
      constructPath: undefined,
      values,
    };
  });
  const ofType = (type: string) => all.filter((each) => each.type === type);
  return {
    region: "eu-west-1",
    account: "123456789012",
    partition: "aws",
    resources: all,
    ofType,
    find: (type, attribute, value) => ofType(type).find((each) => each.values[attribute] === value),
  };
}

export const arnOf = (name: string): string => `arn:aws:lambda:eu-west-1:123456789012:function:${name}`;

/** A model with one function per name. */
export function functionsModel(functions: Readonly<Record<string, Values>>): Model {
  return modelOf(
    Object.fromEntries(
      Object.entries(functions).map(([name, values]) => [
        `aws_lambda_function.${name}`,
        { function_name: name, arn: arnOf(name), runtime: "nodejs22.x", handler: "index.handler", ...values },
      ]),
    ),
  );
}

/** Code in a folder that never changes, for all functions. */
export function codeIn(folder: string): Code {
  return {
    current: { folder },
    ready: async () => ({ folder }),
    onChange: () => () => {},
    position: (line) => line,
  };
}

export const bundlesOf = (code: Code): Bundles => ({
  codeOf: () => code,
  isSource: () => false,
  reload: () => {},
  stop: async () => {},
});

export interface Engine {
  readonly functions: Functions;
  readonly events: readonly LocalEvent[];
  /** Invokes a function with an event; the answer is parsed. */
  call(name: string, event?: unknown): Promise<InvokeOutcome & { readonly answer: unknown }>;
  logs(): readonly string[];
}

const running: Functions[] = [];

afterEach(async () => {
  await Promise.all(running.splice(0).map((each) => each.stop()));
});

/** An engine that runs the files of one folder as functions; ends with the test. */
export function engine(
  files: Readonly<Record<string, string>>,
  functions: Readonly<Record<string, Values>> = { fn: {} },
  options: Partial<FunctionsOptions> & { readonly code?: Code } = {},
): Engine {
  const { code = codeIn(folderWith(files)), ...rest } = options;
  const events: LocalEvent[] = [];
  const created = createFunctions({
    model: functionsModel(functions),
    report: (event) => events.push(event),
    clock: systemClock,
    bundles: bundlesOf(code),
    ...rest,
  });
  running.push(created);
  return {
    functions: created,
    events,
    call: async (name, event = {}) => {
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

/** Timers that go off when the test says so. */
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
