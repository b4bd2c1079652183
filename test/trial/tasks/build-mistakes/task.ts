import { served } from "../../served";
import type { Solver } from "../../solver";
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

  // The stack of the API uses the table, so its own mistake shows once that of the table is corrected.
  solve(solver) {
    explainBuild(solver);
    solver.source(data);
    solver.edit(data, 'sortKey: "noteId"', 'sortKey: "id"');
    explainBuild(solver);
    solver.source(service);
    solver.edit(service, 'authorizer: "user"', 'authorizer: "users"');
  },
};

/** Builds, and reads the explanation of each reported error. */
function explainBuild(solver: Solver): void {
  const { errors } = JSON.parse(solver.run("build", "--json").split("\n")[0] ?? "") as {
    readonly errors: readonly { readonly code: string }[];
  };
  for (const { code } of errors) solver.explain(code);
}
