import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";

/** A result of the suite. */
interface Check {
  readonly scenario: string;
  readonly id: string;
  readonly status: string;
  /** Empty for a check that has not failed. */
  readonly error: string;
}

const program = resolve(__dirname, "../../packages/mcp/conformance.mjs");

/** Runs the conformance suite of MCP, and reads its results. */
export async function judge(
  options: readonly string[],
  onLine: (line: string) => void | Promise<void> = () => undefined,
): Promise<{ readonly checks: readonly Check[] }> {
  const folder = mkdtempSync(join(tmpdir(), "conformance-"));
  const suite = spawn(process.execPath, [program, ...options, "--output-dir", folder], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const answers: Promise<void>[] = [];
  createInterface(suite.stdout).on("line", (line) => answers.push(Promise.resolve(onLine(line))));
  await once(suite, "close");
  await Promise.all(answers);
  const checks = readdirSync(folder)
    .sort()
    .flatMap((name) => checksOf(folder, name));
  rmSync(folder, { recursive: true });
  return { checks };
}

interface WrittenCheck {
  readonly id: string;
  readonly status: string;
  readonly errorMessage?: string;
}

/** The folder of a scenario ends with the time at which it ran. */
function checksOf(folder: string, name: string): Check[] {
  const scenario = name.replace(/^(?:authorization-)?server-/, "").replace(/-\d{4}-\d\d-\d\dT[\d-]+Z$/, "");
  const written = JSON.parse(readFileSync(join(folder, name, "checks.json"), "utf8")) as WrittenCheck[];
  if (written.length === 0) return [{ scenario, id: scenario, status: "SKIPPED", error: "" }];
  return written.map(({ id, status, errorMessage = "" }) => ({ scenario, id, status, error: errorMessage }));
}

/** A proxy that signs in: the suite has no token of its own. Also counts time, for the throttle of the API. */
export async function proxyWithToken(target: string, token: string, onRequest: () => void) {
  const server = createServer((incoming, answer) => {
    onRequest();
    const headers = { ...incoming.headers, authorization: `Bearer ${token}` };
    const outgoing = request(target, { method: incoming.method, headers }, (response) => {
      answer.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(answer);
    });
    outgoing.on("error", () => answer.destroy());
    incoming.pipe(outgoing);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
