/** @group processes */

import { spawn } from "node:child_process";
import { resolve } from "node:path";
import { createInterface } from "node:readline";
import { credentials, folderWith, handler, isAlive, settingsOf, until } from "../support";

/** A server in a separate process, whose functions write their process id and then never return. */
const server = (folder: string) => `
import { createFunctions, systemClock } from ${JSON.stringify(resolve("lib/local/invoke/index.ts"))};
const code = { current: { folder: ${JSON.stringify(folder)} }, onChange: () => () => {}, position: (line) => line };
const functions = createFunctions({
  functions: ${JSON.stringify(settingsOf({ fn: { timeoutSeconds: 900 } }))},
  environment: ${JSON.stringify({ credentials })},
  report: (event) => { if (event.event === "log") console.log(event.line); },
  clock: systemClock,
  bundles: { codeOf: () => code, reload() {}, stop: async () => {} },
});
functions.invoke({ functionArn: "fn", payload: "{}", source: "test" });
setTimeout(() => {}, 60_000);
`;

test("Processes end when the server is killed, even in an endless loop", async () => {
  const folder = folderWith(handler("console.log(process.pid); for (;;);"));
  const source = folderWith({ "server.ts": server(folder) });
  const args = ["--import", "tsx", resolve(source, "server.ts")];
  // A killed process leaves its files; the folder of the test is removed.
  const env = { ...process.env, TMPDIR: source };
  const child = spawn(process.execPath, args, { env, stdio: ["ignore", "pipe", "ignore"] });
  try {
    const pid = await new Promise<number>((done, failed) => {
      createInterface({ input: child.stdout }).once("line", (line) => done(Number(line)));
      child.once("exit", () => failed(new Error("The server ended.")));
    });
    expect(isAlive(pid)).toBe(true);
    child.kill("SIGKILL");
    await until(() => !isAlive(pid));
  } finally {
    child.kill("SIGKILL");
  }
});
