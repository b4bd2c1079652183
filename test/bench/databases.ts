import { spawnSync } from "node:child_process";
import { Agent, request } from "node:http";
import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { systemClock } from "../../lib/local";
import { EndpointRouter } from "../../lib/local/services/endpoint-router";
import { rdsData } from "../../lib/local/services/rds-data";
import { indexedModel, type Resource } from "../../lib/model";
import { accessKeys } from "../support/access-keys";
import { columns, median, print, printTarget } from "./figures";

const region = "us-east-1";
const account = "123456789012";
const resourceArn = `arn:aws:rds:${region}:${account}:cluster:bench`;
const secretArn = `arn:aws:secretsmanager:${region}:${account}:secret:bench`;
const statementsPerRound = 200;
const body = JSON.stringify({
  resourceArn,
  secretArn,
  sql: "select :number + 1 as next",
  parameters: [{ name: "number", value: { longValue: 1 } }],
});
const headers = {
  authorization: `AWS4-HMAC-SHA256 Credential=x/20260101/${region}/rds-data/aws4_request, SignedHeaders=host, Signature=0`,
  "content-type": "application/json",
};

/** Measures a statement through the Data API of the local server beside the same statement in Postgres alone. */
export async function benchDatabases(rounds: number): Promise<void> {
  const alone = await PGlite.create();
  const router = await EndpointRouter.start(() => {});
  const service = await rdsData.start({
    accessKeys,
    model: indexedModel([cluster()], { region, account, partition: "aws" }),
    functions: undefined as never,
    report: () => {},
    clock: systemClock,
    keys: undefined as never,
    dataFolder: undefined,
    runsSchedules: false,
    deliver: async () => {},
    invokeLater: () => Promise.reject(new Error("no function is invoked")),
  });
  router.serve(new Map([["rds-data", service]]));
  const agent = new Agent({ keepAlive: true });
  const subjects = {
    "PGlite alone": () => alone.query("select $1::int8 + 1 as next", ["1"]),
    "Data API": () => post(new URL("/Execute", router.url), agent),
  };
  const samples = new Map<string, number[]>();
  for (let round = -1; round < rounds; round++) {
    for (const [name, run] of Object.entries(subjects)) {
      for (let count = 0; count < statementsPerRound; count++) {
        const started = performance.now();
        await run();
        // The first round only warms up.
        if (round >= 0) samples.set(name, [...(samples.get(name) ?? []), performance.now() - started]);
      }
    }
  }
  print("\nA statement, in milliseconds");
  const medians = [...samples].map(([name, all]) => [name, median(all)] as const);
  for (const [name, value] of medians) print(columns(name.padStart(20), value.toFixed(2)));
  const [[, first] = ["", 0], [, second] = ["", 0]] = medians;
  printTarget("the Data API above PGlite alone", second - first, 2, " ms");
  agent.destroy();
  await service.resources.stop();
  await router.close();
  await alone.close();
}

/** An app without a database: the service waits for one in the model, and loads none of the packages. */
const idle = `
  const { EndpointRouter } = require("./dist/local/services/endpoint-router.js");
  const { indexedModel } = require("./dist/model/resources/model.js");
  const { systemClock } = require("./dist/local/invoke/index.js");
  const [serves] = process.argv.slice(1);
  (async () => {
    const started = performance.now();
    const router = await EndpointRouter.start(() => {});
    if (serves === "with") {
      const { rdsData } = require("./dist/local/services/rds-data/index.js");
      const model = indexedModel([], { region: "us-east-1", account: "123456789012", partition: "aws" });
      router.serve(new Map([["rds-data", await rdsData.start({ model, report() {}, clock: systemClock })]]));
    }
    const milliseconds = performance.now() - started;
    global.gc();
    console.log(JSON.stringify({ milliseconds, megabytes: process.memoryUsage().rss / 2 ** 20 }));
    process.exit();
  })();
`;

/** Measures what an app without a database pays for the service that other apps use. */
export function benchNoDatabase(rounds: number): void {
  const kinds = ["without", "with"] as const;
  const samples = { without: [] as IdleSample[], with: [] as IdleSample[] };
  // The first round only warms up.
  for (let round = -1; round < rounds; round++) {
    for (const kind of kinds) {
      const sample = measureIdle(kind);
      if (round >= 0) samples[kind].push(sample);
    }
  }
  print("\nAn app without a database, with and without the Data API: start (ms), memory (MB)");
  const figure = (kind: (typeof kinds)[number], of: keyof IdleSample) =>
    median(samples[kind].map((each) => each[of]));
  for (const kind of kinds) {
    print(
      columns(
        kind.padStart(20),
        figure(kind, "milliseconds").toFixed(1),
        figure(kind, "megabytes").toFixed(1),
      ),
    );
  }
  const added = (of: keyof IdleSample) => figure("with", of) - figure("without", of);
  printTarget("the Data API adds to a start", added("milliseconds"), 20, " ms");
  printTarget("the Data API adds memory of", added("megabytes"), 5, " MB");
}

interface IdleSample {
  readonly milliseconds: number;
  readonly megabytes: number;
}

function measureIdle(kind: string): IdleSample {
  const { status, stdout, stderr } = spawnSync(process.execPath, ["--expose-gc", "-e", idle, kind], {
    cwd: join(__dirname, "../.."),
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`The process ended with ${status}:\n${stderr}`);
  return JSON.parse(stdout) as IdleSample;
}

function post(url: URL, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { method: "POST", agent, headers }, (response) => {
      response.resume();
      response.on("end", () =>
        response.statusCode === 200 ? resolve() : reject(new Error(`status ${response.statusCode}`)),
      );
    });
    outgoing.on("error", reject);
    outgoing.end(body);
  });
}

const cluster = (): Resource => ({
  address: "Main/aws_rds_cluster.Bench",
  type: "aws_rds_cluster",
  name: "Bench",
  stack: "Main",
  region: "us-east-1",
  folder: "/nowhere",
  constructPath: undefined,
  values: {
    arn: resourceArn,
    cluster_identifier: "bench",
    engine: "aurora-postgresql",
    database_name: "bench",
    enable_http_endpoint: true,
    master_user_secret: [{ secret_arn: secretArn }],
  },
});
