import { policyOf } from "../../../../lib/testing";
import { served } from "../../served";
import type { TrialTask } from "../../task";

const stack = "stacks/service.ts";
/** The function that removes notes may only read the table. */
const before = 'handler: "functions/notes.remove", bind: [[notes, ';
const narrowed = [{ file: stack, before: `${before}"grantWriteData"`, after: `${before}"grantReadData"` }];

export const task: TrialTask = {
  start: "api",
  edits: narrowed,

  check: (folder) =>
    served(folder, async (server, findings) => {
      const ada = { as: "ada@example.com" } as const;
      const created = await server.fetch("/notes", { ...ada, method: "POST", body: '{"text":"Buy milk"}' });
      const { id } = (await created.json()) as { readonly id: string };
      const removed = await server.fetch(`/notes/${id}`, { ...ada, method: "DELETE" });
      findings.is("the status of DELETE /notes/{id}", removed.status, 204);
      findings.is("the number of denied calls", server.denials().length, 0);
      findings.is("the list of notes after that", await (await server.fetch("/notes", ada)).json(), []);
      const actions = policyOf(server.json, "DELETE /notes/{id}")?.flatMap((each) => each.actions) ?? [];
      findings.is(
        "the list of actions with *",
        actions.filter((action) => /^(\*|\w+:\*)$/.test(action)),
        [],
      );
    }),

  async solve(solver) {
    solver.read("AGENTS.md", "The loop");
    solver.source(stack);
    const removeNote = async (url: string) => {
      const { token } = JSON.parse(solver.run("local", "token", "--user", "ada@example.com", "--json"));
      return fetch(`${url}notes/1`, { method: "DELETE", headers: { authorization: `Bearer ${token}` } });
    };
    const lines = await solver.local(async ({ lines, until }) => {
      const ready = lines().find(({ event }) => event === "ready") as unknown as Ready;
      await removeNote(ready.apis[0]?.urls[0] ?? "");
      await until(({ event }) => event === "denial");
    });
    const { add } = lines.find(({ event }) => event === "denial") ?? {};
    const grant = /"(grant\w+)"/.exec(String(add))?.[1] ?? "";
    solver.edit(stack, `${before}"grantReadData"`, `${before}"${grant}"`);
  },
};

/** The parts of the line of a served app that are read here. */
interface Ready {
  readonly apis: readonly { readonly urls: readonly string[] }[];
}
