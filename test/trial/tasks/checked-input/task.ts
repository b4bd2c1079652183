import type { TestServer } from "../../../../lib/testing";
import { served } from "../../served";
import type { TrialTask } from "../../task";

const stack = "stacks/hello.ts";

export const task: TrialTask = {
  start: "hello",

  check: (folder) =>
    served(folder, async (server, findings) => {
      const created = await greet(server, { name: "Ada" });
      findings.is("the answer", [created.status, await created.json()], [201, { greeting: "Hello Ada" }]);
      for (const body of [{}, { name: "" }, { name: "a".repeat(41) }]) {
        const refused = await greet(server, body);
        const { errors = [] } = (await refused.json()) as {
          readonly errors?: readonly { pointer?: string }[];
        };
        const found = [refused.status, refused.headers.get("content-type"), errors[0]?.pointer];
        findings.is(`the answer to ${JSON.stringify(body)}`, found, [
          400,
          "application/problem+json",
          "/name",
        ]);
      }
    }),

  solve(solver) {
    solver.docs("route", "contract", "schema", "body");
    solver.source(stack);
    solver.edit(
      stack,
      'routes: { "GET /": "functions/hello.handler" }',
      'routes: { "GET /": "functions/hello.handler", "POST /greetings": "functions/greetings.create" }',
    );
    solver.write(
      "functions/greetings.ts",
      `import { route } from "serverform/node/route";
import { z } from "zod";

const body = z.object({ name: z.string().min(1).max(40) });
const output = z.object({ greeting: z.string() });

export const create = route({ body, output, status: 201 }, async ({ body }) => ({ greeting: \`Hello \${body.name}\` }));
`,
    );
  },
};

const greet = (server: TestServer, body: object): Promise<Response> =>
  server.fetch("/greetings", { method: "POST", body: JSON.stringify(body) });
