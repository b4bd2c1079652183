/** @group processes */

import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { partitionOf } from "../../lib/facts/aws/partitions";
import { ServedExample } from "../local/examples/served-example";
import { typescript, withCompiledLibrary } from "../support/compiled";
import { temporaryFolder } from "../support/stack";
import { cleanEnvironment, root } from "./support";

/** The region in which all examples are synthesized. Its partition has another id and other hosts than `aws`. */
const first = "eusc-de-east-1";
/** One region of each further partition, with a part of the examples: the facts of all of them are in one table. */
const others = [
  ...["cn-north-1", "us-gov-west-1"],
  ...["us-iso-east-1", "us-isob-east-1", "eu-isoe-west-1", "us-isof-south-1"],
];
const regions = [first, ...others];
/** The pages of `docs` are made by `npm run docs:site`, which downloads packages. */
const examples = readdirSync(join(root, "examples")).filter((name) => name !== "docs");

/** An example with ARNs and hosts, for all regions. */
const withBoth = "auth";
const examplesIn = (region: string): readonly string[] =>
  examples.filter(
    (name, index) => region === first || name === withBoth || others[index % others.length] === region,
  );

/** The content of stacks in a region: the Terraform JSON of its examples, as one text. */
const texts = new Map<string, string>();

beforeAll(() => {
  const output = temporaryFolder();
  const program = join(root, "test/examples/synthesize-in-regions.cjs");
  const folder = join(root, "examples");
  const runs = regions.map((region) => [region, ...examplesIn(region)].join());
  execFileSync(process.execPath, [...typescript, program, folder, output, ...runs], {
    env: { ...cleanEnvironment(), ...withCompiledLibrary() },
    stdio: ["ignore", "pipe", "pipe"],
  });
  for (const region of regions) {
    const stacks = examplesIn(region).flatMap((name) =>
      readdirSync(join(output, region, name, "stacks")).map((stack) => join(region, name, "stacks", stack)),
    );
    const files = stacks.map((stack) => readFileSync(join(output, stack, "cdk.tf.json"), "utf8"));
    texts.set(region, files.join("\n"));
  }
});

describe.each(regions)("the examples in %s", (region) => {
  const { id, dnsSuffix } = partitionOf(region);
  const found = (pattern: RegExp) =>
    new Set([...(texts.get(region) ?? "").matchAll(pattern)].map((match) => match[1]));

  test("name resources of its partition only", () => {
    expect([...found(/arn:([\w-]+):/g)]).toEqual([id]);
  });

  test("name hosts of its partition only", () => {
    // The sign-in pages of Cognito have a domain of their own, in which only the region differs.
    const hosts = [...found(new RegExp(`\\.${region}\\.([a-z0-9.-]+)`, "g"))];
    expect(hosts.filter((host) => host !== "amazoncognito.com")).toEqual([dnsSuffix]);
  });
});

test("an example of the European Sovereign Cloud is served with its permissions, ARNs and hosts", async () => {
  const served = await ServedExample.start("examples/orders", {
    environment: { SERVERFORM_REGION: first },
    permissions: "enforce",
  });
  try {
    const order = { customer: "ada@example.com", lines: [{ product: "tea", quantity: 2 }] };
    const response = await fetch(`${served.url("Api")}/orders`, {
      method: "POST",
      body: JSON.stringify(order),
    });
    expect(response.status).toBe(201);
    // The order has passed a table, a stream, a bus, a queue, a bucket and a topic.
    await served.until(
      (event) => event.event === "denial" || (event.event === "log" && event.line.includes("is on its way")),
    );
    expect(served.events.filter(({ event }) => event === "denial")).toEqual([]);
  } finally {
    await served.stop();
  }
});
