import { served } from "../../served";
import type { TrialTask } from "../../task";

const stack = "stacks/hello.ts";

export const task: TrialTask = {
  start: "hello",

  check: (folder) =>
    served(folder, async (server, findings) => {
      await server.clock.advance("1h");
      const lines = server.logs().filter((line) => line.includes("still here"));
      findings.is("the number of lines after an hour", lines.length, 4);
      findings.is("the status of GET /", (await server.fetch("/")).status, 200);
    }),

  solve(solver) {
    solver.read("docs/agents/constructs/cron.md", "Cron");
    solver.read("docs/agents/constructs/cron.md", "CronProps");
    solver.source(stack);
    solver.edit(stack, "import { Api,", "import { Api, Cron,");
    solver.edit(
      stack,
      "  stack.addOutputs",
      `  new Cron(stack, "Heartbeat", { schedule: "rate(15 minutes)", job: "functions/heartbeat.handler" });
  stack.addOutputs`,
    );
    solver.write(
      "functions/heartbeat.ts",
      'export const handler = async () => {\n  console.log("still here");\n};\n',
    );
  },
};
