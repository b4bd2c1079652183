import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { z } from "zod";
import type { NotesStore } from "./notes-store";
import type { TokenHolder } from "./tokens";

/** The tools that a user's token allows. */
export function notesServer(store: NotesStore, { id, scopes }: TokenHolder): McpServer {
  const server = new McpServer({ name: "notes", version: "1.0.0" });
  const text = (value: string) => ({ content: [{ type: "text" as const, text: value }] });
  if (scopes.includes("notes/read")) {
    server.registerTool("list_notes", { description: "Lists the notes of the user" }, async () =>
      text((await store.list(id)).join("\n")),
    );
  }
  if (scopes.includes("notes/write")) {
    const inputSchema = { text: z.string().min(1).max(10_000) };
    server.registerTool("add_note", { description: "Writes a note", inputSchema }, async (note) => {
      await store.add(id, note.text);
      return text("Written.");
    });
  }
  return server;
}
