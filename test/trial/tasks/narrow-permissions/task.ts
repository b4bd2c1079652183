import { served } from "../../served";
import type { TrialTask } from "../../task";

const stack = "stacks/shop.ts";

/** The grants of the template, which the task takes away. */
const grants = {
  "worker.handler": "grantWriteData",
  "report.handler": "grantReadData",
  "orders.list": "grantReadData",
};

export const task: TrialTask = {
  start: "events",
  edits: Object.entries(grants).map(([handler, grant]) => ({
    file: stack,
    before: `"functions/${handler}", bind: [[orders, "${grant}"]]`,
    after: `"functions/${handler}", bind: [orders]`,
  })),

  check: (folder) =>
    served(folder, async (server, findings) => {
      await server.fetch("/orders", { method: "POST", body: '{"product":"tea"}' });
      await server.settled();
      findings.is("the status of GET /orders", (await server.fetch("/orders")).status, 200);
      await server.invoke("Report/Job");
      const { missing, unused } = server.permissions();
      findings.is("the list of missing permissions", missing, []);
      findings.is("the list of unused permissions", unused, []);
    }),

  solve(solver) {
    solver.source(stack);
    solver.source("functions/orders-table.ts");
    solver.read("docs/access.md", "What functions use");
    solver.read("docs/agents/constructs/table.md", "Permissions");
    for (const [handler, grant] of Object.entries(grants)) {
      const before =
        solver.source(stack).match(new RegExp(`"functions/${handler}",\\s+bind: \\[orders`))?.[0] ?? "";
      solver.edit(stack, before, before.replace("[orders", `[[orders, "${grant}"]`));
    }
  },
};
