/** @group processes */

import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { bucketDescription } from "../../lib/constructs/bucket/library";
import { parameterDescription, secretDescription } from "../../lib/constructs/config/library";
import { eventBusDescription } from "../../lib/constructs/event-bus/library";
import { kinesisStreamDescription } from "../../lib/constructs/kinesis-stream/library";
import { queueDescription } from "../../lib/constructs/queue/library";
import { restV1ApiDescription } from "../../lib/constructs/rest-v1-api/library";
import { tableDescription } from "../../lib/constructs/table/library";
import { topicDescription } from "../../lib/constructs/topic/library";
import { userbaseDescription } from "../../lib/constructs/userbase/library";
import { bindingTypes } from "../../lib/kit/app/binding";
import type { ConstructDescription } from "../../lib/kit/description";
import { functionDescription } from "../../lib/kit/function";
import { temporaryFolder } from "../support/stack";
import { installRuntime } from "./installed";

const root = resolve(__dirname, "../..");
const project = temporaryFolder();
const written = join(project, "node_modules/@types/serverform__node");

const ids: readonly (readonly [description: ConstructDescription, ...ids: string[]])[] = [
  [tableDescription, "notes", "my-notes"],
  [queueDescription, "jobs"],
  [topicDescription, "news"],
  [bucketDescription, "files"],
  [eventBusDescription, "events"],
  [kinesisStreamDescription, "clicks"],
  [functionDescription, "report"],
  [restV1ApiDescription, "rest"],
  [userbaseDescription, "users"],
  [parameterDescription, "HOST"],
  [secretDescription, "KEY"],
];
const bound = bindingTypes(
  ids.flatMap(([{ className, binding }, ...ids]) =>
    ids.map((id) => ({
      className,
      client: binding?.client ?? "",
      id,
      variables: Object.fromEntries((binding?.variables ?? []).map((variable) => [variable, ""])),
      permissions: [],
    })),
  ),
);

const code = `import { Api, RestV1Api } from "serverform/node/api";
import { Bucket } from "serverform/node/bucket";
import { Config, fetchSecrets } from "serverform/node/config";
import { EventBus } from "serverform/node/event-bus";
import { Function } from "serverform/node/function";
import { KinesisStream } from "serverform/node/kinesis-stream";
import { Queue } from "serverform/node/queue";
import { Table } from "serverform/node/table";
import { Topic } from "serverform/node/topic";
import { fetchUserbase, Userbase } from "serverform/node/userbase";

export const texts: readonly string[] = [
  Table.notes.tableName, Table["my-notes"].tableName, Queue.jobs.queueUrl, Topic.news.topicArn, Bucket.files.bucketName,
  EventBus.events.eventBusName, KinesisStream.clicks.streamName, Function.report.functionName, RestV1Api.rest.url,
  Userbase.users.userPoolClientId, Config.APP, Config.STAGE, Config.HOST, Config.KEY,
];
export const pool: Promise<string> = fetchUserbase("users").then(({ userPoolId }) => userPoolId);
export const secrets: Promise<void> = fetchSecrets();
// @ts-expect-error no table of that name
Table.nobody;
// @ts-expect-error the REST API is of another class
Api.rest;
// @ts-expect-error a table has no such variable
Table.notes.tableArn;
// @ts-expect-error text, not any
export const wrong: number = Table.notes.tableName;
// @ts-expect-error nobody changes it
Table.notes = { tableName: "other" };
// @ts-expect-error no such parameter
Config.NOBODY;
// @ts-expect-error no directory of that name
fetchUserbase("nobody");
`;

const settings = {
  node16: { module: "node16", moduleResolution: "node16" },
  bundler: { module: "esnext", moduleResolution: "bundler" },
};

function tsc(...args: readonly string[]): string {
  const compiler = join(root, "node_modules/typescript/bin/tsc");
  const { stdout } = spawnSync(process.execPath, [compiler, ...args, "--pretty", "false"], {
    cwd: project,
    encoding: "utf8",
  });
  return stdout;
}

const check = () => Object.keys(settings).map((name) => tsc("-p", `${name}.json`, "--skipLibCheck", "false"));

beforeAll(() => {
  installRuntime(project);
  const sources = readdirSync(join(root, "lib/runtime/node")).filter(
    (file) => /\.m?ts$/.test(file) && !file.startsWith("gr"),
  );
  const emitted = tsc(
    ...[
      "--ignoreConfig",
      "--declaration",
      "--emitDeclarationOnly",
      "--target",
      "es2022",
      "--module",
      "node16",
    ],
    ...["--strict", "--types", "node", "--typeRoots", join(root, "node_modules/@types")],
    ...["--rootDir", join(root, "lib"), "--outDir", join(project, "node_modules/serverform/dist")],
    ...sources.map((file) => join(root, "lib/runtime/node", file)),
  );
  expect(emitted).toBe("");
  writeFileSync(join(project, "common.cts"), code);
  writeFileSync(join(project, "module.mts"), code);
  for (const [name, options] of Object.entries(settings)) {
    const compilerOptions = { ...options, target: "es2022", strict: true, noEmit: true, types: [] };
    const include = name === "bundler" ? ["module.mts"] : ["common.cts", "module.mts"];
    writeFileSync(join(project, `${name}.json`), JSON.stringify({ compilerOptions, include }));
  }
});

function write(): void {
  mkdirSync(written, { recursive: true });
  writeFileSync(
    join(written, "package.json"),
    '{ "name": "@types/serverform__node", "version": "0.0.0", "types": "index.d.ts" }\n',
  );
  writeFileSync(join(written, "index.d.ts"), bound);
}

test("the compiler knows the bound names from the declarations of synthesis, without a setting", () => {
  write();
  expect(check()).toEqual(["", ""]);
});

test("before the first synthesis no name is known, and nothing else is wrong", () => {
  rmSync(written, { recursive: true, force: true });
  for (const complaints of check()) {
    const lines = complaints.split("\n").filter((line) => /error/.test(line));
    expect(lines.length).toBeGreaterThan(0);
    expect(lines.filter((line) => !/^(common\.cts|module\.mts)\(\d+,\d+\): error/.test(line))).toEqual([]);
  }
});
