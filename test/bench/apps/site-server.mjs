// One server of a framework, alone or behind the bridge. Prints when it listened, its memory then, and how long a request takes.
import { readFileSync } from "node:fs";
import { request } from "node:http";
import { connect } from "node:net";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [, , kind, folder] = process.argv;
const warmUps = 100;
const requests = 400;

const ask = kind === "bridge" ? await startBridge() : await startAlone();
const startMilliseconds = performance.now();
const megabytes = process.memoryUsage().rss / 1e6;
for (let count = 0; count < warmUps; count++) await ask();
const times = [];
for (let count = 0; count < requests; count++) {
  const started = performance.now();
  await ask();
  times.push(performance.now() - started);
}
times.sort((a, b) => a - b);
console.log(`\n${JSON.stringify({ startMilliseconds, megabytes, milliseconds: times[requests / 2] })}`);
process.exit(0);

async function startAlone() {
  const { entry } = JSON.parse(readFileSync(join(folder, "server.json"), "utf8"));
  const [host, port] = ["127.0.0.1", 20_000 + (process.pid % 20_000)];
  Object.assign(process.env, { PORT: String(port), HOST: host, NODE_ENV: "production" });
  process.chdir(join(folder, "server"));
  await import(pathToFileURL(join(folder, "server", entry)).href);
  while (!(await accepts(host, port))) await new Promise((done) => setTimeout(done, 1));
  return () =>
    new Promise((done, failed) => {
      const sent = request({ host, port, path: "/", agent: false }, (response) =>
        response.resume().on("end", done),
      );
      sent.on("error", failed).end();
    });
}

function accepts(host, port) {
  return new Promise((done) => {
    const socket = connect(port, host, () => done(socket.destroy() && true));
    socket.on("error", () => done(false));
  });
}

async function startBridge() {
  process.env.LAMBDA_TASK_ROOT = folder;
  const from = (stream) => stream;
  globalThis.awslambda = { streamifyResponse: (handler) => handler, HttpResponseStream: { from } };
  const { handler } = await import(pathToFileURL(join(folder, "site/bridge.js")).href);
  const event = { rawPath: "/", headers: { host: "x" }, requestContext: { http: { method: "GET" } } };
  // Lambda's own work is not the bridge's.
  const stream = { write: () => true, end: () => {}, on: () => {}, once: () => {}, off: () => {} };
  return () => handler(event, stream, {});
}
