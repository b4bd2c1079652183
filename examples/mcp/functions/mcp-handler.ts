import { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js";
import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { answer, type Handler } from "./answer";
import { resourceMetadataOf } from "./documents";
import { notesServer } from "./notes-server";
import type { NotesStore } from "./notes-store";
import { scopes } from "./settings";
import type { VerifyToken } from "./tokens";

/** Answers the requests of MCP clients, each alone: a function keeps no session, and its answer is not a stream. */
export function mcpHandler(apiUrl: string, verify: VerifyToken, store: NotesStore): Handler {
  return async (event) => {
    const token = /^Bearer (\S+)$/i.exec(event.headers.authorization ?? "")?.[1];
    const user = token === undefined ? undefined : await verify(token);
    if (user === undefined) return refuse(401, token === undefined ? undefined : "invalid_token");
    if (!scopes.some((scope) => user.scopes.includes(scope))) return refuse(403, "insufficient_scope");
    if (event.requestContext.http.method !== "POST")
      return answer(405, { message: "Method Not Allowed" }, { allow: "POST" });
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
    const server = notesServer(store, user);
    await server.connect(transport);
    const response = await transport.handleRequest(requestOf(event, apiUrl));
    const body = await response.text();
    await server.close();
    return { statusCode: response.status, headers: Object.fromEntries(response.headers), body };
  };

  /** The gateway sends the header as `WWW-Authenticate`, the name of which it does not let functions set. */
  function refuse(statusCode: 401 | 403, error: string | undefined) {
    const parts = {
      ...(error !== undefined && { error }),
      scope: scopes.join(" "),
      resource_metadata: resourceMetadataOf(apiUrl),
    };
    const challenge = Object.entries(parts).map(([name, value]) => `${name}="${value}"`);
    return answer(
      statusCode,
      { error: error ?? "unauthorized" },
      { "mcp-challenge": `Bearer ${challenge.join(", ")}` },
    );
  }
}

function requestOf({ body = "", isBase64Encoded, headers }: APIGatewayProxyEventV2, apiUrl: string): Request {
  const given = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, value]],
  );
  return new Request(`${apiUrl}/mcp`, {
    method: "POST",
    headers: given,
    body: isBase64Encoded ? Buffer.from(body, "base64").toString() : body,
  });
}
