import { isJson, jsonProblem } from "../../facts/text/json";
import {
  type ConsoleActions,
  ConsoleServer,
  FactStream,
  type History,
  parseFunctionName,
  type ShownStage,
  samplesByArn,
} from "../../local";
import { stageActions } from "../console/stage-actions";
import { openConsoleByKey } from "../local/keys";
import type { Terminal } from "../ui/terminal";
import { consoleSource } from "./history/record-live";
import type { LiveApp } from "./live-app";
import type { LivePrinter } from "./printer";

export interface LiveConsoleOptions {
  readonly app: LiveApp;
  readonly history: History;
  readonly stage: string;
  readonly region: string;
  /** 0 is any free port. */
  readonly port: number;
  readonly folder: string;
  readonly terminal: Terminal;
  readonly printer: LivePrinter;
}

/** Serves the console until the returned function is called. */
export async function openLiveConsole(options: LiveConsoleOptions): Promise<() => Promise<void>> {
  const { app, history, stage: name, region, port, folder, terminal, printer } = options;
  const stage: ShownStage = { name, region, summary, empty, limits, problems: [], invokes: true };
  const actions = liveActions(app, history, () => stage);
  const { report } = printer;
  const server = await ConsoleServer.start({
    port,
    actions,
    stream: new FactStream(history),
    // The log of `start` has no lines for requests that the page refuses.
    report: (event) => {
      if (event.event === "warning") report(event);
    },
  });
  printer.console({ event: "console", console: server.url, limits });
  const leaveKeys = terminal.interactive ? openConsoleByKey(terminal, server, folder) : () => {};
  return async () => {
    leaveKeys();
    await server.close();
  };
}

const summary =
  "from the invocations that run here. Try again runs a handler here with the role of its function, so it changes what the handler changes in AWS.";
const empty = "Nothing yet. Call a route of the stage, and its invocation shows here.";

/** Facts that are not available on this machine. */
const limits = [
  "Invocations that the deployed code answers: those of functions that do not run here, and all of them while the connection is lost.",
  "Requests that invoke no function, and what API Gateway makes of an answer. A request shows what its event has, and the status that the function answers.",
  "Calls to AWS that do not use http or https of Node, such as those with fetch, and calls that end after the invocation.",
  "Why a permission was granted or denied: AWS decides.",
  "Hops in AWS, unless an event has the id of what an invocation here has sent: messages of queues and topics, events of a bus, records of Kinesis, objects of S3 and invocations have one, records of tables do not. Retries have the first attempt as their cause.",
  "Anything before the start of this command.",
] as const;

/** The actions of the page for a stage whose functions run here: those of a stage, and invoking functions. */
export function liveActions(
  app: Pick<LiveApp, "facts"> & { readonly functions: Pick<LiveApp["functions"], "runAgain"> },
  history: History,
  stage: () => ShownStage,
): ConsoleActions {
  return {
    ...stageActions(() => app.facts, history, stage),
    invoke: async ({ function: functionArn, payload }) => {
      if (!isJson(payload)) return { problem: `The event is not JSON: ${jsonProblem(payload)}` };
      const { name } = parseFunctionName(functionArn);
      const outcome = await app.functions.runAgain(name, payload, consoleSource);
      return outcome ?? { problem: notInvoked(name) };
    },
    samples: async ({ function: arn }) => ({
      samples: samplesByArn(app.facts.model, arn, Date.now()),
    }),
  };
}

const notInvoked = (name: string): string =>
  `AWS has not invoked ${name} here since the start or the last change of the app, so its credentials and variables are not known. Invoke it on the stage once.`;
