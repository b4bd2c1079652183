/** @group processes */

import { utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DevServers } from "../../lib/local/dev-servers";
import { functionsOf } from "../../lib/local/functions/read-settings";
import { SiteServers } from "../../lib/local/site-servers";
import type { Model } from "../../lib/model";
import { temporaryFolder } from "../support/stack";
import { until } from "../support/until";
import { testModel } from "./support/model";

const host = "abc.lambda-url.us-east-1.on.aws";
const folder = temporaryFolder();
const reported: string[] = [];
const environment = { credentials: "role", shell: {} } as const;
const servers = new SiteServers((event) => {
  if ("text" in event) reported.push(String(event.text));
});

/** The model of a site whose server is this file. */
const modelOf = (input: object, variables: Readonly<Record<string, string>> = {}) =>
  testModel({
    aws_lambda_function: {
      Web: {
        function_name: "web",
        arn: "arn:aws:lambda:us-east-1:123456789012:function:web",
        role: "arn:aws:iam::123456789012:role/web",
        handler: "i.h",
        runtime: "nodejs22.x",
        environment: [{ variables }],
      },
    },
    terraform_data: { Site: { input: [{ serves: `https://${host}/`, function: "web", folder, ...input }] } },
  });
const write = (file: string, text: string) =>
  writeFileSync(
    join(folder, file),
    `const server = require("node:http").createServer((request, response) => {
       if (request.url === "/end") process.exit(3);
       response.end(${JSON.stringify(text)});
     });
     server.listen(process.env.PORT, process.env.HOST);`,
  );
const replace = (model: Model) => servers.replace(model, { settings: functionsOf(model), environment });
const answer = async () => (await fetch(`http://${servers.authorityOf(host)}/`)).text();

afterAll(() => servers.stop());

test("the server of a site starts again when its file changes, ends when the site goes, and says when it ends by itself", async () => {
  write("one.js", "one");
  write("two.js", "two");
  await replace(modelOf({ entry: "one.js" }));
  const first = servers.authorityOf(host);
  expect(await answer()).toBe("one");

  await replace(modelOf({ entry: "one.js" }));
  expect(servers.authorityOf(host)).toBe(first);

  await replace(modelOf({ entry: "two.js" }));
  expect(await answer()).toBe("two");
  utimesSync(join(folder, "two.js"), new Date(), new Date(0));
  const built = servers.authorityOf(host);
  await replace(modelOf({ entry: "two.js" }));
  expect(servers.authorityOf(host)).not.toBe(built);
  expect(reported).toEqual([]);

  await fetch(`http://${servers.authorityOf(host)}/end`).catch(() => {});
  await until(() => reported.length > 0);
  expect(reported).toEqual(["web: two.js has ended with status 3."]);

  await replace(testModel({}));
  expect(servers.authorityOf(host)).toBeUndefined();
});

test("a server has the values of its variables where its build has put texts for them", async () => {
  write("inlined.js", "{{ TITLE }} and {{ OTHER }}");
  const replaced = JSON.stringify({ program: ".", files: ["inlined.js"], keys: ["TITLE"] });
  await replace(modelOf({ entry: "inlined.js", replaced }, { TITLE: "Notes" }));
  expect(await answer()).toBe("Notes and {{ OTHER }}");
  await replace(modelOf({ entry: "inlined.js", replaced }, { TITLE: "Mail" }));
  expect(await answer()).toBe("Mail and {{ OTHER }}");
});

test("a bundled server stays when a synthesis writes it unchanged, and starts again when its content differs", async () => {
  write("bundled.js", "one");
  const model = modelOf({ entry: "bundled.js", isBundled: true });
  await replace(model);
  const first = servers.authorityOf(host);
  utimesSync(join(folder, "bundled.js"), new Date(), new Date(0));
  await replace(model);
  expect(servers.authorityOf(host)).toBe(first);
  write("bundled.js", "two");
  await replace(model);
  expect(await answer()).toBe("two");
});

test("the development server of a site starts again with another command, follows changes itself, and says what it prints and how it ends", async () => {
  const told: string[] = [];
  const development = new DevServers((event) => {
    if ("text" in event) told.push(String(event.text));
  });
  const developed = (command: string) =>
    testModel({
      aws_s3_bucket: { Files: { bucket: "files", bucket_regional_domain_name: "files.example" } },
      aws_cloudfront_distribution: {
        Distribution: {
          id: "E1",
          origin: [{ origin_id: "files", domain_name: "files.example" }],
          default_cache_behavior: [{ target_origin_id: "files" }],
        },
      },
      terraform_data: {
        Dev: {
          input: [
            { site: "E1", folder, command, url: "http://localhost:5173", environment: [{ MODE: "dev" }] },
          ],
        },
      },
    });
  const develop = (command: string) => development.replace(developed(command), { settings: [], environment });
  const waiting = `node -e "console.log(process.env.MODE); setInterval(() => {}, 1000)"`;
  develop(waiting);
  await until(() => told.length === 1);
  const followed = (file: string) => development.follows(join(folder, file));
  expect([followed("src/page.ts"), followed("package.json"), followed("../main.ts")]).toEqual([
    true,
    false,
    false,
  ]);
  develop(waiting);
  develop('node -e "process.exit(3)"');
  await until(() => told.length === 2);
  await development.stop();
  expect(told).toEqual([
    expect.stringMatching(/: dev$/),
    expect.stringMatching(/: node -e "process\.exit\(3\)" has ended with status 3\.$/),
  ]);
});
