import { channel } from "node:diagnostics_channel";
import { inspect } from "node:util";

/** A fault of code that no request waits for. */
export interface Fault {
  /** The part of the program: `output of a function`. */
  readonly part: string;
  /** The part and the error, with its stack. */
  readonly text: string;
}

/** Each server in this process listens to it. */
const faults = channel("serverform:fault");

/**
 * Returns a callback for timers, events of streams, sockets, processes, threads and watchers, and for everything else that runs outside of
 * the promise of a request. It never throws, and its promise never rejects: Node would end the process.
 *
 * A fault is reported with the name of the part, and the program continues.
 *
 * @param failed - settles or closes whatever waits for the callback, after a fault
 */
export function contained<Given extends readonly unknown[]>(
  part: string,
  run: (...given: Given) => unknown,
  failed?: (error: unknown, ...given: Given) => void,
): (...given: Given) => void {
  const fail = (error: unknown, given: Given): void => {
    reportFault(part, error);
    orReport(part, () => failed?.(error, ...given));
  };
  return (...given) => {
    try {
      const result = run(...given);
      // A chain of promises waits for it.
      return result instanceof Promise
        ? result.then(
            () => {},
            (error: unknown) => fail(error, given),
          )
        : undefined;
    } catch (error) {
      return fail(error, given);
    }
  };
}

/** Runs a promise in the background. A rejection is reported as in `contained`. */
export function inBackground(part: string, work: Promise<unknown>, failed?: (error: unknown) => void): void {
  contained(part, () => work, failed)();
}

/** Runs a function. An error is reported as in `contained`, and the result is then undefined. */
export function orReport<Value>(part: string, run: () => Value): Value | undefined {
  try {
    return run();
  } catch (error) {
    reportFault(part, error);
    return undefined;
  }
}

/** Waits for a promise. A rejection is reported as in `contained`, and the result is then undefined. */
export async function settled<Value>(part: string, work: Promise<Value>): Promise<Value | undefined> {
  try {
    return await work;
  } catch (error) {
    reportFault(part, error);
    return undefined;
  }
}

/** Adds a promise to a set until it settles. A rejection is reported as in `contained`, and code that waits for the set does not see it. */
export function trackIn(running: Set<Promise<void>>, part: string, work: Promise<unknown>): void {
  const tracked = settled(part, work).then(() => {
    running.delete(tracked);
  });
  running.add(tracked);
}

/** Calls a listener for each fault in this process until the result is called. */
export function onFault(listen: (fault: Fault) => void): () => void {
  const subscriber = (fault: unknown): void => {
    try {
      listen(fault as Fault);
    } catch {
      // The listener reports faults, so its own errors cannot be reported.
    }
  };
  faults.subscribe(subscriber);
  return () => faults.unsubscribe(subscriber);
}

function reportFault(part: string, error: unknown): void {
  const fault: Fault = { part, text: `${part}: ${textOf(error)}` };
  if (faults.hasSubscribers) faults.publish(fault);
  else process.emitWarning(fault.text, "serverform");
}

/** The maximum length of a fault's text. An error may quote what a client has sent. */
const maxLetters = 4000;

/** Anything can be thrown. */
function textOf(error: unknown): string {
  try {
    const text = error instanceof Error ? (error.stack ?? error.message) : inspect(error, { depth: 1 });
    return String(text).slice(0, maxLetters);
  } catch {
    return "an error without a text";
  }
}
