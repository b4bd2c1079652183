/** @group processes */

import { execFile } from "node:child_process";
import { mkdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { temporaryFolder } from "../support/stack";
import { bundleHandler, installRuntime } from "./installed";

/** Stands for what the runtime ships: found by name in `NODE_PATH`, not in the package of the function. */
const shipped = temporaryFolder();

const client = `
exports.GetParametersCommand = class { constructor(input) { this.input = input; } };
exports.SSMClient = class {
  async send({ input }) {
    return { Parameters: input.Names.map((Name) => ({ Name, Value: "value of " + Name })) };
  }
};
`;

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
  NODE_PATH: shipped,
  SERVERFORM_APP: "notes",
  SERVERFORM_STAGE: "dev",
  SERVERFORM_Table_tableName_notes: "dev-notes",
  SERVERFORM_Secret_value_KEY: "__FETCH_FROM_SSM__",
  SERVERFORM_Userbase_userPoolId_users: "__FETCH_FROM_SSM__",
  SERVERFORM_Userbase_userPoolClientId_users: "__FETCH_FROM_SSM__",
};

beforeAll(() => {
  mkdirSync(join(shipped, "@aws-sdk/client-ssm"), { recursive: true });
  writeFileSync(join(shipped, "@aws-sdk/client-ssm/index.js"), client);
});

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

    test("reads what lies in SSM with the client that the runtime ships", async () => {
      const program = `import(${JSON.stringify(bundle)})
      .then(({ handler }) => handler())
      .then((answer) => console.log(JSON.stringify(answer)));`;
      const { stdout } = await promisify(execFile)(process.execPath, ["-e", program], { env: environment });
      expect(JSON.parse(stdout)).toEqual([
        "dev",
        "value of /serverform/notes/dev/Secret/KEY/value",
        "dev-notes",
        "value of /serverform/notes/dev/Userbase/users/userPoolId",
      ]);
    });

    test("is small", () => {
      expect(statSync(bundle).size).toBeLessThan(12_000);
    });
  },
);
