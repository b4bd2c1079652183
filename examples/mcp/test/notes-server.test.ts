import { createMcpHandler } from "@modelcontextprotocol/server";
import { notesServer } from "../functions/notes-server";
import type { NotesStore } from "../functions/notes-store";

const store: NotesStore = { list: async (owner) => [`of ${owner}`], add: async () => {} };
const mcp = createMcpHandler(({ authInfo }) => notesServer(store, authInfo));

/** Asks as a client of an earlier revision does after `initialize`: without a session, each request is independent. */
async function ask(scopes: string[], method: string, params: object = {}) {
  const request = new Request("https://api.example.com/mcp", {
    method: "POST",
    headers: { accept: "application/json, text/event-stream", "content-type": "application/json" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
  });
  const authInfo = { token: "token", clientId: "client", scopes, extra: { sub: "ada" } };
  const text = await (await mcp.fetch(request, { authInfo })).text();
  // The answer is an event of a stream, or the text of one.
  return JSON.parse(text.slice(text.indexOf("{"))).result;
}

test.each([
  ["notes/read", ["list_notes"]],
  ["notes/write", ["add_note"]],
  ["notes/read notes/write", ["list_notes", "add_note"]],
])("the scopes %s allow the tools %j", async (scopes, tools) => {
  const result = await ask(scopes.split(" "), "tools/list");
  expect(result.tools.map(({ name }: { name: string }) => name)).toEqual(tools);
});

test("users see their own notes", async () => {
  const { content } = await ask(["notes/read"], "tools/call", { name: "list_notes", arguments: {} });
  expect(content).toEqual([{ type: "text", text: "of ada" }]);
});
