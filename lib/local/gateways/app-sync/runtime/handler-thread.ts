import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from "node:worker_threads";
import { bundleText } from "../../../../bundle";
import { contained, inBackground } from "../../../invoke";
import type { HandlerEffect, HandlerEnd, RunFacts } from "./world-program";

/** After this time, a handler does not end by itself. */
const maxHandlerMs = 1000;
/** A thread that says nothing for so long has died: it was out of memory. */
const maxSilenceMs = 5000;
/** A thread starts in some 40 ms; a machine that is busy needs longer. */
const maxStartMs = 15_000;
/**
 * Sizes of the input and output of handlers.
 *
 * Source: https://docs.aws.amazon.com/general/latest/gr/appsync.html ("Evaluated resolver template size")
 */
const longest = 5 * 1024 * 1024;
const maxMemoryMb = 128;
/** After so many, all are forgotten, so that those of former versions of an app go. */
const maxCodes = 500;

/** A call of an exported function. */
interface HandlerRun {
  /** The code as a function that gets `__import` and `console`, and returns the exports. */
  readonly text: string;
  readonly handler: string;
  /** The context, as JSON. */
  readonly input: string;
  readonly facts: RunFacts;
}

interface FinishedRun {
  readonly effects: readonly HandlerEffect[];
  readonly end: HandlerEnd;
}

interface Running {
  readonly worker: Worker;
  readonly port: MessagePort;
  /** The number of messages that the thread has sent. */
  readonly sent: Int32Array;
  /** The numbers of the codes that the thread has. */
  readonly codes: Map<string, number>;
}

/**
 * A thread for handlers, with limits of memory and time. The caller waits while a handler runs, as for any function.
 *
 * A handler that breaks a limit ends this thread at most, and the next handler starts another one.
 */
export class HandlerThread {
  private running: Running | undefined;

  /** @param memoryMb - of all handlers together */
  constructor(
    private readonly memoryMb = maxMemoryMb,
    private readonly silenceMs = maxSilenceMs,
  ) {}

  run({ text, facts, ...run }: HandlerRun): FinishedRun {
    const effects: HandlerEffect[] = [];
    const failed = (message: string): FinishedRun => ({ effects, end: { message } });
    if (Buffer.byteLength(run.input) > longest) return failed("The context is larger than 5 MB.");
    const limitMs = this.running === undefined ? maxStartMs : this.silenceMs;
    this.running ??= this.start();
    const { port, sent, codes } = this.running;
    port.postMessage({ ...run, facts: JSON.stringify(facts), ...codeFor(codes, text) });
    for (;;) {
      const known = Atomics.load(sent, 0);
      const received = receiveMessageOnPort(port) as { readonly message: string } | undefined;
      if (received === undefined) {
        if (Atomics.wait(sent, 0, known, limitMs) !== "timed-out") continue;
        inBackground("AppSync API", this.running.worker.terminate());
        this.running = undefined;
        return failed(`A handler needs more than ${this.memoryMb} MB of memory.`);
      }
      const message = JSON.parse(received.message) as HandlerEffect | HandlerEnd;
      if (!isEffect(message)) return { effects, end: message };
      effects.push(message);
    }
  }

  private start(): Running {
    const { port1, port2 } = new MessageChannel();
    const sent = new Int32Array(new SharedArrayBuffer(4));
    const worker = new Worker(threadProgram, {
      eval: true,
      name: "appsync-js",
      env: {},
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: this.memoryMb, maxYoungGenerationSizeMb: 16, stackSizeMb: 2 },
      workerData: { port: port2, sent, worldText: worldText(), limitMs: maxHandlerMs, longest },
      transferList: [port2],
    });
    const started: Running = { worker, port: port1, sent, codes: new Map() };
    const forget = contained("AppSync API", (): void => {
      if (this.running === started) this.running = undefined;
    });
    worker.on("error", forget).once("exit", forget).unref();
    port1.unref();
    return started;
  }
}

/** A code for a thread: its number, with its text the first time. The number 0 with a text makes the thread forget the others. */
function codeFor(codes: Map<string, number>, text: string) {
  const known = codes.get(text);
  if (known !== undefined) return { code: known };
  if (codes.size >= maxCodes) codes.clear();
  const code = codes.size;
  codes.set(text, code);
  return { code, text };
}

const isEffect = (message: HandlerEffect | HandlerEnd): message is HandlerEffect => Array.isArray(message);

let bundledWorld: string | undefined;

/** The handlers' world as text that defines `world`. */
function worldText(): string {
  if (bundledWorld !== undefined) return bundledWorld;
  const { errors, text } = bundleText(require.resolve("./world-program"), [], "world");
  if (text === undefined) throw new Error(errors.join("\n"));
  bundledWorld = text;
  return text;
}

/**
 * The program of the thread. It is text here: the thread loads no module of this package, and cannot read files of this machine.
 *
 * One message starts a run, and the last message of a run is its end.
 */
const threadProgram = `"use strict";
const { randomBytes } = require("node:crypto");
const { createContext, Script } = require("node:vm");
const { workerData } = require("node:worker_threads");
const { port, sent, worldText, limitMs, longest } = workerData;

function send(message) {
  port.postMessage(message);
  Atomics.add(sent, 0, 1);
  Atomics.notify(sent, 0);
}

const outside = {
  send,
  randomHex: (bytes) => randomBytes(bytes).toString("hex"),
  recode: (text, from, to) => Buffer.from(text, from).toString(to),
};
const context = createContext(Object.create(null), { codeGeneration: { strings: false, wasm: false } });
// The utilities keep the language that the handlers lose.
const language = new Script("globalThis").runInContext(context);
const names = Object.getOwnPropertyNames(language).filter((name) => /^(?!eval$|undefined$)[A-Za-z]+\\d*[A-Za-z]*$/.test(name));
const { createWorld } = new Script("(function (" + names + ") { " + worldText + "; return world; })")
  .runInContext(context)(...names.map((name) => language[name]));
const runHandler = createWorld(outside, longest);
const codes = new Map();
let job;
Object.defineProperty(globalThis, "runJob", { value: () => job() });
// The time limit of a script counts for all that it calls, in every context.
const limited = new Script("runJob()");

function run({ code, text, handler, input, facts }) {
  if (text !== undefined) {
    if (code === 0) codes.clear();
    codes.set(code, { text });
  }
  try {
    const known = codes.get(code);
    known.factory ??= new Script(known.text, { filename: "handler" }).runInContext(context);
    job = () => runHandler(known.factory, handler, input, facts);
    const end = String(limited.runInThisContext({ timeout: limitMs }));
    return Buffer.byteLength(end) > longest ? JSON.stringify({ message: "The result is larger than 5 MB." }) : end;
  } catch (error) {
    return JSON.stringify({ message: String(error.message) });
  }
}

port.on("message", (message) => send(run(message)));
`;
