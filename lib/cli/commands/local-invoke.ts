import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fail } from "../../errors/error";
import { askRunningServer } from "../../local/control";
import type { InvokeOutcome } from "../../local/functions/invoke";
import { Local, localFolder } from "../../local/local";
import { type LocalCommandOptions, parseEndpoints } from "../local/options";
import { LocalPrinter } from "../local/printer";
import { synthesizeForLocal } from "../local/synthesis";
import { type Prepared, prepare } from "../project/command-context";
import { localInterrupt } from "./local";

type Answer = InvokeOutcome | { readonly unknown: readonly string[] };

/** `serverform local invoke`: prints what the function answers; exit status 1 when it failed. */
export async function invoke(
  name: string,
  event: string | undefined,
  options: LocalCommandOptions,
): Promise<number> {
  const parsed = event === undefined ? undefined : parseEvent(event);
  const prepared = await prepare(
    { ...options, json: true },
    {
      command: "local invoke",
      account: false,
      onInterrupt: localInterrupt,
    },
  );
  const { terminal, interrupt, project } = prepared;
  try {
    const folder = localFolder(project.root);
    const running = await askRunningServer(folder, { function: name, event: parsed });
    const answer = (running?.answer ?? (await invokeAlone(prepared, options, name, parsed))) as Answer;
    if ("unknown" in answer) {
      return fail("serverform local invoke", "local-function-unknown", "<function>", {
        value: name,
        names: answer.unknown,
      });
    }
    if (answer.status === "refused") {
      terminal.error(answer.reason);
      return 1;
    }
    terminal.data(answer.payload);
    return answer.status === "ok" ? 0 : 1;
  } finally {
    interrupt.release();
  }
}

/** Without a running server: one for this call, on any free port. */
async function invokeAlone(
  prepared: Prepared,
  options: LocalCommandOptions,
  name: string,
  event: unknown,
): Promise<Answer> {
  const folder = localFolder(prepared.project.root);
  const synthesis = synthesizeForLocal(prepared, folder, options.from);
  await synthesis.run();
  const printer = new LocalPrinter(prepared.terminal, false);
  const server = await Local.start({
    from: synthesis.output,
    bundlesFile: synthesis.bundlesFile(),
    folder: join(folder, "invoke"),
    host: "127.0.0.1",
    port: 0,
    dataFolder: options.data === undefined ? undefined : resolve(options.data),
    endpoints: parseEndpoints(options.endpoint ?? []),
    inspectPort: undefined,
    runsSchedules: false,
    watch: false,
    report: printer.report,
  });
  try {
    return await server.invoke(name, event);
  } finally {
    await server.stop();
    printer.flush();
  }
}

/** JSON, or the name of a file that holds it. */
function parseEvent(given: string): unknown {
  const text = existsSync(given) ? readFileSync(given, "utf8") : given;
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    const reason = (error as Error).message;
    return fail("serverform local invoke", "local-event-invalid", "[event]", { value: given, reason });
  }
}
