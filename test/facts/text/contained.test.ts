/** @group slow */

import { channel } from "node:diagnostics_channel";
import { once } from "node:events";
import { resolve } from "node:path";
import { PassThrough } from "node:stream";
import { contained, inBackground, onFault, settled, trackIn } from "../../../lib/local";
import { orReport } from "../../../lib/local/invoke";
import { readSources } from "../../support/import-graph";
import { looseCallbacks } from "../../support/loose-callbacks";

/** The code that runs beside the requests of a server: that of the servers, and of the commands while a server runs. */
const rooms = /^(local|model|cli\/(local|live|live-client|console|mcp|logs|openapi\/docs|ui))\//;

/** Files in these rooms that run elsewhere, and why an error of them does not end a server. */
const elsewhere: readonly (readonly [files: RegExp, because: string])[] = [
  [
    /^local\/invoke\/bootstraps\//,
    "programs of the processes of functions: an error ends the invocation, as in Lambda",
  ],
  [/-program\.ts$/, "programs of threads: the server starts another thread after an error"],
  [/^local\/(console\/page|pages\/views)\//, "scripts of pages, which run in browsers"],
  [/^(facts\/text\/contained|local\/invoke\/listen)\.ts$/, "the mechanism"],
];

/** Code that cannot throw, and why. */
const harmless: Readonly<Record<string, string>> = {
  "local/history/causes.ts result.then(ended, ended)": "both functions decrement a number",
};

const sources = readSources(resolve(__dirname, "../../../lib"));

describe("Code that no request waits for", () => {
  test("goes through contained() or inBackground()", () => {
    const found = Object.entries(sources)
      .filter(([file]) => rooms.test(file) && !elsewhere.some(([files]) => files.test(file)))
      .flatMap(([file, source]) => looseCallbacks(source, file))
      .filter(({ file, code }) => harmless[`${file} ${code}`] === undefined);
    expect(found.map(({ file, line, code, remedy }) => `lib/${file}:${line}: ${code}: ${remedy}`)).toEqual(
      [],
    );
  });

  test.each([
    ["socket.on('data', (chunk) => read(chunk));"],
    ["child.stdout?.on('data', read);"],
    ["setTimeout(() => look(), 10);"],
    ["setImmediate(look);"],
    ["process.nextTick(() => look());"],
    ["queueMicrotask(() => look());"],
    ["clock.after(10, () => look());"],
    ["signal.addEventListener('abort', () => look());"],
    ["const watcher = watch(folder, (event, name) => look(name));"],
    ["createServer((request, response) => answer(request, response));"],
    ["execFile('ps', [], (error, text) => read(text));"],
    ["pipeline(a, b, () => look());"],
    ["server.listen(0, '127.0.0.1');"],
    ["server.handleUpgrade(request, socket, head, (client) => open(client));"],
    ["socket.onmessage = (event) => read(event);"],
    ["socket.once('error', () => {});"],
    ["void work();"],
    ["work().then(() => look());"],
    ["work().then(() => look(), (error) => report(error));"],
    ["work().catch((error) => report(error));"],
    ["class A { start() { this.last = this.last.then(() => look()); } }"],
    ["const last = work().finally(() => running.delete(last));"],
    ["class A { start() { this.running = this.run(); } async run() {} }"],
    ["class A { running = this.run(); async run() {} }"],
  ])("does not in %s", (source) => {
    expect(looseCallbacks(source, "a.ts")).not.toEqual([]);
  });

  test.each([
    ["socket.on('data', contained('a', (chunk) => read(chunk)));"],
    ["const read = contained('a', (chunk) => look(chunk)); socket.on('data', read);"],
    ["socket.on('error', () => {});"],
    ["socket.on('error', () => socket.destroy());"],
    ["new Promise((resolve, reject) => { socket.on('end', resolve); socket.on('error', reject); });"],
    ["new Promise((resolve) => { clock.after(1, () => resolve(undefined)); });"],
    ["inBackground('a', work());"],
    ["async () => { await work().then(() => look()); };"],
    ["const last = work().then(() => look()); last.catch(() => {});"],
    ["class A { start() { this.running = settled('a', this.run()); } async run() {} }"],
    ["class A { once() { this.known ??= this.run(); return this.known; } async run() {} }"],
  ])("does in %s", (source) => {
    expect(looseCallbacks(source, "a.ts")).toEqual([]);
  });
});

describe("contained", () => {
  const faults: string[] = [];
  let leave = (): void => {};
  beforeEach(() => {
    faults.length = 0;
    leave = onFault(({ text }) => faults.push(text.split("\n", 1).join("")));
  });
  afterEach(() => leave());

  const broken = (): never => {
    throw new Error("broken");
  };

  test("reports an error with the name of the part, and the stream continues", async () => {
    const stream = new PassThrough();
    const seen: string[] = [];
    stream.on(
      "data",
      contained("output of a function", (chunk: Buffer) => {
        seen.push(String(chunk));
        if (seen.length === 1) throw new Error("broken");
      }),
    );
    stream.write("a");
    stream.end("b");
    await once(stream, "end");
    expect(seen).toEqual(["a", "b"]);
    expect(faults).toEqual(["output of a function: Error: broken"]);
  });

  test.each([
    ["a rejection", async () => broken()],
    ["an error that is not an Error", () => Promise.reject(Object.create(null))],
    [
      "a stack that cannot be read",
      () => Promise.reject(Object.defineProperty(new Error(), "stack", { get: broken })),
    ],
  ])("reports %s", async (_what, run) => {
    await contained("timer", run)();
    expect(faults).toEqual([expect.stringMatching(/^timer: /)]);
  });

  test("settles what waits for the callback, also if that fails", async () => {
    const failed = jest.fn(broken);
    contained("timer", broken, failed)();
    expect(failed).toHaveBeenCalledTimes(1);
    expect(faults).toEqual(["timer: Error: broken", "timer: Error: broken"]);
    const waited = new Promise((resolve) =>
      inBackground("queue", Promise.reject(new Error("gone")), resolve),
    );
    await expect(waited).resolves.toEqual(new Error("gone"));
  });

  test("lets others wait for failed work", async () => {
    const running = new Set<Promise<void>>();
    trackIn(running, "batch", Promise.reject(new Error("gone")));
    await Promise.all(running);
    expect(running.size).toBe(0);
    expect(await settled("loop", Promise.reject(new Error("over")))).toBeUndefined();
    expect(orReport("filter", broken)).toBeUndefined();
    expect(faults).toEqual(["batch: Error: gone", "loop: Error: over", "filter: Error: broken"]);
  });

  test("is a warning of the process without a listener, and a listener that fails ends nothing", () => {
    leave();
    // Another file of tests may have left a server running in this process.
    const faultChannel = channel("serverform:fault");
    Object.defineProperty(faultChannel, "hasSubscribers", { value: false, configurable: true });
    const warn = jest.spyOn(process, "emitWarning").mockImplementation(() => {});
    contained("timer", broken)();
    expect(warn).toHaveBeenCalledWith(expect.stringContaining("timer: Error: broken"), "serverform");
    warn.mockRestore();
    Reflect.deleteProperty(faultChannel, "hasSubscribers");
    leave = onFault(broken);
    expect(() => contained("timer", broken)()).not.toThrow();
  });
});
