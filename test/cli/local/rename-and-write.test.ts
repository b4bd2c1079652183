/** @group processes */

import { renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { handlerFile, LiveProject } from "../live/support";
import { writeFiles } from "../live-client/loopback/stage";

/** Rounds of each way to write a file. `WATCH_ROUNDS=50` makes 200 of them. */
const rounds = Number(process.env.WATCH_ROUNDS ?? 2);

let project: LiveProject;

afterEach(() => project.stop());
afterAll(() => LiveProject.end());

type Write = (file: string, content: string) => unknown;

/** Tools write files in these ways. `look` sends a request while the file is away. */
const waysOf = (look: () => Promise<unknown>): readonly Write[] => [
  // Editors: the old file goes, and the new one comes under its name.
  (file, content) => {
    writeFileSync(`${file}.new`, content);
    renameSync(file, `${file}~`);
    renameSync(`${file}.new`, file);
  },
  // Version control: it removes the file, and writes it.
  (file, content) => {
    rmSync(file);
    writeFileSync(file, content);
  },
  // Formatters: they empty the file, and write it twice.
  (file, content) => {
    writeFileSync(file, "");
    writeFileSync(file, content.replace("export", "export "));
    writeFileSync(file, content);
  },
  // By hand: the file is missing for a while, and requests arrive in that time.
  async (file, content) => {
    renameSync(file, `${file}.away`);
    await look();
    writeFileSync(`${file}.away`, content);
    renameSync(`${file}.away`, file);
  },
];

/** The response to a request, once it has the wanted version. The last response, if that never happens. */
async function served(url: () => Promise<string>, wanted: string): Promise<string> {
  const end = Date.now() + 20_000;
  for (;;) {
    const answer = await url();
    if (answer.includes(`"${wanted}"`) || Date.now() > end) return answer;
    await delay(5);
  }
}

/** Writes the handler again and again, at times beside the app's own file, and expects each version to be served. */
async function follow(get: () => Promise<string>): Promise<void> {
  const file = join(project.stage.folder, "functions/hello.ts");
  const ways = waysOf(get);
  for (let round = 0; round < rounds * ways.length; round += 1) {
    const version = `version ${round}`;
    await ways[round % ways.length]?.(file, handlerFile(version));
    if (round % 3 === 0) writeFiles(project.stage.folder, { "stack.ts": `// ${version}` });
    expect(await served(get, version)).toBe(JSON.stringify({ from: version }));
    // No older code comes back.
    expect(await get()).toBe(JSON.stringify({ from: version }));
  }
}

const textOf = async (url: string | URL): Promise<string> => (await fetch(url)).text();

test("serverform local never keeps serving old code, in whatever way its file is written", async () => {
  project = await LiveProject.create();
  const lines = project.follow(["local", "--json", "--port", "0", "--services-port", "0"]);
  const ready = (await lines.next("ready")) as { apis?: readonly { urls: readonly string[] }[] };
  await follow(() => textOf(new URL("/hello", ready.apis?.[0]?.urls[0])));
});

test("serverform start never keeps serving old code, in whatever way its file is written", async () => {
  project = await LiveProject.create();
  await project.start();
  await follow(() => textOf(new URL("/hello", project.stage.url)));
});
