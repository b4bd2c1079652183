import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from "node:worker_threads";
import { bundleText } from "../../../../bundle";
import { runtimeGlobals } from "../../../../facts/app-sync";
import { contained } from "../../../invoke";
import { moduleShapes } from "./handler-modules";
import { threadProgram, worldText } from "./world-program";

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
/** Some 50 microseconds. */
const maxLooks = 5000;
/** After so many, the thread forgets all codes, so that those of former versions of an app go. */
const maxCodes = 500;

/** A call of an exported function. */
interface HandlerRun {
  /** The code as a function that gets `__import` and `console`, and returns the exports. */
  readonly text: string;
  readonly id: number;
  /** A name for errors. */
  readonly name: string;
  readonly handler: string;
  /** The context, as JSON. */
  readonly input: string;
  /** `RunFacts`, as JSON. */
  readonly facts: string;
}

/** Facts of a request for the utilities in the handlers' world. */
export interface RunFacts {
  /** Milliseconds since 1970. */
  readonly now: number;
  /** The way in which the caller is authorized. */
  readonly mode: string | undefined;
  /** Random bytes, as hexadecimal digits. */
  readonly random: string;
}

/** The end of a run: a result, an error, or the error that a utility has thrown on this side. */
export interface HandlerEnd {
  readonly value?: unknown;
  readonly stash?: unknown;
  readonly message?: string;
  readonly stack?: string;
  readonly signal?: boolean;
}

/** Answers a utility with a text that begins with `v` (a value), `e` (an error) or `s` (the run ends here). */
type AnswerUtility = (name: string, given: string) => string;

type Message =
  | { readonly type: "ask"; readonly name: string; readonly given: string }
  | { readonly type: "end"; readonly answer: string };

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

  run(job: HandlerRun, answer: AnswerUtility): HandlerEnd {
    if (job.input.length > longest) return { message: "The context is larger than 5 MB." };
    const { port, turns, codes, isNew } = this.ready();
    const forget = codes.size >= maxCodes;
    if (forget) codes.clear();
    const { text, ...rest } = job;
    let turn = Atomics.load(turns, 0);
    port.postMessage({ ...rest, forget, ...(!codes.has(job.id) && { text }) });
    codes.add(job.id);
    const limitMs = isNew ? maxStartMs : this.silenceMs;
    for (;;) {
      const message = receiveMessageOnPort(port)?.message as Message | undefined;
      if (message === undefined) {
        if (hasTurned(turns, turn)) turn = Atomics.load(turns, 0);
        else if (Atomics.wait(turns, 0, turn, limitMs) === "timed-out") return this.end();
        else turn = Atomics.load(turns, 0);
      } else if (message.type === "end") return JSON.parse(message.answer) as HandlerEnd;
      else {
        port.postMessage(answer(message.name, message.given));
        Atomics.add(turns, 1, 1);
        Atomics.notify(turns, 1);
      }
    }
  }

  /** Ends the thread, whose memory is full. */
  private end(): HandlerEnd {
    void this.running?.worker.terminate();
    this.running = undefined;
    return { message: `A handler needs more than ${this.memoryMb} MB of memory.` };
  }

  private ready(): Running & { readonly isNew: boolean } {
    if (this.running !== undefined) return { ...this.running, isNew: false };
    const { port1, port2 } = new MessageChannel();
    const turns = new Int32Array(new SharedArrayBuffer(8));
    const worker = new Worker(threadProgram, {
      eval: true,
      name: "appsync-js",
      env: {},
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: this.memoryMb, maxYoungGenerationSizeMb: 16, stackSizeMb: 2 },
      workerData: {
        port: port2,
        turns,
        worldText,
        insideText: insideText(),
        shapes: moduleShapes(),
        globals: runtimeGlobals,
        limitMs: maxHandlerMs,
        longest,
      },
      transferList: [port2],
    });
    const started: Running = { worker, port: port1, turns, codes: new Set() };
    const forget = contained("AppSync API", (): void => {
      if (this.running === started) this.running = undefined;
    });
    worker.on("error", forget).once("exit", forget).unref();
    port1.unref();
    this.running = started;
    return { ...started, isNew: true };
  }
}

let bundledInside: string | undefined;

/** The utilities that run in the handlers' world, as text that defines `inside`. */
function insideText(): string {
  if (bundledInside !== undefined) return bundledInside;
  const { errors, text } = bundleText(require.resolve("./inside"), [], "inside");
  if (text === undefined) throw new Error(errors.join("\n"));
  bundledInside = text;
  return text;
}

/** Whether the other thread has its turn behind it. Looking a few times is faster than being woken up. */
function hasTurned(turns: Int32Array, turn: number): boolean {
  for (let looks = 0; looks < maxLooks; looks += 1) if (Atomics.load(turns, 0) !== turn) return true;
  return false;
}

interface Running {
  readonly worker: Worker;
  readonly port: MessagePort;
  readonly turns: Int32Array;
  /** The codes that the thread has. */
  readonly codes: Set<number>;
}
