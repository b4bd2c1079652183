import type { IncomingMessage } from "node:http";
import { jsonOf } from "../../../facts/text/json";
import { parseQuery } from "../../../facts/text/query-string";
import { isValues } from "../../../model";
import { sourceIpOf } from "../../wire/received-request";
import { joinHeaders } from "../../wire/request-headers";

/** A client that wants to connect. */
export interface RealTimeHandshake {
  /** Without the query string. */
  readonly path: string;
  /** Subprotocols that the client offers, without the one that carries the authorization. */
  readonly protocols: readonly string[];
  /**
   * The credentials of the client, by name in lower case. Browsers cannot set headers of a handshake, so that
   * the client sends them as base64 of JSON.
   */
  readonly authorization: Readonly<Record<string, string>>;
  /** The headers of the HTTP request, by name in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly sourceIp: string;
}

const headerProtocol = "header-";

/**
 * Reads a handshake; the authorization is in a subprotocol or in the query string.
 *
 * Sources: https://docs.aws.amazon.com/appsync/latest/devguide/real-time-websocket-client.html,
 * https://docs.aws.amazon.com/appsync/latest/eventapi/event-api-websocket-protocol.html
 */
export function readHandshake(request: IncomingMessage): RealTimeHandshake {
  const [path = "/", rawQuery = ""] = (request.url ?? "/").split("?", 2);
  const headers = joinHeaders(request.rawHeaders);
  const offered = (headers["sec-websocket-protocol"] ?? "").split(",").map((each) => each.trim());
  const carried = offered.find((each) => each.startsWith(headerProtocol))?.slice(headerProtocol.length);
  const inQuery = parseQuery(rawQuery).find(([name]) => name === "header")?.[1];
  return {
    path,
    protocols: offered.filter((each) => each !== "" && !each.startsWith(headerProtocol)),
    authorization: lowerCased(decoded(carried ?? inQuery)),
    headers,
    sourceIp: sourceIpOf(request),
  };
}

/** The texts of an object, by name in lower case. */
export function lowerCased(value: unknown): Readonly<Record<string, string>> {
  const names: Record<string, string> = Object.create(null);
  for (const [name, each] of Object.entries(isValues(value) ? value : {})) {
    if (typeof each === "string") names[name.toLowerCase()] = each;
  }
  return names;
}

function decoded(base64: string | undefined): unknown {
  // A plus sign in a query string that was not encoded has become a space. Node reads both alphabets.
  return jsonOf(Buffer.from((base64 ?? "").replaceAll(" ", "+"), "base64").toString("utf8"));
}
