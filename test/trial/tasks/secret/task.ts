import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { served } from "../../served";
import type { TrialTask } from "../../task";

const stack = "stacks/hello.ts";
const handler = "functions/hello.ts";
const API_KEY = "sk-trial-7341";

export const task: TrialTask = {
  start: "hello",

  check: (folder) =>
    served(
      folder,
      async (server, findings) => {
        findings.is("the answer of GET /", await (await server.fetch("/")).text(), API_KEY.slice(-4));
        findings.is("the number of denied calls", server.denials().length, 0);
        const [file = ""] = readdirSync(join(server.json, "stacks"));
        const json = readFileSync(join(server.json, "stacks", file, "cdk.tf.json"), "utf8");
        findings.is(
          "whether the function reads the secret from SSM",
          json.includes("ssm:GetParameters"),
          true,
        );
      },
      { secrets: { API_KEY } },
    ),

  solve(solver) {
    solver.read("lib/constructs/config/README.md", "Config");
    solver.docs("secrets", "fetchSecrets", "Config.API_KEY", "serverform/node/config");
    solver.source(stack);
    solver.source(handler);
    solver.edit(stack, "import { Api,", "import { Api, Config,");
    solver.edit(
      stack,
      "  const api =",
      '  const { API_KEY } = Config.Secret.create(stack, "API_KEY");\n  const api =',
    );
    solver.edit(
      stack,
      '"GET /": "functions/hello.handler"',
      '"GET /": { function: { handler: "functions/hello.handler", bind: [API_KEY] } }',
    );
    solver.edit(
      handler,
      'import { ApiHandler, useQueryParam } from "serverform/node/api";',
      `import { ApiHandler } from "serverform/node/api";
import { Config, fetchSecrets } from "serverform/node/config";`,
    );
    solver.edit(
      handler,
      `ApiHandler(() => ({
  statusCode: 200,
  body: \`Hello \${useQueryParam("name") ?? "world"}\`,
}));`,
      `ApiHandler(async () => {
  await fetchSecrets();
  return { statusCode: 200, body: Config.API_KEY.slice(-4) };
});`,
    );
  },
};
