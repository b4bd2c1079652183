import { served } from "../../served";
import type { TrialTask } from "../../task";

const service = "stacks/service.ts";
const data = "stacks/data.ts";

export const task: TrialTask = {
  start: "api",
  edits: [
    { file: service, before: 'authorizer: "users"', after: 'authorizer: "user"' },
    { file: data, before: 'sortKey: "id"', after: 'sortKey: "noteId"' },
  ],

  check: (folder) =>
    served(folder, async (server, findings) => {
      const ada = { as: "ada@example.com" } as const;
      const { status } = await server.fetch("/notes", {
        ...ada,
        method: "POST",
        body: '{"text":"Buy milk"}',
      });
      findings.is("the status of POST /notes", status, 201);
      const notes = (await (await server.fetch("/notes", ada)).json()) as readonly { readonly id: string }[];
      const removed = await server.fetch(`/notes/${notes[0]?.id}`, { ...ada, method: "DELETE" });
      findings.is("the status of DELETE /notes/{id}", removed.status, 204);
      findings.is("the status of GET /notes without a token", (await server.fetch("/notes")).status, 401);
    }),

  solve(solver) {
    const { errors } = JSON.parse(solver.run("build", "--json").split("\n")[0] ?? "") as {
      readonly errors: readonly { readonly code: string }[];
    };
    for (const { code } of errors) solver.explain(code);
    solver.source(service);
    solver.source(data);
    solver.edit(service, 'authorizer: "user"', 'authorizer: "users"');
    solver.edit(data, 'sortKey: "noteId"', 'sortKey: "id"');
  },
};
