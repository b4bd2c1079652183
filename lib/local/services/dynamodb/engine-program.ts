// The program of the thread in which the package that stores the tables runs. The package throws where a request is not as it
// expects; in a separate thread this ends the thread only.
import { EventEmitter } from "node:events";
import type { Server } from "node:http";
import { parentPort, workerData } from "node:worker_threads";

/** What the thread is started with. */
export interface EngineData {
  /** Where the package is installed. */
  readonly packagePath: string;
  /** Folder of the tables. */
  readonly folder: string;
}

/** A request to the package, as HTTP writes it. */
export interface EngineRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

/** The package's response, or the error that it threw. */
export type EngineResult =
  | { readonly status: number; readonly headers: Readonly<Record<string, string>>; readonly body: string }
  | { readonly problem: string };

interface PackageOptions {
  readonly path: string;
  readonly createTableMs: number;
  readonly deleteTableMs: number;
  readonly updateTableMs: number;
}

/** The parts of an HTTP response that the package uses. */
class EngineResponse {
  statusCode = 200;
  private readonly headers: Record<string, string> = {};

  constructor(private readonly answer: (result: EngineResult) => void) {}

  setHeader(name: string, value: unknown): void {
    this.headers[name.toLowerCase()] = String(value);
  }

  end(body = ""): void {
    // Its length is known to the server that sends it.
    const { "content-length": _length, "transfer-encoding": _encoding, ...headers } = this.headers;
    this.answer({ status: this.statusCode, headers, body });
  }
}

const { packagePath, folder } = workerData as EngineData;
const createServer = require(packagePath) as (options: PackageOptions) => Server;
// The package's server listens nowhere; requests are handed to it.
const server = createServer({ path: folder, createTableMs: 0, deleteTableMs: 0, updateTableMs: 0 });

parentPort?.on("message", ({ id, request }: { readonly id: number; readonly request: EngineRequest }) => {
  const { method, url, headers, body } = request;
  const answer = (result: EngineResult): void => parentPort?.postMessage({ id, result });
  const received = Object.assign(new EventEmitter(), { method, url, headers });
  try {
    server.emit("request", received, new EngineResponse(answer));
    if (body.length > 0) received.emit("data", Buffer.from(body));
    received.emit("end");
  } catch (error) {
    answer({ problem: String(error) });
  }
});
