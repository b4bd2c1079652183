import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { buildSync } from "esbuild";
import { Findings } from "../../served";
import type { TrialTask } from "../../task";

const urlRoute = "lib/constructs/api/routes/url.ts";
const props = "lib/constructs/api/routes/props.ts";

/** Prints the timeout of a route, or the code and the prop of the error, for each value of the option. */
const program = `
const { Testing } = require("cdktf");
const { Api, App, Stack } = require("./lib");
const of = (timeout) => {
  try {
    const stack = new Stack(new App({ name: "trial", stage: "dev" }), "Main");
    new Api(stack, "Api", { routes: { "GET /": { type: "url", url: "https://example.com", timeout } } });
    const [integration] = Object.values(JSON.parse(Testing.synth(stack)).resource.aws_apigatewayv2_integration);
    return integration.timeout_milliseconds ?? "none";
  } catch (error) {
    return error.code === undefined ? String(error) : "refused: " + /timeout/i.test(error.prop);
  }
};
console.log(JSON.stringify([undefined, "5 seconds", "40 seconds", "soon"].map(of)));`;

/** Runs the program with the library's sources in one file, which takes an eighth of the time of loading each of them. */
function runBundled(folder: string): { readonly stdout: string; readonly stderr: string } {
  const file = join(folder, "trial-check.cjs");
  const stdin = { contents: program, resolveDir: folder };
  try {
    buildSync({
      stdin,
      outfile: file,
      bundle: true,
      platform: "node",
      packages: "external",
      keepNames: true,
      logLevel: "silent",
    });
    return spawnSync(process.execPath, [file], { cwd: folder, encoding: "utf8" });
  } catch (error) {
    return { stdout: "", stderr: String(error) };
  } finally {
    rmSync(file, { force: true });
  }
}

export const task: TrialTask = {
  start: "repository",

  async check(folder) {
    const { stdout, stderr } = runBundled(folder);
    const findings = new Findings();
    if (stdout === "") findings.reasons.push(stderr);
    else
      findings.is("the list of timeouts", JSON.parse(stdout), [
        "none",
        5000,
        "refused: true",
        "refused: true",
      ]);
    return findings.reasons;
  },

  solve(solver) {
    solver.read("AGENTS.md", "Working on this repository");
    solver.read("CONTRIBUTING.md", "The tree");
    solver.read("CONTRIBUTING.md", "How to add");
    solver.source(urlRoute);
    solver.source(props);
    solver.source("lib/kit/core/units.ts");
    solver.edit(
      props,
      "  readonly url: string;\n",
      `  readonly url: string;
  /**
   * How long the gateway waits for an answer, at most 30 seconds.
   *
   * @default - 30 seconds
   */
  readonly timeout?: Duration | undefined;
`,
    );
    solver.edit(props, "import type { MapOf,", "import type { Duration, MapOf,");
    solver.edit(urlRoute, "  isWebAddress,\n", "  isWebAddress,\n  parseDuration,\n");
    solver.edit(urlRoute, "{ ApiUrlRouteProps }", "{ ApiIntegrationProps, ApiUrlRouteProps }");
    solver.edit(urlRoute, "url: true, ", "url: true, timeout: true, ");
    solver.edit(urlRoute, "{ url, cdk = {} }", "{ url, timeout, cdk = {} }");
    solver.edit(
      urlRoute,
      "const integration = cdk.integration ?? {};",
      `const integration = { ...timeoutOf(declaration, timeout), ...cdk.integration };`,
    );
    solver.edit(
      urlRoute,
      "/** An address in which",
      `/** The timeout of the integration, which its plan compares with the limits of the gateway. */
function timeoutOf({ api, prop }: ApiRouteDeclaration, timeout: string | undefined): ApiIntegrationProps {
  if (timeout === undefined) return {};
  return { timeoutMilliseconds: parseDuration(api, \`\${prop}.timeout\`, timeout) * 1000 };
}

/** An address in which`,
    );
  },
};
