import { Api } from "../../../lib/constructs/api";
import { McpAuthority, type McpAuthorityProps } from "../../../lib/constructs/mcp-authority";
import { Userbase } from "../../../lib/constructs/userbase";
import type { Stack } from "../../../lib/kit/app";
import { type Edits, handler, other } from "./edit";

type Props = Omit<McpAuthorityProps, "api" | "userbase">;

const authority = (props: Props) => (stack: Stack) => {
  const api = new Api(stack, "Api", {});
  const userbase = new Userbase(stack, "Users", { domain: "notes-dev" });
  new McpAuthority(stack, "It", { api, userbase, ...props });
};

const server = { function: handler, scopes: ["notes/read"] };
const one: Props = { servers: { "/mcp": server } };

const edits: Readonly<Record<string, readonly [before: Props, after: Props, known?: readonly string[]]>> = {
  "server added": [one, { servers: { ...one.servers, "/files": server } }],
  "server removed": [{ servers: { ...one.servers, "/files": server } }, one],
  "server renamed": [one, { servers: { "/notes": server } }],
  "code of a server": [one, { servers: { "/mcp": { ...server, function: other } } }],
  "scopes of a server": [one, { servers: { "/mcp": { ...server, scopes: ["notes/write"] } } }],
  "documents of clients off": [one, { ...one, clientDocuments: false }],
  "hosts of documents": [one, { ...one, clientDocuments: { hosts: ["app.example.com"] } }],
  "registration off": [one, { ...one, registration: false }],
  "limits of registration": [one, { ...one, registration: { maxClients: 10, maxPerSource: 5 } }],
  "validity of tokens": [one, { ...one, cdk: { userPoolClient: { accessTokenValidity: 2 } } }],
  "tags of the table": [one, { ...one, cdk: { table: { tags: { team: "red" } } } }],
};

export const mcpEdits: Edits = Object.fromEntries(
  Object.entries(edits).map(([name, [before, after, known]]) => [
    `McpAuthority ${name}`,
    { before: authority(before), after: authority(after), ...(known && { known }) },
  ]),
);
