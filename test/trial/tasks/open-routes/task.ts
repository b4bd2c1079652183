import { mayCall } from "../../../../lib/testing";
import { served } from "../../served";
import type { TrialTask } from "../../task";

const stack = "stacks/service.ts";

export const task: TrialTask = {
  start: "api",
  edits: [{ file: stack, before: 'defaults: { authorizer: "users" }', after: "defaults: {}" }],

  check: (folder) =>
    served(folder, async (server, findings) => {
      findings.is("the status of GET / without a token", (await server.fetch("/")).status, 200);
      for (const route of ["GET /notes", "POST /notes", "DELETE /notes/{id}"])
        findings.is(`whether anyone may call ${route}`, mayCall(server.json, route, "anyone"), "no");
      const { status } = await server.fetch("/notes", { as: "ada@example.com" });
      findings.is("the status of GET /notes with a token", status, 200);
    }),

  solve(solver) {
    solver.run("routes", "--open", "--json");
    solver.read("docs/agents/constructs/api.md", "ApiDefaults");
    solver.source(stack);
    solver.edit(stack, "defaults: {}", 'defaults: { authorizer: "users" }');
  },
};
