import { request } from "node:http";
import { connect } from "node:net";
import { Sha256 } from "@aws-crypto/sha256-js";
import { SignatureV4 } from "@smithy/signature-v4";
import WebSocket from "ws";
import type { Attack } from "./attacks";
import type { Served } from "./served-app";

export interface Reply {
  readonly status: number;
  readonly text: string;
}

/** A client does not wait any longer. */
const patienceMs = 8_000;

/** Sends an attack. Resolves to undefined if the server gives no answer in HTTP, or none in time. */
export async function send(attack: Attack, served: Served): Promise<Reply | undefined> {
  if ("bytes" in attack) return sendBytes(attack.url, attack.bytes);
  if ("socket" in attack) return sendFrames(attack);
  const { url, path, method, headers, body, service } = attack;
  if (service === undefined) return ask(url, path, { method, headers, body });
  return ask(url, path, { method, body, headers: await signed(attack, service, served) });
}

async function signed(
  { url, path, method, headers, body }: Extract<Attack, { path: string }>,
  service: string,
  { credentials }: Served,
): Promise<Readonly<Record<string, string>>> {
  const { hostname, host, port } = new URL(url);
  const [pathname = "/", search = ""] = path.split("?", 2);
  const signer = new SignatureV4({ credentials, region: "us-east-1", service, sha256: Sha256 });
  const query = Object.fromEntries(new URLSearchParams(search));
  const all = { host, ...headers };
  const given = {
    protocol: "http:",
    hostname,
    port: Number(port),
    method,
    path: pathname,
    query,
    headers: all,
    body,
  };
  // A header or a path that cannot be signed is sent unchanged.
  return signer.sign(given).then(
    (result) => result.headers,
    () => headers,
  );
}

export function ask(
  url: string,
  path: string,
  given: {
    readonly method: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string;
  },
): Promise<Reply | undefined> {
  return new Promise((resolve) => {
    const { hostname, port } = new URL(url.replace("localhost", "127.0.0.1"));
    const { method, headers, body } = given;
    const client = request(
      {
        hostname,
        port,
        path,
        method,
        headers: { host: new URL(url).host, ...headers },
        agent: false,
        timeout: patienceMs,
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("error", () => resolve(undefined));
        response.on("end", () =>
          resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString("utf8") }),
        );
      },
    );
    client.on("timeout", () => client.destroy());
    client.on("error", () => resolve(undefined));
    client.on("close", () => resolve(undefined));
    client.end(body);
  });
}

function sendBytes(url: string, bytes: string): Promise<undefined> {
  return new Promise((resolve) => {
    const { port } = new URL(url);
    const socket = connect(Number(port), "127.0.0.1", () => socket.end(bytes));
    socket.setTimeout(2_000, () => socket.destroy());
    socket.on("error", () => {});
    socket.on("close", () => resolve(undefined));
    socket.resume();
  });
}

function sendFrames({
  socket,
  protocols,
  headers,
  frames,
}: Extract<Attack, { frames: unknown }>): Promise<undefined> {
  return new Promise((resolve) => {
    const client = new WebSocket(socket, [...protocols], { headers, handshakeTimeout: 2_000 });
    const end = setTimeout(() => client.terminate(), 2_000);
    client.on("open", () => {
      for (const frame of frames) client.send(frame);
    });
    client.on("error", () => {});
    client.on("close", () => {
      clearTimeout(end);
      resolve(undefined);
    });
  });
}
