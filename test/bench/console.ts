import { readFileSync } from "node:fs";

/** Opens the console of a server as a page does, and reads the events until it is aborted. */
export async function watchConsole(log: string, signal: AbortSignal): Promise<void> {
  const found = /http:\/\/127\.0\.0\.1:\d+\/#[\w-]+/.exec(readFileSync(log, "utf8"));
  if (found === null) throw new Error(`no console in ${log}`);
  const { origin, hash } = new URL(found[0]);
  const session = await fetch(`${origin}/session`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ secret: hash.slice(1) }),
  });
  const cookie = session.headers.get("set-cookie")?.split(";")[0] ?? "";
  const stream = await fetch(`${origin}/stream`, { headers: { cookie }, signal });
  if (!stream.ok || stream.body === null) throw new Error(`The console answers ${stream.status}.`);
  // In the background, while the load runs.
  void stream.body.pipeTo(new WritableStream(), { signal }).catch(() => {});
}
