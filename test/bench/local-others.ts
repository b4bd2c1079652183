import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ServerCommand } from "./local-server";

/** The newest that run without an account. */
const offlinePackages = ["serverless@3", "serverless-offline@13"];

type Start = Pick<ServerCommand, "args" | "cwd" | "ready"> & {
  /**
   * Where the measured route is.
   *
   * @default - at the first address that it prints
   */
  readonly url?: string;
};

/**
 * The same handler under `serverless-offline`, installed beside the generated application.
 *
 * Undefined where it cannot be installed: without network there is nothing to compare with.
 */
export function serverlessOffline(folder: string, functions: number): Start | undefined {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), '{ "name": "bench-offline", "private": true }\n');
  writeFileSync(join(folder, "serverless.yml"), serverlessYml(functions));
  writeFileSync(
    join(folder, "hello.js"),
    'exports.handler = async () => ({ statusCode: 200, body: JSON.stringify({ message: "hello" }) });\n',
  );
  try {
    execFileSync("npm", ["install", "--no-audit", "--no-fund", ...offlinePackages], {
      cwd: folder,
      stdio: "ignore",
    });
  } catch {
    return undefined;
  }
  const port = 20_000 + (process.pid % 12_000);
  const ports = ["--httpPort", String(port), "--lambdaPort", String(port + 1)];
  return {
    args: [join(folder, "node_modules/serverless/bin/serverless.js"), "offline", "start", ...ports],
    cwd: folder,
    ready: /Server ready/,
    url: `http://localhost:${port}/hello`,
  };
}

function serverlessYml(functions: number): string {
  const others = Array.from({ length: functions - 1 }, (_, index) => [
    `  route${index}:`,
    "    handler: hello.handler",
    `    events: [{ httpApi: { method: GET, path: "/items${index}/{id}" } }]`,
  ]);
  return [
    "service: bench",
    'frameworkVersion: "3"',
    "provider: { name: aws, runtime: nodejs20.x }",
    "plugins: [serverless-offline]",
    "functions:",
    "  hello:",
    "    handler: hello.handler",
    '    events: [{ httpApi: { method: GET, path: "/hello" } }]',
    ...others.flat(),
    "",
  ].join("\n");
}

/** A Node server that does nothing else. */
export function bareHttp(folder: string): Start {
  return { args: [join(folder, "bare-http.js")], cwd: folder, ready: /Ready\./ };
}
