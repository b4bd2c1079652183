import { connect } from "node:net";
import { resolve } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { freePort } from "./free-port";

/** The server of a framework, as its build makes it: a file that starts an HTTP server. */
export interface SiteProgram {
  /** The working directory of the server. */
  readonly folder: string;
  /** The file, relative to the folder. */
  readonly entry: string;
  /** The port on which it listens regardless of `PORT`. @default - a free one, which it gets as `PORT` */
  readonly port?: number | undefined;
}

export interface SiteAddress {
  readonly host: string;
  readonly port: number;
}

/** The server cannot start. The message is for the log of the function. */
export class SiteServerError extends Error {
  override readonly name = "SiteServerError";
}

/** Lambda's own limit for the start of a function. */
const startLimitMs = 10_000;

const host = "127.0.0.1";
const pollMs = 5;

/** Starts the server in this process, and waits until it listens. */
export async function startServer(
  { entry, folder, port: fixedPort }: SiteProgram,
  limitMs = startLimitMs,
): Promise<SiteAddress> {
  const port = fixedPort ?? (await freePort(host));
  const file = resolve(folder, entry);
  // Frameworks read the address from these names.
  Object.assign(process.env, { PORT: String(port), HOST: host, HOSTNAME: host });
  process.env.NODE_ENV ??= "production";
  process.argv[1] = file;
  process.chdir(folder);
  const stop = new AbortController();
  const { signal } = stop;
  try {
    // The module may never finish loading while the server runs.
    await Promise.race([
      loaded(file, signal),
      listening(port, signal),
      outOfTime(file, { port, fixedPort, limitMs, signal }),
    ]);
  } finally {
    stop.abort();
  }
  return { host, port };
}

/** Throws an error if the module cannot be loaded; otherwise waits for the end of the start. */
async function loaded(file: string, signal: AbortSignal): Promise<void> {
  try {
    await import(pathToFileURL(file).href);
  } catch (error) {
    const reason = error instanceof Error ? (error.stack ?? error.message) : String(error);
    throw new SiteServerError(`The server of the site cannot be loaded from ${file}: ${reason}`);
  }
  await new Promise<void>((done) => {
    if (signal.aborted) done();
    signal.addEventListener("abort", () => done());
  });
}

async function listening(port: number, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && !(await accepts(port))) await delay(pollMs);
}

function accepts(port: number): Promise<boolean> {
  return new Promise((done) => {
    const socket = connect({ host, port });
    socket.on("connect", () => {
      socket.destroy();
      done(true);
    });
    socket.on("error", () => done(false));
  });
}

interface Limit {
  readonly port: number;
  readonly fixedPort: number | undefined;
  readonly limitMs: number;
  readonly signal: AbortSignal;
}

async function outOfTime(file: string, { port, fixedPort, limitMs, signal }: Limit): Promise<void> {
  try {
    await delay(limitMs, undefined, { signal });
  } catch {
    return;
  }
  const remedy =
    fixedPort === undefined
      ? "It must listen on the port in the variable PORT and the host in HOST. For a fixed port, set server: { entry, port }."
      : "The port is that of the prop server. Without it, the server gets a free port in the variable PORT.";
  throw new SiteServerError(
    `The server of the site does not listen on ${host}:${port} after ${limitMs / 1000} seconds (${file}). ${remedy}`,
  );
}
