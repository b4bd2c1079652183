import { served } from "../../served";
import type { TrialTask } from "../../task";

const stack = "stacks/hello.ts";

export const task: TrialTask = {
  start: "hello",

  check: (folder) =>
    served(folder, async (server, findings) => {
      findings.is("the status of GET / without a token", (await server.fetch("/")).status, 200);
      findings.is("the status of GET /me without a token", (await server.fetch("/me")).status, 401);
      const name = "ada@example.com";
      await server.signUp({ name, password: "Correct-horse-1" });
      await server.confirmSignUp({ name, code: await server.inbox.codeFor(name) });
      const { id } = (await (await server.fetch("/me", { as: name })).json()) as { readonly id?: unknown };
      findings.is("id of the answer to GET /me", /^[\w-]{36}$/.test(String(id)), true);
    }),

  solve(solver) {
    solver.read("lib/constructs/userbase/README.md", "Userbase");
    solver.docs("user_pool", "authorizer", "Userbase", "route");
    solver.docs("route", "schema", "context.claims");
    solver.source(stack);
    solver.source("functions/hello.ts");
    solver.edit(stack, "import { Api, type StackContext }", "import { Api, type StackContext, Userbase }");
    solver.edit(
      stack,
      "  const api =",
      '  const users = new Userbase(stack, "Users", { login: ["email"] });\n  const api =',
    );
    solver.edit(
      stack,
      'routes: { "GET /": "functions/hello.handler" }',
      `authorizers: { users: { type: "user_pool", userPool: users } },
    routes: {
      "GET /": "functions/hello.handler",
      "GET /me": { authorizer: "users", function: "functions/me.handler" },
    }`,
    );
    solver.write(
      "functions/me.ts",
      `import { route } from "serverform/node/route";

export const handler = route({}, async (_input, { claims }) => ({ id: claims.sub }));
`,
    );
  },
};
