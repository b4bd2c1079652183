// The program of a process for a Node function: it loads the handler and runs invocations like Lambda's own runtime. Outside this
// folder, it imports only the frames and the marks of its output.
// https://docs.aws.amazon.com/lambda/latest/dg/nodejs-handler.html
import { contextOf, type FunctionFacts } from "./context";
import { setUpConsole } from "./json-logs";
import { limitModules, type ModuleLimits } from "./limit-modules";
import { type Handler, loadHandler } from "./load-handler";
import { observeCalls } from "./observe-calls";
import { orderOutput } from "./ordered-output";
import { redirectHosts } from "./redirect-hosts";
import { errorPayload, runHandler } from "./run-handler";
import {
  ask,
  openPipe,
  type ReceivedInvocation,
  sendCall,
  sendChunk,
  sendResult,
} from "./runtime-api-client";

interface Setup extends FunctionFacts {
  readonly folder: string;
  readonly handler: string;
  readonly modules: ModuleLimits;
  /** Whether to report the requests to AWS. */
  readonly observesCalls?: boolean;
}

// A handler may replace the original.
const exit = process.exit.bind(process);
const api = process.env.AWS_LAMBDA_RUNTIME_API ?? "";
const secret = process.env.SERVERFORM_WORKER_SECRET ?? "";

/** The current activity: loading the code, or running this invocation. */
let current: "loading" | ReceivedInvocation | undefined = "loading";

async function main(): Promise<void> {
  const setup = JSON.parse(await ask("GET", "/serverform/function")) as Setup;
  replaceEnvironment(setup.environment, setup.folder);
  watchForCrashes();
  orderOutput(secret);
  const requestId = (): string | undefined => (typeof current === "object" ? current.requestId : undefined);
  setUpConsole(setup.environment, requestId);
  if (setup.observesCalls === true) observeCalls(requestId, sendCall);
  redirectHosts(JSON.parse(setup.environment.SERVERFORM_LOCAL_HOSTS ?? "{}"));
  limitModules(setup.folder, setup.modules);
  const handler = await loadHandler(setup.folder, setup.handler).catch(failLoading);
  current = undefined;
  openPipe((invocation) => void run(handler, invocation, setup));
}

async function run(handler: Handler, invocation: ReceivedInvocation, setup: Setup): Promise<void> {
  current = invocation;
  const { requestId } = invocation;
  const chunk = (contentType: string, bytes: Buffer, sent: () => void): void => {
    if (current === invocation) sendChunk(requestId, contentType, bytes, sent);
    else sent();
  };
  const context = contextOf(invocation, setup);
  const { kind, text } = await runHandler(handler, invocation.event, context, chunk);
  // The handler has crashed in the meantime, which was the result.
  if (current !== invocation) return;
  current = undefined;
  sendResult(kind, requestId, text);
}

async function failLoading(error: unknown): Promise<never> {
  await ask("POST", "/2018-06-01/runtime/init/error", errorPayload(error));
  return exit(1);
}

function replaceEnvironment(environment: Setup["environment"], folder: string): void {
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name];
  Object.assign(process.env, environment, { AWS_LAMBDA_RUNTIME_API: api });
  process.chdir(folder);
}

/** An uncaught error ends the process. It is the result of the current invocation. */
function watchForCrashes(): void {
  const crash = (error: unknown, type?: string): void => {
    const during = current;
    current = undefined;
    if (during === "loading") return void failLoading(error);
    if (during === undefined) {
      process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
      return exit(129);
    }
    sendResult("crash", during.requestId, errorPayload(error, type), () => exit(129));
  };
  process.on("uncaughtException", (error) => crash(error));
  process.on("unhandledRejection", (reason) => crash(reason, "Runtime.UnhandledPromiseRejection"));
}

void main();
