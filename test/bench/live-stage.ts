// Plays AWS for the bench of `serverform start`, in a process of its own: the same API with and without wrappers.
import { join } from "node:path";
import { Api, type App, Stack } from "../../lib";
import { deployLive, project, relayOf, serveOutput, synthesize } from "../cli/live-client/loopback/stage";

/** The facts about the stage that the bench needs. */
export interface BenchStage {
  readonly folder: string;
  readonly servicesUrl: string;
  readonly liveUrl: string;
  readonly directUrl: string;
  readonly relay: ReturnType<typeof relayOf>;
}

export function defineBench(app: App): void {
  const stack = new Stack(app, "Main");
  new Api(stack, "Api", {
    routes: { "GET /hello": "functions/api.hello", "GET /large": "functions/api.large" },
  });
}

const source = `
  import { randomBytes } from "node:crypto";
  // The gateway takes at most 6 MB, in base64.
  const text = randomBytes(4_400_000).toString("base64");
  export const hello = async (event: any) => ({ statusCode: 200, body: event.queryStringParameters?.n ?? "" });
  export const large = async () => ({ statusCode: 200, body: text });
`;

async function main(): Promise<void> {
  const files = { "functions/api.ts": source };
  const stage = await deployLive(files, defineBench);
  const plain = project(files);
  const out = join(plain, "out");
  synthesize(plain, {}, out, defineBench);
  const direct = await serveOutput(plain, out);
  const told: BenchStage = {
    folder: stage.folder,
    servicesUrl: stage.local.servicesUrl,
    liveUrl: stage.url,
    directUrl: direct.served[0]?.urls[0] ?? "",
    relay: relayOf(stage),
  };
  process.stdout.write(`${JSON.stringify(told)}\n`);
  process.stdin.resume();
  process.stdin.on("end", () => process.exit(0));
}

if (require.main === module) void main();
