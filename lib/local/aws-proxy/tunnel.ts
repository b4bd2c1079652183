import { request } from "node:http";
import { connect } from "node:net";
import type { Duplex } from "node:stream";
import { contained } from "../invoke";

export type OpenTunnel = (host: string, port: number) => Promise<Duplex>;

export function connectorThrough(proxy: string | undefined): OpenTunnel {
  if (proxy === undefined || !URL.canParse(proxy)) return openDirectly;
  return (host, port) => openThrough(new URL(proxy), host, port);
}

function openDirectly(host: string, port: number): Promise<Duplex> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port }, () => resolve(socket));
    socket.on("error", reject);
  });
}

function openThrough(proxy: URL, host: string, port: number): Promise<Duplex> {
  const { hostname, username, password } = proxy;
  const named = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`);
  return new Promise((resolve, reject) => {
    const path = `${host}:${port}`;
    request({
      host: hostname,
      port: proxy.port === "" ? 80 : proxy.port,
      method: "CONNECT",
      path,
      headers: {
        host: path,
        ...(username !== "" && { "proxy-authorization": `Basic ${named.toString("base64")}` }),
      },
    })
      .once(
        "connect",
        contained("AWS proxy", ({ statusCode }, socket, head) => {
          // The server may speak first.
          if (head.length > 0) socket.unshift(head);
          if (statusCode === 200) return resolve(socket);
          socket.destroy();
          reject(new Error(`the proxy ${hostname} answers with status ${statusCode}`));
        }),
      )
      .on("error", reject)
      .end();
  });
}
