import { connect } from "node:net";

/*
 * Sends requests for one path to one server, over some connections that stay open, and reports how fast it answers.
 *
 * Sockets without an HTTP client on top: on a machine of few processors, a costly client would be what is measured.
 */

interface LoadRequest {
  readonly url: string;
  readonly connections: number;
  /** Not counted: what is first called is first compiled. */
  readonly warmUpMs: number;
  readonly durationMs: number;
}

const { url, connections, warmUpMs, durationMs } = JSON.parse(process.argv[2] ?? "") as LoadRequest;
const { hostname, port, host, pathname } = new URL(url);
const request = `GET ${pathname} HTTP/1.1\r\nhost: ${host}\r\n\r\n`;
const latencies: number[] = [];
const begun = performance.now() + warmUpMs;
const end = begun + durationMs;
let open = connections;

for (let index = 0; index < connections; index++) run();

function run(): void {
  let sentAt = 0;
  let received = "";
  const socket = connect({ host: hostname, port: Number(port), noDelay: true });
  socket.setEncoding("latin1");
  const send = (): void => {
    sentAt = performance.now();
    socket.write(request);
  };
  socket.on("connect", send);
  socket.on("data", (chunk: string) => {
    received += chunk;
    if (!isComplete(received)) return;
    received = "";
    const now = performance.now();
    if (sentAt >= begun && now <= end) latencies.push(now - sentAt);
    if (now < end) return send();
    socket.end();
    open -= 1;
    if (open === 0) tell();
  });
  socket.on("error", (error) => giveUp(error.message));
  socket.on("close", () => performance.now() < end && giveUp("it hung up"));
}

function isComplete(answer: string): boolean {
  const headEnd = answer.indexOf("\r\n\r\n");
  if (headEnd < 0) return false;
  if (!answer.startsWith("HTTP/1.1 200 ")) giveUp(answer);
  const [, length] = /\r\ncontent-length: *(\d+)/i.exec(answer) ?? giveUp(`no length:\n${answer}`);
  return answer.length >= headEnd + 4 + Number(length);
}

function tell(): void {
  latencies.sort((a, b) => a - b);
  const at = (share: number): number => latencies[Math.floor(latencies.length * share)] ?? Number.NaN;
  const perSecond = (latencies.length / durationMs) * 1000;
  process.stdout.write(`${JSON.stringify({ perSecond, p50: at(0.5), p99: at(0.99) })}\n`);
}

function giveUp(reason: string): never {
  process.stderr.write(`${url}: ${reason}\n`);
  process.exit(1);
}
