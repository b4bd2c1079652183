import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { writtenText } from "../../facts/text/written-text";
import {
  AccessKeys,
  type InvokeOutcome,
  jsonOf,
  Local,
  type LocalOptions,
  localFolder,
  takeServerFolder,
} from "../../local";
import { fail } from "../errors";
import type { CommandContext } from "../project/command-context";
import { secretsHere } from "../project/env-files";
import { printableJson } from "../ui/printable-text";
import type { Terminal } from "../ui/terminal";
import { runInLocalContext } from "./context";
import { type LocalCommandOptions, parseDatabaseServer, parseEndpoints, parsePermissions } from "./options";
import { LocalPrinter } from "./printer";
import { askFirstServer } from "./running-server";
import { type LocalSynthesis, synthesizeForLocal } from "./synthesis";

/** The answer of the server; `unknown` lists the functions if the name is unknown. */
type ServerAnswer = InvokeOutcome | { readonly unknown: readonly string[] };

/** The output of `local invoke --json`. */
export interface InvokeOutput {
  /** `refused`: nothing was invoked. */
  readonly status: InvokeOutcome["status"];
  readonly requestId: string;
  /** The answer of the function, or its error; a text if it is not JSON. */
  readonly payload?: unknown;
  readonly durationMs?: number;
  /** Why nothing was invoked. */
  readonly reason?: string;
}

/** Returns whether the function succeeded. */
export function invokeAndPrint(
  name: string,
  event: string | undefined,
  options: LocalCommandOptions,
): Promise<boolean> {
  const parsed = event === undefined ? undefined : parseEvent(event);
  return runInLocalContext({ ...options, json: true }, { command: "local invoke" }, async (context) => {
    const answer = await invokeHere(context, options, name, parsed);
    return printAnswer(context.terminal, name, answer, options.json === true);
  });
}

/** Invokes a function in the project's running server, or in a temporary one. */
export async function invokeHere(
  context: CommandContext,
  options: LocalCommandOptions,
  name: string,
  event: unknown,
  runsInvocations = true,
): Promise<ServerAnswer> {
  const request = { function: name, event };
  return (
    (await askFirstServer<ServerAnswer>(context.project.root, request, "/invoke")) ??
    invokeInNewServer({ context, options, name, event, runsInvocations })
  );
}

function printAnswer(terminal: Terminal, name: string, answer: ServerAnswer, json: boolean): boolean {
  if ("unknown" in answer) {
    return fail("serverform local invoke", "local-function-unknown", "<function>", {
      value: name,
      names: answer.unknown,
    });
  }
  if (json) {
    terminal.data(printableJson(describeOutcome(answer)));
    return answer.status === "ok";
  }
  if (answer.status === "refused") {
    terminal.error(answer.reason);
    return false;
  }
  terminal.data(answer.payload);
  return answer.status === "ok";
}

export function describeOutcome(answer: InvokeOutcome): InvokeOutput {
  const { status, requestId } = answer;
  if (status === "refused") return { status, requestId, reason: answer.reason };
  const { payload, durationMs } = answer;
  return { status, requestId, payload: jsonOf(payload) ?? payload, durationMs };
}

interface NewInvocation {
  readonly context: CommandContext;
  readonly options: LocalCommandOptions;
  readonly name: string;
  readonly event: unknown;
  /** Whether scripts and migrations run before it. */
  readonly runsInvocations: boolean;
}

/** Starts a server on a free port, only for this invocation. */
async function invokeInNewServer(invocation: NewInvocation): Promise<ServerAnswer> {
  const folder = localFolder(invocation.context.project.root);
  const own = takeServerFolder(folder);
  try {
    return await invokeInFolder(invocation, own.path, folder);
  } finally {
    own.release();
  }
}

async function invokeInFolder(
  { context, options, name, event, runsInvocations }: NewInvocation,
  folder: string,
  keysFolder: string,
): Promise<ServerAnswer> {
  const synthesis = synthesizeForLocal(context, folder, options.from);
  await synthesis.run();
  const printer = new LocalPrinter(context.terminal, false);
  const server = await startTemporaryServer(context, options, synthesis, {
    folder: join(folder, "invoke"),
    keysFolder,
    // Only the functions of this run use them for signatures.
    accessKeys: new AccessKeys(),
    runsInvocations,
    watch: false,
    report: printer.report,
  });
  try {
    await server.deployed();
    return await server.invoke(name, event);
  } finally {
    await server.stop();
    printer.flush();
  }
}

/** Parses JSON, or the content of a file with JSON. */
function parseEvent(given: string): unknown {
  const text = existsSync(given) ? writtenText(given) : given;
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    const reason = (error as Error).message;
    return fail("serverform local invoke", "local-event-invalid", "[event]", { value: given, reason });
  }
}

export type TemporaryServerOptions = Pick<LocalCommandOptions, "data" | "endpoint" | "permissions">;

/** Starts a server on free ports while a command needs it. */
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
