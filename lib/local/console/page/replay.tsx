import { useEffect, useState } from "preact/hooks";
import { mask } from "../../../facts/errors/secrets/secret-mask";
import type { Fact, FactOf } from "../../history/fact";
import type { ConsoleApp, ConsoleFunction } from "../actions";
import { ask } from "./api";
import { isCut, Text } from "./detail";
import { Area, Choice, Copy, quoted, useAttempt } from "./form";
import { problemOfJson } from "./json-problem";
import { RequestForm } from "./routes/request-form";
import { Socket } from "./routes/socket";
import { tellProblem } from "./store";
import { functionOf, pretty } from "./trace";

/** Sends the same again, or a changed one, and copies it as a command or a test. */
export function Replay({ fact, app }: { readonly fact: Fact; readonly app: ConsoleApp | undefined }) {
  if (fact.isOpen === true) return null;
  if (fact.kind === "request") return <RequestAgain fact={fact} app={app} />;
  if (fact.kind !== "invocation") return null;
  const { function: name, functionArn: arn, payload, answer } = fact;
  const path = functionOf(arn, app)?.path ?? name;
  return <InvokeForm function={{ arn, path }} payload={pretty(payload.text)} answer={answer?.text} />;
}

interface Result {
  readonly title: string;
  readonly text: string;
}

/** Headers that the connection and the client set by themselves. */
const ownHeaders =
  /^(host|connection|content-length|accept-encoding|sec-.*|user-agent|accept-language|accept)$/;

const sentHeaders = (headers: Readonly<Record<string, string>> = {}): [string, string][] =>
  Object.entries(headers).filter(([name]) => !ownHeaders.test(name));

function RequestAgain({
  fact,
  app,
}: {
  readonly fact: FactOf<"request">;
  readonly app: ConsoleApp | undefined;
}) {
  const { method, body } = fact;
  const api =
    app?.apis.find(({ address }) => address === fact.apiAddress) ??
    app?.apis.find(({ name }) => name === fact.api);
  if (app === undefined || api === undefined) return null;
  const path = fact.url ?? fact.path;
  if (method === "CONNECT" || method === "MESSAGE") {
    const [url = ""] = api.urls;
    return (
      <>
        <h3>Try again</h3>
        <Socket url={url} query={path.split("?")[1] ?? ""} message={body?.text} />
      </>
    );
  }
  const url = baseOf(api, path);
  if (url === undefined) return null;
  const below = new URL(url).pathname.length;
  const given = {
    method,
    path: path.slice(below).replace(/^\//, ""),
    // Secrets of earlier runs are not kept.
    headers: Object.fromEntries(sentHeaders(fact.headers).filter(([, value]) => !value.includes(mask))),
    body: pretty(body?.text ?? ""),
  };
  return (
    <>
      <h3>Try again</h3>
      {JSON.stringify([fact.headers, path, body?.text]).includes(mask) && (
        <p>Secrets of an earlier run are not kept: {mask} stands for them, and such headers are left out.</p>
      )}
      {isCut(body) && <p class="warn">The body is not kept as a whole, so that another one would be sent.</p>}
      <RequestForm app={app} api={api.address} url={url} given={given} takesMethods />
    </>
  );
}

interface InvokeFormProps {
  readonly function: Pick<ConsoleFunction, "arn" | "path">;
  readonly payload: string;
  /** @default "Try again" */
  readonly title?: string;
  /** The answer that a test expects. @default - the one of the last invocation */
  readonly answer?: string | undefined;
}

/** Invokes a function with an event, and copies that as a command or a test. */
export function InvokeForm({
  function: { arn, path },
  payload: given,
  title = "Try again",
  answer,
}: InvokeFormProps) {
  const [payload, setPayload] = useState(given);
  const [result, setResult] = useState<Result>();
  const [problem, attempt] = useAttempt();
  const send = async () => {
    setResult(undefined);
    const wrong = problemOfJson(payload);
    if (wrong !== undefined) throw new Error(`The event is not JSON: ${wrong}`);
    const outcome = await ask("invoke", { function: arn, payload });
    if ("problem" in outcome) throw new Error(outcome.problem);
    if (outcome.status === "refused") throw new Error(outcome.reason);
    setResult({ title: outcome.status === "ok" ? "Answer" : "Error", text: pretty(outcome.payload) });
  };
  return (
    <>
      <h3>{title}</h3>
      <Samples of={arn} change={setPayload} />
      <Area label="Event" value={payload} change={setPayload} />
      <div class="buttons">
        <button type="button" class="main" onClick={() => attempt(send)}>
          Send
        </button>
        <Copy
          name="invoke command"
          text={() => `serverform local invoke ${quoted(path)} ${quoted(compact(payload))}`}
        />
        {(["jest", "vitest", "node:test"] as const).map((kind) => (
          <Copy
            key={kind}
            name={`${kind} test`}
            text={() => testOf(kind, path, payload, answer ?? result?.text)}
          />
        ))}
      </div>
      {problem}
      {result !== undefined && <Text title={result.title} text={result.text} />}
    </>
  );
}

/** Sample events for a function, those of its own sources first. */
function Samples({ of, change }: { readonly of: string; readonly change: (payload: string) => void }) {
  const [samples, setSamples] = useState<readonly { readonly title: string; readonly payload: string }[]>([]);
  useEffect(() => {
    ask("samples", { function: of })
      .then((found) => setSamples(found.samples))
      .catch(tellProblem);
  }, [of]);
  const [chosen, choose] = useState("");
  if (samples.length === 0) return null;
  return (
    <Choice
      label="Sample events"
      value={chosen}
      change={(index) => {
        choose(index);
        change(samples[Number(index)]?.payload ?? "");
      }}
      options={[["", "Choose one"], ...samples.map(({ title }, index) => [String(index), title] as const)]}
    />
  );
}

/** The base URL of an API that a path begins with. */
function baseOf({ urls }: ConsoleApp["apis"][number], path: string): string | undefined {
  const bases = urls.filter((url) => url.startsWith("http"));
  return bases.find((url) => path.startsWith(new URL(url).pathname)) ?? bases[0];
}

function compact(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text));
  } catch {
    return text;
  }
}

/** A test that calls the handler with the event, and expects the answer of today. */
function testOf(
  kind: "jest" | "vitest" | "node:test",
  name: string,
  payload: string,
  answer: string | undefined,
): string {
  const imports = {
    jest: "",
    vitest: 'import { expect, test } from "vitest";\n',
    "node:test": 'import assert from "node:assert/strict";\nimport test from "node:test";\n',
  }[kind];
  const expected = pretty(answer ?? "null");
  const check =
    kind === "node:test" ? `assert.deepEqual(answer, ${expected});` : `expect(answer).toEqual(${expected});`;
  return `${imports}// Import the handler of ${name}.
import { handler } from "./handler";

test(${JSON.stringify(`${name} answers`)}, async () => {
  const answer = await handler(${pretty(payload)});
  ${check}
});
`;
}
