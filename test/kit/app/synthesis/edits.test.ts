/** @group processes @group generated */
import * as fs from "node:fs";
import * as path from "node:path";
import { Api, App, Function, Queue, Stack } from "../../../../lib";
import { project, setEnvironment } from "../../../support/environment";
import { filesIn } from "../../../support/files";
import { Random } from "../../../support/random";

interface Route {
  key: string;
  file: string;
  memorySize: number;
  environment: Record<string, string>;
}

/** The parts that a developer edits: the app, and its files by name. */
interface Edited {
  routes: Route[];
  tags: Record<string, string>;
  consumer: string | undefined;
  delaySeconds: number;
  /** The value that the second stack uses from the first one. */
  shared: "arn" | "url" | undefined;
  minify: boolean;
  readonly files: Map<string, string>;
}

const names = ["a", "b", "c", "d", "e"];
const handlerText = (text: string): string =>
  `import { shared } from "../lib/shared";\nexport const handler = async () => ({ statusCode: 200, body: shared + ${JSON.stringify(text)} });\n`;

const route = (key: string, file: string): Route => ({ key, file, memorySize: 1024, environment: {} });

function first(): Edited {
  const sources = names.map((name) => [`functions/${name}.ts`, handlerText(name)] as const);
  return {
    routes: names.slice(0, 3).map((name) => route(`GET /${name}`, name)),
    tags: {},
    consumer: "d",
    delaySeconds: 0,
    shared: "arn",
    minify: false,
    files: new Map([...sources, ["lib/shared.ts", `export const shared = "first";\n`]]),
  };
}

type Edit = (edited: Edited, random: Random, round: number) => void;

const edits: Readonly<Record<string, Edit>> = {
  "the text of a handler": ({ files }, random, round) => {
    files.set(`functions/${random.pick(names)}.ts`, handlerText(`text ${round}`));
  },
  "a text that was there before": ({ files }, random) => {
    const name = random.pick(names);
    files.set(`functions/${name}.ts`, handlerText(name));
  },
  "the shared module": ({ files }, random) => {
    files.set("lib/shared.ts", `export const shared = "version ${random.below(3)}";\n`);
  },
  "a file that hides the shared module, and that it goes away": ({ files }) => {
    if (!files.delete("lib/shared.tsx")) files.set("lib/shared.tsx", `export const shared = "nearer";\n`);
  },
  "the settings of the compiler": ({ files }, random) => {
    const target = random.pick(["es2020", "es2022", "esnext"]);
    if (random.chance(0.3)) files.delete("tsconfig.json");
    else
      files.set("tsconfig.json", JSON.stringify({ compilerOptions: { target, strict: random.chance(0.5) } }));
  },
  "the memory of a function": ({ routes }, random) => {
    random.pick(routes).memorySize = 128 * (1 + random.below(10));
  },
  "the environment of a function": ({ routes }, random, round) => {
    random.pick(routes).environment = random.chance(0.2) ? {} : { LEVEL: `${round}` };
  },
  "the handler of a route": ({ routes }, random) => {
    random.pick(routes).file = random.pick(names);
  },
  "a route more": ({ routes }, random, round) => {
    if (routes.length < 6) routes.push(route(`POST /new${round}`, random.pick(names)));
  },
  "a route less": ({ routes }, random) => {
    if (routes.length > 1) routes.splice(random.below(routes.length), 1);
  },
  "the path of a route": ({ routes }, random, round) => {
    random.pick(routes).key = `PUT /renamed${round}`;
  },
  "the order of the routes": ({ routes }) => {
    routes.reverse();
  },
  "a tag": (edited, random) => {
    edited.tags = random.chance(0.3) ? {} : { team: `team ${random.below(4)}` };
  },
  "the consumer of a queue": (edited, random) => {
    edited.consumer = random.chance(0.3) ? undefined : random.pick(names);
  },
  "an override": (edited, random) => {
    edited.delaySeconds = random.below(3);
  },
  "what another stack refers to": (edited, random) => {
    edited.shared = random.pick(["arn", "url", undefined] as const);
  },
  "whether bundles are minified": (edited) => {
    edited.minify = !edited.minify;
  },
  nothing: () => {},
};

function writeSources(folder: string, { files }: Edited, written: Map<string, string>): void {
  for (const name of written.keys()) {
    if (!files.has(name)) fs.rmSync(path.join(folder, name));
  }
  for (const [name, text] of files) {
    fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    if (written.get(name) !== text) fs.writeFileSync(path.join(folder, name), text);
  }
  written.clear();
  for (const [name, text] of files) written.set(name, text);
}

function synthesize(edited: Edited, outdir: string): Record<string, string> {
  const { routes, tags, consumer, delaySeconds, shared, minify } = edited;
  const app = new App({ name: "notes", stage: "dev", region: "us-east-1", outdir });
  const stack = new Stack(app, "Main", { tags });
  stack.setDefaultFunctionProps({ bundle: { minify } });
  new Api(stack, "Api", {
    routes: Object.fromEntries(
      routes.map(({ key, file, memorySize, environment }) => [
        key,
        { function: { handler: `functions/${file}.handler`, memorySize, environment } },
      ]),
    ),
  });
  const jobs = new Queue(
    stack,
    "Jobs",
    consumer === undefined ? {} : { consumer: `functions/${consumer}.handler` },
  );
  jobs.cdk.queue.addOverride("delay_seconds", delaySeconds);
  const other = new Stack(app, "Other");
  const environment = { JOBS: shared === undefined ? "none" : jobs.cdk.queue[shared] };
  new Function(other, "Report", { handler: "functions/e.handler", environment });
  app.synth();
  return filesIn(outdir);
}

/** The second synthesis takes from the former one what has not changed: `EDITS=500` tries as many edits. */
const count = Number(process.env.EDITS ?? 40);

test(`${count} synthesis runs, each after an edit, write the output of a synthesis from nothing`, () => {
  const folder = project({ "cdktf.json": "{}", "package.json": "{}" });
  const random = new Random(31);
  const edited = first();
  const written = new Map<string, string>();
  const done: string[] = [];
  for (let round = 0; round < count; round++) {
    for (let each = random.below(3); each >= 0; each--) {
      const what = random.pick(Object.keys(edits));
      edits[what]?.(edited, random, round);
      done.push(what);
    }
    writeSources(folder, edited, written);
    setEnvironment({ SERVERFORM_CACHE: undefined });
    const again = synthesize(edited, path.join(folder, "out"));
    setEnvironment({ SERVERFORM_CACHE: "off" });
    fs.rmSync(path.join(folder, "new"), { recursive: true, force: true });
    const fromNothing = synthesize(edited, path.join(folder, "new"));
    if (JSON.stringify(again) !== JSON.stringify(fromNothing)) {
      expect({ done: done.slice(-6), files: again }).toEqual({ done: done.slice(-6), files: fromNothing });
    }
  }
  expect(new Set(done).size).toBe(Object.keys(edits).length);
});
