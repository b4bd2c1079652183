import { type AuthInfo, McpServer } from "@modelcontextprotocol/server";
import { z } from "zod";
import type { NotesStore } from "./notes-store";

/** The tools that a user's token allows, in all revisions of the protocol. */
export function notesServer(store: NotesStore, caller: AuthInfo | undefined): McpServer {
  const server = new McpServer({ name: "notes", version: "1.0.0" });
  const text = (value: string) => ({ content: [{ type: "text" as const, text: value }] });
  const { scopes = [], extra } = caller ?? {};
  const owner = String(extra?.sub);
  if (scopes.includes("notes/read")) {
    server.registerTool("list_notes", { description: "Lists the notes of the user" }, async () =>
      text((await store.list(owner)).join("\n")),
    );
  }
  if (scopes.includes("notes/write")) {
    const inputSchema = z.object({ text: z.string().min(1).max(10_000) });
    server.registerTool("add_note", { description: "Writes a note", inputSchema }, async (note) => {
      await store.add(owner, note.text);
      return text("Written.");
    });
  }
  return server;
}
