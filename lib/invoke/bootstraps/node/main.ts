// Runs one Node function: loads its handler and answers invocations, as Lambda's own runtime does. It runs in a process
// of its own and imports nothing of the library but the frames. https://docs.aws.amazon.com/lambda/latest/dg/nodejs-handler.html

import { contextOf, type FunctionFacts } from "./context";
import { type Handler, loadHandler } from "./load-handler";
import { redirectLocalHosts } from "./redirect-hosts";
import { errorText, runHandler } from "./run-handler";
import { answer, ask, type Invocation, openPipe } from "./runtime-api-client";

interface Setup extends FunctionFacts {
  readonly folder: string;
  readonly handler: string;
}

// The handler may change these.
const exit = process.exit.bind(process);
const api = process.env.AWS_LAMBDA_RUNTIME_API ?? "";

/** What is under way, if anything: loading the code, or answering this request. */
let current: "loading" | Invocation | undefined = "loading";

async function main(): Promise<void> {
  const setup = JSON.parse(await ask("GET", "/serverform/function")) as Setup;
  takeOver(setup.environment, setup.folder);
  watchForCrashes();
  writeAtOnce();
  redirectLocalHosts(JSON.parse(setup.environment.SERVERFORM_LOCAL_HOSTS ?? "{}"));
  const handler = await loadHandler(setup.folder, setup.handler).catch(failLoading);
  current = undefined;
  openPipe((invocation) => void run(handler, invocation, setup));
}

async function run(handler: Handler, invocation: Invocation, setup: Setup): Promise<void> {
  current = invocation;
  const { kind, text } = await runHandler(handler, invocation.event, contextOf(invocation, setup));
  // It has crashed meanwhile, and that was the answer.
  if (current !== invocation) return;
  current = undefined;
  answer(kind, invocation.requestId, text);
}

async function failLoading(error: unknown): Promise<never> {
  await ask("POST", "/2018-06-01/runtime/init/error", errorText(error));
  return exit(1);
}

/** What is written has left this process before it goes on, so that nothing piles up here and nothing is lost. */
function writeAtOnce(): void {
  for (const stream of [process.stdout, process.stderr]) {
    const { _handle } = stream as { _handle?: { setBlocking?(isBlocking: boolean): void } };
    _handle?.setBlocking?.(true);
  }
}

function takeOver(environment: Setup["environment"], folder: string): void {
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name];
  Object.assign(process.env, environment, { AWS_LAMBDA_RUNTIME_API: api });
  process.chdir(folder);
}

/** What nobody catches ends the process, and the invocation under way with it. */
function watchForCrashes(): void {
  const crash = (error: unknown, type?: string): void => {
    const during = current;
    current = undefined;
    if (during === "loading") return void failLoading(error);
    if (during === undefined) {
      process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
      return exit(129);
    }
    answer("crash", during.requestId, errorText(error, type), () => exit(129));
  };
  process.on("uncaughtException", (error) => crash(error));
  process.on("unhandledRejection", (reason) => crash(reason, "Runtime.UnhandledPromiseRejection"));
}

void main();
