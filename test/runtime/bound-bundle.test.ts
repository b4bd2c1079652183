/** @group processes */

import { execFile } from "node:child_process";
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";
import { temporaryFolder } from "../support/stack";
import { bundleHandler, installRuntime } from "./installed";

/** The first request of each bundle is throttled, as when many containers start at once. */
const ssm = createServer((request, response) => {
  const isAgain = request.url !== undefined && throttled.has(request.url);
  throttled.add(request.url ?? "");
  if (!isAgain) return response.writeHead(400).end(JSON.stringify({ __type: "ThrottlingException" }));
  let text = "";
  request.on("data", (part) => {
    text += String(part);
  });
  request.on("end", () => {
    const { Names, WithDecryption } = JSON.parse(text) as { Names: string[]; WithDecryption: boolean };
    const isRead = request.headers["x-amz-target"] === "AmazonSSM.GetParameters" && WithDecryption;
    const [, region] = /Credential=key\/\d+\/([^/]+)/.exec(String(request.headers.authorization)) ?? [];
    const Parameters = isRead ? Names.map((Name) => ({ Name, Value: `${region}: ${Name}` })) : [];
    response.end(JSON.stringify({ Parameters }));
  });
});
const throttled = new Set<string>();

const handlers = {
  cjs: `import { Config, fetchSecrets } from "serverform/node/config";
import { Table } from "serverform/node/table";
import { fetchUserbase } from "serverform/node/userbase";
export const handler = async () => {
  await fetchSecrets();
  return [Config.STAGE, Config.KEY, Table.notes.tableName, (await fetchUserbase("users")).userPoolId];
};`,
  esm: `import { Config } from "serverform/node/config";
import { Table } from "serverform/node/table";
import { fetchUserbase } from "serverform/node/userbase";
const key = Config.KEY;
export const handler = async () => [Config.STAGE, key, Table.notes.tableName, (await fetchUserbase("users")).userPoolId];`,
};

const environment = {
  AWS_REGION: "eu-central-1",
  AWS_ACCESS_KEY_ID: "key",
  AWS_SECRET_ACCESS_KEY: "secret",
  SERVERFORM_APP: "notes",
  SERVERFORM_STAGE: "dev",
  SERVERFORM_Table_tableName_notes: "dev-notes",
  SERVERFORM_Secret_value_KEY: "__FETCH_FROM_SSM__@us-east-1",
  SERVERFORM_Userbase_userPoolId_users: "__FETCH_FROM_SSM__",
  SERVERFORM_Userbase_userPoolClientId_users: "__FETCH_FROM_SSM__",
};

beforeAll((done) => {
  ssm.listen(0, "127.0.0.1", done);
});

afterAll((done) => {
  ssm.close(done);
});

/** Files that load the given modules: handlers and servers of the app. The last one reads outside of AWS. */
const loaders = [
  "bindings/ssm.ts",
  "live/wrapper/deployed-handler.ts",
  "programs/rds-migrator.mts",
  "programs/site/start-server.ts",
];

test("code of functions loads nothing by a name that the bundler does not see", () => {
  const sources = join(__dirname, "../../lib/runtime");
  const files = readdirSync(sources, { recursive: true, encoding: "utf8" }).filter((file) =>
    /\.m?ts$/.test(file),
  );
  const hidden = files.filter((file) =>
    /(\brequire|\bimport|createRequire\([^)]*\))\((?!["'])/.test(
      withoutComments(readFileSync(join(sources, file), "utf8")),
    ),
  );
  expect(hidden.sort()).toEqual(loaders);
});

const withoutComments = (text: string): string => text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, "");

describe.each(["cjs", "esm"] as const)(
  "A bound handler bundled as %s, without a client for SSM",
  (format) => {
    const outDir = join(temporaryFolder(), "task");
    const bundle = join(outDir, "handler.js");

    beforeAll(() => {
      const project = temporaryFolder();
      installRuntime(project);
      writeFileSync(join(project, "handler.ts"), handlers[format]);
      expect(bundleHandler(project, format, outDir)).toEqual([]);
    });

    // Runtimes before nodejs18.x contain no SDK of version 3, and the bundle must not expect one.
    test("reads values from SSM, each value in its region, without an SDK of the runtime", async () => {
      const program = `import(${JSON.stringify(bundle)})
      .then(({ handler }) => handler())
      .then((answer) => console.log(JSON.stringify(answer)));`;
      const { port } = ssm.address() as AddressInfo;
      const env = { ...environment, AWS_ENDPOINT_URL_SSM: `http://127.0.0.1:${port}` };
      const { stdout } = await promisify(execFile)(process.execPath, ["-e", program], { env });
      expect(JSON.parse(stdout)).toEqual([
        "dev",
        "us-east-1: /serverform/notes/dev/Secret/KEY/value",
        "dev-notes",
        "eu-central-1: /serverform/notes/dev/Userbase/users/userPoolId",
      ]);
    });

    test("is small", () => {
      expect(statSync(bundle).size).toBeLessThan(21_000);
    });
  },
);
