// Runs one Node function: loads its handler and answers invocations, as Lambda's own runtime does. It runs in a process
// of its own and imports nothing of the library. https://docs.aws.amazon.com/lambda/latest/dg/nodejs-handler.html
import { ask, type Reply } from "./node-api";
import { type Context, contextOf } from "./node-context";
import { loadHandler } from "./node-handler";
import { type Answer, errorText, runHandler } from "./node-invoke";
import { redirectLocalHosts } from "./node-local-hosts";

interface Setup {
  readonly environment: Readonly<Record<string, string>>;
  readonly folder: string;
  readonly handler: string;
  readonly memoryMb: number;
  readonly logGroup: string;
}

const runtimePath = "/2018-06-01/runtime";
/** Asks for the next invocation in the answer to this one, which saves a round trip. */
const withNext = "x-serverform-next: 1\r\n";
// The handler may change these.
const exit = process.exit.bind(process);
const api = process.env.AWS_LAMBDA_RUNTIME_API ?? "";

/** What is under way, if anything: loading the code, or answering this request. */
let current: "loading" | { readonly requestId: string } | undefined = "loading";

async function main(): Promise<void> {
  const setup = JSON.parse((await ask("GET", "/serverform/function")).body) as Setup;
  takeOver(setup.environment, setup.folder);
  watchForCrashes();
  writeAtOnce();
  redirectLocalHosts(JSON.parse(setup.environment.SERVERFORM_LOCAL_HOSTS ?? "{}"));
  const handler = await loadHandler(setup.folder, setup.handler).catch(failLoading);
  current = undefined;
  const next = (): Promise<Reply> => ask("GET", `${runtimePath}/invocation/next`);
  for (let reply = await next(); ; ) {
    // Refused is what was too large; everybody has been told.
    if (reply.status !== 200) reply = await next();
    const { headers, body } = reply;
    const context: Context = contextOf(headers, setup);
    current = { requestId: context.awsRequestId };
    const answer = await runHandler(handler, body, context);
    current = undefined;
    reply = await tell(context.awsRequestId, answer, withNext);
  }
}

function tell(requestId: string, answer: Answer, extra = ""): Promise<Reply> {
  return ask("POST", `${runtimePath}/invocation/${requestId}/${answer.kind}`, answer.text, extra);
}

async function failLoading(error: unknown): Promise<never> {
  await ask("POST", `${runtimePath}/init/error`, errorText(error));
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
    void tell(during.requestId, { kind: "error", text: errorText(error, type) }).then(() => exit(129));
  };
  process.on("uncaughtException", (error) => crash(error));
  process.on("unhandledRejection", (reason) => crash(reason, "Runtime.UnhandledPromiseRejection"));
}

void main();
