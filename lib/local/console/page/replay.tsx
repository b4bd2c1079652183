import { useEffect, useState } from "preact/hooks";
import { mask } from "../../../facts/errors/secrets/secret-mask";
import type { Fact, FactOf } from "../../history/fact";
import type { ConsoleApp, ConsoleFunction } from "../actions";
import { ask, callRoute } from "./api";
import { Problem, Text } from "./detail";
import { Choice } from "./form";
import { problemOfJson } from "./json-problem";
import { tellProblem } from "./store";
import { clean, pretty, shortName } from "./trace";

/** Sends the same again, or a changed one, and copies it as a command or a test. */
export function Replay({ fact, app }: { readonly fact: Fact; readonly app: ConsoleApp | undefined }) {
  if (fact.isOpen === true) return null;
  if (fact.kind === "request") return <RequestAgain fact={fact} app={app} />;
  return fact.kind === "invocation" ? <InvokeAgain fact={fact} app={app} /> : null;
}

interface Result {
  readonly problem?: string;
  readonly title?: string;
  readonly text?: string;
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
  const [body, setBody] = useState(pretty(fact.body?.text ?? ""));
  const [result, setResult] = useState<Result>();
  const url = urlOf(fact, app);
  if (url === undefined) return null;
  // Secrets of earlier runs are not kept.
  const headers = Object.fromEntries(sentHeaders(fact.headers).filter(([, value]) => !value.includes(mask)));
  const isMasked = JSON.stringify([fact.headers, fact.path, fact.body?.text]).includes(mask);
  const send = async () => {
    const answer = await callRoute({ url: url.base, method: fact.method, path: url.path, headers, body });
    if ("problem" in answer) return { problem: answer.problem };
    return { title: `Answer ${answer.status}`, text: pretty(answer.body) };
  };
  return (
    <Again
      label="Body"
      value={body}
      change={setBody}
      isSent={fact.method !== "GET" && fact.method !== "HEAD"}
      send={send}
      result={result}
      setResult={setResult}
    >
      {isMasked && (
        <p>Secrets of an earlier run are not kept: {mask} stands for them, and such headers are left out.</p>
      )}
      <Copy
        name="curl"
        text={() => curlOf(`${url.base.replace(/\/$/, "")}/${url.path}`, fact.method, headers, body)}
      />
    </Again>
  );
}

function InvokeAgain({
  fact,
  app,
}: {
  readonly fact: FactOf<"invocation">;
  readonly app: ConsoleApp | undefined;
}) {
  const { function: name, functionArn: arn, payload, answer } = fact;
  return (
    <InvokeForm
      function={{ name, arn, path: shortName(name, app) }}
      payload={pretty(payload.text)}
      answer={answer?.text}
    />
  );
}

interface InvokeFormProps {
  readonly function: Pick<ConsoleFunction, "name" | "arn" | "path">;
  readonly payload: string;
  /** @default "Try again" */
  readonly title?: string;
  /** The answer that a test expects. @default - the one of the last invocation */
  readonly answer?: string | undefined;
}

/** Invokes a function with an event, and copies that as a command or a test. */
export function InvokeForm({
  function: { name, arn, path },
  payload: given,
  title,
  answer,
}: InvokeFormProps) {
  const [payload, setPayload] = useState(given);
  const [result, setResult] = useState<Result>();
  const send = async () => {
    const problem = problemOfJson(payload);
    if (problem !== undefined) return { problem: `The event is not JSON: ${problem}` };
    const outcome = await ask("invoke", { function: arn, payload });
    if ("problem" in outcome) return { problem: outcome.problem };
    if (outcome.status === "refused") return { problem: outcome.reason };
    return { title: outcome.status === "ok" ? "Answer" : "Error", text: pretty(outcome.payload) };
  };
  return (
    <Again
      title={title}
      label="Event"
      value={payload}
      change={setPayload}
      isSent
      samples={<Samples of={name} change={setPayload} />}
      send={send}
      result={result}
      setResult={setResult}
    >
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
    </Again>
  );
}

interface AgainProps {
  /** @default "Try again" */
  readonly title?: string | undefined;
  readonly label: string;
  readonly value: string;
  readonly change: (value: string) => void;
  /** Whether the text is sent. */
  readonly isSent: boolean;
  readonly send: () => Promise<Result>;
  readonly result: Result | undefined;
  readonly setResult: (result: Result) => void;
  /** A choice of other texts. */
  readonly samples?: preact.ComponentChildren;
  readonly children: preact.ComponentChildren;
}

function Again({
  title = "Try again",
  label,
  value,
  change,
  isSent,
  samples,
  send,
  result,
  setResult,
  children,
}: AgainProps) {
  const run = () =>
    send()
      .catch((error: unknown): Result => ({ problem: String(error) }))
      .then(setResult);
  return (
    <>
      <h3>{title}</h3>
      {samples}
      {isSent && (
        <label class="field">
          {label}
          <textarea
            value={value}
            spellcheck={false}
            onInput={({ currentTarget }) => change(currentTarget.value)}
          />
        </label>
      )}
      <div class="buttons">
        <button type="button" class="main" onClick={run}>
          Send
        </button>
        {children}
      </div>
      <Problem text={result?.problem} />
      {result?.text !== undefined && <Text title={result.title ?? "Answer"} text={result.text} />}
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
  if (samples.length === 0) return null;
  return (
    <Choice
      label="Sample events"
      value=""
      change={(index) => change(samples[Number(index)]?.payload ?? "")}
      options={[["", "Choose one"], ...samples.map(({ title }, index) => [String(index), title] as const)]}
    />
  );
}

function Copy({ name, text }: { readonly name: string; readonly text: () => string }) {
  const [isCopied, setCopied] = useState(false);
  const copy = () => void navigator.clipboard.writeText(text()).then(() => setCopied(true));
  return (
    <button type="button" onClick={copy}>
      {isCopied ? "Copied" : `Copy as ${clean(name)}`}
    </button>
  );
}

/** The base URL of the API of a request, and the rest of its address. */
function urlOf({ api, path }: FactOf<"request">, app: ConsoleApp | undefined) {
  const found = app?.apis.find(({ name }) => name === api);
  const bases = (found?.urls ?? []).filter((url) => url.startsWith("http"));
  const base = bases.find((url) => path.startsWith(new URL(url).pathname)) ?? bases[0];
  if (base === undefined) return undefined;
  const below = new URL(base).pathname.length;
  return { base, path: path.slice(below === 1 ? 1 : below).replace(/^\//, "") };
}

function compact(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text));
  } catch {
    return text;
  }
}

/** A word for a POSIX shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

function curlOf(
  url: string,
  method: string,
  headers: Readonly<Record<string, string>>,
  body: string,
): string {
  const parts = [`curl -X ${quoted(method)} ${quoted(url)}`];
  for (const [name, value] of Object.entries(headers)) parts.push(`-H ${quoted(`${name}: ${value}`)}`);
  if (body !== "") parts.push(`--data-raw ${quoted(body)}`);
  return parts.join(" \\\n  ");
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
