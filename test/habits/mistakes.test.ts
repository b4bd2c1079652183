import { ApiGatewayRestApi } from "@cdktf/provider-aws/lib/api-gateway-rest-api";
import { CloudwatchEventBus } from "@cdktf/provider-aws/lib/cloudwatch-event-bus";
import { DynamodbTable } from "@cdktf/provider-aws/lib/dynamodb-table";
import { KinesisStream } from "@cdktf/provider-aws/lib/kinesis-stream";
import { LambdaFunction } from "@cdktf/provider-aws/lib/lambda-function";
import { S3Bucket } from "@cdktf/provider-aws/lib/s3-bucket";
import { SnsTopic } from "@cdktf/provider-aws/lib/sns-topic";
import { SqsQueue } from "@cdktf/provider-aws/lib/sqs-queue";
import { foreignCommands, foreignOptions, translated } from "../../lib/cli/foreign-words";
import { commandLine } from "../../lib/cli/program";
import { oldestNode, refuseOldNode } from "../../lib/cli/supported-node";
import { isLibraryError, type ServerformError } from "../../lib/facts/errors/error";
import { providerKeys } from "../../lib/kit/core/checks/nested-keys";
import { engines } from "../../package.json";
import { standardErrorOf } from "../support/environment";
import { testStack } from "../support/stack";
import { makeIn, makers } from "./make";
import { mistakes } from "./mistakes";
import { slips } from "./slips";

/** The error of a mistake; undefined for none, and thrown if it is not one of the library. */
function errorOf(work: () => unknown): ServerformError | undefined {
  try {
    work();
  } catch (error) {
    if (!isLibraryError(error)) throw error;
    return error;
  }
  return undefined;
}

describe("A habit of another tool is refused with place, value and remedy", () => {
  test.each(mistakes.map((each) => [each.tool, each.in, JSON.stringify(each.props), each] as const))(
    "%s: %s %s",
    (_tool, _target, _props, mistake) => {
      const error = errorOf(() => makeIn(testStack(), mistake));
      expect(error?.message).toMatch(/^\S+: .+\n( {2}.+\n)+ {2}\[[A-Za-z-]+\]$/);
      // A name that appears only among all known keys is not a remedy.
      const message = error?.message.replace(/Known keys: .*\./, "");
      for (const text of mistake.says) expect(message).toContain(text);
    },
  );

  test("of each tool, more than 160 in all", () => {
    expect(new Set(mistakes.map(({ tool }) => tool)).size).toBe(12);
    expect(mistakes.length).toBeGreaterThan(160);
  });
});

describe("A key of the provider's resource among the props", () => {
  test.each([
    ["Queue", SqsQueue],
    ["Topic", SnsTopic],
    ["Table", DynamodbTable],
    ["Bucket", S3Bucket],
    ["KinesisStream", KinesisStream],
    ["EventBus", CloudwatchEventBus],
    ["RestV1Api", ApiGatewayRestApi],
    ["Function", LambdaFunction],
  ] as const)("of %s is answered with its place below cdk, or with the prop to use", (target, resource) => {
    // Computed by Terraform, or of the resource alone.
    const others = ["id", "region", "tagsAll", "timeouts"];
    const keys = providerKeys(resource.prototype).filter((key) => !others.includes(key));
    expect(keys.length).toBeGreaterThan(4);
    for (const key of keys) {
      const error = errorOf(() => makers[target](testStack(), { [key]: {} }));
      if (error?.code !== "key-unknown") continue;
      expect([key, error.message.replace(/Known keys: .*\./, "")]).toEqual([
        key,
        expect.stringMatching(/cdk: \{ \w+: \{|mean "\w+"|\n {2,}[A-Z][^\n]+\.\n/),
      ]);
    }
  });
});

describe("A slip of the first hour is refused with place, value and remedy", () => {
  test.each(slips.map((each) => [each.in, JSON.stringify(each.props), each] as const))(
    "%s %s",
    (target, _, { props, says }) => {
      const message = errorOf(() => makers[target](testStack(), props))?.message;
      expect(message).toMatch(/^\S+: .+\n( {2}.+\n)+ {2}\[[A-Za-z-]+\]$/);
      for (const text of says) expect(message?.replace(/Known keys: .*\./, "")).toContain(text);
    },
  );
});

describe("A word of another tool on the command line", () => {
  const program = commandLine();
  const options = program.commands
    .flatMap((each) => [each, ...each.commands].flatMap((one) => one.options))
    .concat(program.options)
    .flatMap(({ long }) => long ?? []);

  test.each(Object.entries(foreignCommands))(
    "%s is not a command here, and the suggested one exists: %s",
    (name, use) => {
      const known = program.commands.map((each) => each.name());
      expect(known).not.toContain(name);
      for (const [, first] of use.matchAll(/serverform ([a-z]+)/g)) expect(known).toContain(first);
      expect(translated(`error: unknown command '${name}'\n`, program)).toBe(
        `error: unknown command '${name}'\nUse: ${use}\n`,
      );
    },
  );

  test.each(Object.entries(foreignOptions))(
    "%s is not an option here, and the suggested one exists: %s",
    (name, use) => {
      expect(options).not.toContain(name);
      for (const [option] of use.matchAll(/--[a-z][a-z-]+/g))
        expect([...options, "--stage"]).toContain(option);
      expect(translated(`error: unknown option '${name}'\n`, program)).toBe(
        `error: unknown option '${name}'\nUse: ${use}\n`,
      );
    },
  );
});

describe("A command of another tool below one that exists here", () => {
  test.each([
    ["start-api", "serverform local"],
    ["generate-event", "serverform local invoke <function> <event>"],
  ])("local %s is answered with the command to use", (word, use) => {
    const local = commandLine().commands.find((each) => each.name() === "local");
    if (local === undefined) throw new Error("There is no command local.");
    local.args = [word];
    const error = "error: too many arguments for 'local'. Expected 0 arguments but got 1.";
    expect(translated(`${error}\n`, local)).toBe(`${error}\nUse: ${use}\n`);
  });
});

describe("A version of Node.js that is too old", () => {
  test("is one that package.json excludes", () => {
    expect(`>=${oldestNode}`).toBe(engines.node);
  });

  /** The output of the command line, and its exit status. */
  function startWith(version: string) {
    let status: unknown;
    const exit = jest.spyOn(process, "exit").mockImplementation((code) => {
      status = code;
      return undefined as never;
    });
    try {
      return {
        text: standardErrorOf(() => refuseOldNode(version, ["node", "serverform", "--no-color"])),
        status,
      };
    } finally {
      exit.mockRestore();
    }
  }

  test.each(["16.20.2", "18.20.8", "19.9.0"])("%s is refused before anything else is loaded", (version) => {
    expect(startWith(version)).toEqual({
      text: expect.stringMatching(
        new RegExp(
          `^serverform: process\\.version is "${version}"; .+ 20 or later\\.\n  Choose .+\n  \\[node-too-old\\]\n$`,
        ),
      ),
      status: 1,
    });
  });

  test.each(["20.0.0", "22.11.0", "30.1.0-nightly"])("%s is new enough", (version) => {
    expect(startWith(version)).toEqual({ text: "", status: undefined });
  });
});
