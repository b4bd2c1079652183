/** @group processes */

import { readFileSync } from "node:fs";
import { SourceMap, type SourceMapPayload } from "node:module";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { WebSocket } from "ws";
import { freePorts } from "../../support/free-ports";
import { nodeArtifact, onDemand } from "./code/support";
import { type Engine, engine, settingsOf, until } from "./support";

type Message = Readonly<Record<string, never>> & {
  readonly id?: number;
  readonly method?: string;
  readonly params?: Readonly<Record<string, never>>;
  readonly result?: Readonly<Record<string, never>>;
};

const debuggers: WebSocket[] = [];

afterEach(() => {
  for (const each of debuggers.splice(0)) each.terminate();
});

/** A debugger, as editors attach it: through the inspector protocol and the source maps of the code. */
async function attach(port: number) {
  const [target] = (await (await fetch(`http://127.0.0.1:${port}/json/list`)).json()) as {
    webSocketDebuggerUrl: string;
  }[];
  const socket = new WebSocket(target?.webSocketDebuggerUrl ?? "");
  debuggers.push(socket);
  const messages: Message[] = [];
  let sent = 0;
  socket.on("message", (data) => messages.push(JSON.parse(String(data))));
  await new Promise((resolve) => socket.once("open", resolve));
  const event = async (matches: (message: Message) => boolean): Promise<Message> => {
    await until(() => messages.some(matches));
    return messages.splice(messages.findIndex(matches), 1)[0] as Message;
  };
  const send = async (method: string, params: object = {}): Promise<Record<string, never>> => {
    sent += 1;
    const id = sent;
    socket.send(JSON.stringify({ id, method, params }));
    return (await event((message) => message.id === id)).result ?? {};
  };
  await send("Debugger.enable");
  const breakAt = async (source: string, line: number): Promise<void> => {
    const scripts = messages.filter(({ method }) => method === "Debugger.scriptParsed");
    const places = scripts.flatMap(({ params }) => placesOf(params ?? {}, source, line));
    const [place] = places;
    if (place === undefined) throw new Error(`no code for ${source}:${line}`);
    await send("Debugger.setBreakpointByUrl", place);
  };
  const paused = async () => {
    const { params } = await event(({ method }) => method === "Debugger.paused");
    const [frame] = (params?.callFrames ?? []) as readonly { readonly callFrameId: string }[];
    const value = async (expression: string): Promise<unknown> => {
      const given = { callFrameId: frame?.callFrameId, expression };
      const { result } = await send("Debugger.evaluateOnCallFrame", given);
      return (result as { readonly value?: unknown } | undefined)?.value;
    };
    return { value, resume: () => send("Debugger.resume") };
  };
  return { breakAt, paused };
}

/** Where the code of a line of a source is in a script, by the script's source map. */
function placesOf(
  { url = "", sourceMapURL = "" }: Readonly<Record<string, string>>,
  source: string,
  line: number,
) {
  if (sourceMapURL === "" || sourceMapURL.startsWith("data:")) return [];
  const file = fileURLToPath(new URL(sourceMapURL, url));
  const map = JSON.parse(readFileSync(file, "utf8")) as SourceMapPayload;
  const index = map.sources.findIndex((each) => new URL(map.sourceRoot + each, url).href === source);
  if (index < 0) return [];
  const positions = new SourceMap(map);
  const code = readFileSync(fileURLToPath(url), "utf8").split("\n");
  for (const [lineNumber, text] of code.entries()) {
    for (let columnNumber = 0; columnNumber < text.length; columnNumber += 1) {
      const entry = positions.findEntry(lineNumber, columnNumber);
      const isHere = "originalLine" in entry && entry.originalLine === line - 1;
      if (isHere && entry.originalSource === map.sources[index]) return [{ url, lineNumber, columnNumber }];
    }
  }
  return [];
}

const source = (value: string): string => `interface Event {
  readonly n: number;
}
export const handler = async (event: Event) => {
  const doubled: number = event.n * 2;
  return { doubled, ${value} };
};
`;

async function debugged() {
  const project = onDemand(
    { "functions/a.ts": source("a: 1"), "functions/b.ts": source("b: 1") },
    (app) => ({ a: nodeArtifact(app, "a", { minify: true }), b: nodeArtifact(app, "b", { minify: true }) }),
    { isDebugged: true },
  );
  const port = await freePorts(2);
  const ofArtifact = (name: string) => ({
    handler: `functions/${name}.handler`,
    code: { artifact: { stack: "Main", name } },
    timeoutSeconds: 1,
  });
  const settings = { a: ofArtifact("a"), b: ofArtifact("b") };
  const running: Engine = engine({}, settings, { bundles: project.bundles, inspectPort: port });
  const url = pathToFileURL(join(project.app, "functions/a.ts")).href;
  return { ...running, engine: running, save: project.save, port, settings, url };
}

describe("Debuggers", () => {
  test("stop at a line of a source, again after an edit, at the same port", async () => {
    const { call, save, port, url } = await debugged();
    await call("a", { n: 1 });
    const first = await attach(port);
    await first.breakAt(url, 6);
    const outcome = call("a", { n: 21 });
    const stop = await first.paused();
    expect(await stop.value("doubled")).toBe(42);
    await stop.resume();
    expect(await outcome).toMatchObject({ answer: { doubled: 42, a: 1 } });

    save("functions/a.ts", `// one more line\n${source("a: 2")}`);
    expect(await call("a", { n: 1 })).toMatchObject({ answer: { doubled: 2, a: 2 } });
    const second = await attach(port);
    await second.breakAt(url, 7);
    const later = call("a", { n: 4 });
    const again = await second.paused();
    expect(await again.value("doubled")).toBe(8);
    await again.resume();
    expect(await later).toMatchObject({ answer: { doubled: 8, a: 2 } });
  });

  test("find each function at its own port, however often it changes", async () => {
    const { call, engine: running, settings, events, port } = await debugged();
    // The second one first: ports are in the order of the functions, not of the requests.
    for (const name of ["b", "a", "b"]) expect(await call(name, { n: 1 })).toMatchObject({ status: "ok" });
    const changed = { a: settings.a, b: { ...settings.b, variables: { CHANGED: "1" } } };
    await running.functions.replace(settingsOf(changed));
    expect(await call("b", { n: 1 })).toMatchObject({ status: "ok" });
    await attach(port + 1);
    expect(events.flatMap((event) => (event.event === "notice" ? [event.text] : []))).toEqual([
      `b: debugger at 127.0.0.1:${port + 1}`,
      `a: debugger at 127.0.0.1:${port}`,
    ]);
    expect(running.logs().filter((line) => line.includes("failed"))).toEqual([]);
  });

  test("see all requests: parallel ones wait for the one process", async () => {
    const { call } = await debugged();
    const answers = await Promise.all([1, 2, 3].map((n) => call("a", { n })));
    expect(answers.map(({ answer }) => answer)).toEqual([2, 4, 6].map((doubled) => ({ doubled, a: 1 })));
  });
});
