import { type ClientOptions, client } from "serverform/client";
import type { Routes } from "./routes";

/** The API of notes, with the types of its routes. */
export function notesApi(url: string, options?: ClientOptions) {
  const api = client<Routes>(url, options);
  return {
    titles: async () => (await api("GET /notes")).map(({ title }) => title),

    /** Adds a note, or returns why its title is refused. */
    async add(title: string): Promise<string | undefined> {
      try {
        await api("POST /notes", { body: { title } });
      } catch (error) {
        if (!api.isError(error, "POST /notes", 400)) throw error;
        return error.body.errors.map(({ detail }) => detail).join(" ");
      }
    },
  };
}
