import { randomBytes } from "node:crypto";
import { readFileSync, rmSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import { jsonOf } from "../facts/text/json";
import { isSameSecret } from "../facts/text/same-secret";
import { writePrivate } from "./files/private-files";
import { listenAt, pageRefusal } from "./invoke";
import { LoopbackServer } from "./loopback-server";
import type { Report } from "./report";
import { maxFunctionPayloadBytes, readBody } from "./wire/request-body";

/** Requests that commands in other terminals can send to the running server. */
export interface ControlActions {
  /** Invokes a function, or the job of a schedule, by name. The answer is printed unchanged. */
  invoke(request: { readonly function: string; readonly event: unknown }): Promise<unknown>;
  /** Runs a command about the users of the app's pools. The answer is printed. */
  users?(command: object): Promise<unknown>;
  /** The variables that connect other programs to the emulated services. */
  variables?(): Promise<Readonly<Record<string, string>>>;
  inspect?(command: object): Promise<unknown>;
  history?(command: object): Promise<unknown>;
  /** Public documents of the token issuers. */
  published(path: string): Promise<object | undefined>;
}

/** The address of a running server; written to its folder. */
interface ControlFile {
  readonly port: number;
  readonly secret: string;
  readonly pid: number;
}

const fileName = "server.json";
const secretHeader = "x-serverform-secret";

/**
 * The control server of a running local server, for `serverform local invoke` in another terminal and for readers of the issuers'
 * documents.
 *
 * It always listens on loopback. Only users who can read the project's folder know the secret. Requests from web pages are
 * refused.
 */
export class ControlServer {
  private readonly secret = randomBytes(32).toString("hex");
  private readonly server: LoopbackServer;

  private constructor(
    private readonly folder: string,
    private readonly actions: ControlActions,
    report: Report,
  ) {
    this.server = new LoopbackServer({
      name: "control server",
      report,
      answer: (...given) => this.answer(...given),
      failed: (error, response) => this.refuse(response, 500, `The request failed: ${String(error)}`),
    });
  }

  /** Starts the server, and writes its address to the folder. */
  static async start(folder: string, actions: ControlActions, report: Report): Promise<ControlServer> {
    const control = new ControlServer(folder, actions, report);
    await listenAt("control server", control.server.server, 0);
    const content: ControlFile = { port: control.port, secret: control.secret, pid: process.pid };
    writePrivate(join(folder, fileName), `${JSON.stringify(content)}\n`);
    return control;
  }

  get port(): number {
    return this.server.port;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  async close(): Promise<void> {
    if (readControlFile(this.folder)?.secret === this.secret)
      rmSync(join(this.folder, fileName), { force: true });
    await this.server.close();
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method, url: path = "/" } = request;
    const names = [`127.0.0.1:${this.port}`, `localhost:${this.port}`];
    const foreign = pageRefusal("programs", request.headers, names);
    if (foreign !== undefined) return this.refuse(response, 403, `${foreign}.`);
    if (method === "GET") {
      const document = await this.actions.published(path);
      if (document !== undefined) return send(response, 200, document);
    }
    const perform = method === "POST" ? this.actionAt(path) : undefined;
    if (perform === undefined) {
      return this.refuse(response, 404, `There is nothing for ${method} ${shown(path)}.`);
    }
    if (!isSameSecret(this.secret, String(request.headers[secretHeader]))) {
      const reason = `The header ${secretHeader} is missing or wrong: ${join(this.folder, fileName)} has its value.`;
      return this.refuse(response, 403, reason);
    }
    const body = await readBody(request, maxFunctionPayloadBytes);
    if (body.state === "aborted") return;
    if (body.state === "too-large") {
      return this.refuse(response, 413, `The body is larger than ${maxFunctionPayloadBytes} bytes.`);
    }
    const asked = jsonOf(body.bytes.toString("utf8"));
    const answer = await perform(asked);
    if (typeof answer === "string") return this.refuse(response, 400, answer);
    return send(response, 200, answer);
  }

  /** The action of a path. It returns the answer, or the reason for a refusal. */
  private actionAt(
    path: string,
  ): ((asked: unknown) => Promise<{ readonly answer: unknown } | string>) | undefined {
    const { invoke, users, variables, history, inspect } = this.actions;
    if (path === "/variables" && variables !== undefined) return async () => ({ answer: await variables() });
    if (path === "/invoke") {
      return async (asked) =>
        isInvocation(asked)
          ? { answer: await invoke(asked) }
          : 'The body is not JSON of the form { "function": "...", "event": ... }.';
    }
    const actions: Readonly<Record<string, typeof users>> = {
      "/users": users,
      "/history": history,
      "/inspect": inspect,
    };
    const perform = actions[path];
    if (perform === undefined) return undefined;
    return async (asked) =>
      typeof asked === "object" && asked !== null
        ? { answer: await perform(asked) }
        : 'The body is not JSON of the form { "action": "..." }.';
  }

  private refuse(response: ServerResponse, status: number, reason: string): void {
    this.server.refused(status, reason);
    send(response, status, { message: reason });
  }
}

export type ControlPath = "/invoke" | "/users" | "/variables" | "/history" | "/inspect";

/** Sends a command to the running server of a project; undefined if no server is running. */
export async function askRunningServer(
  folder: string,
  request: object,
  path: ControlPath = "/invoke",
): Promise<{ readonly answer: unknown } | undefined> {
  const file = readControlFile(folder);
  if (file === undefined) return undefined;
  try {
    const response = await fetch(`http://127.0.0.1:${file.port}${path}`, {
      method: "POST",
      headers: { [secretHeader]: file.secret, "content-type": "application/json" },
      body: JSON.stringify(request),
    });
    return response.ok ? ((await response.json()) as { readonly answer: unknown }) : undefined;
  } catch {
    // The server was killed and left its file behind.
    return undefined;
  }
}

function readControlFile(folder: string): ControlFile | undefined {
  try {
    return jsonOf(readFileSync(join(folder, fileName), "utf8")) as ControlFile | undefined;
  } catch {
    return undefined;
  }
}

type Invocation = Parameters<ControlActions["invoke"]>[0];

function isInvocation(value: unknown): value is Invocation {
  return (
    typeof value === "object" && value !== null && "function" in value && typeof value.function === "string"
  );
}

function shown(value: string): string {
  return JSON.stringify(value.slice(0, 100));
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}
