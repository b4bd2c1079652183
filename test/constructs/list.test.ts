import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DynamodbTable } from "@cdktf/provider-aws/lib/dynamodb-table";
import { SfnStateMachine } from "@cdktf/provider-aws/lib/sfn-state-machine";
import { Construct } from "constructs";
import * as library from "../../lib";
import { Function } from "../../lib";
import { textsOf } from "../../lib/catalogue";
import { constructDescriptions } from "../../lib/constructs/list";
import { type ErrorTexts, failWith } from "../../lib/facts/errors/error";
import { type Binding, bindingTarget, type ConstructMetadata, createBinding } from "../../lib/kit/app";
import { bindingTypes, isBindable } from "../../lib/kit/app/binding";
import { isNamedConstruct } from "../../lib/kit/app/metadata";
import { type ConstructDescription, metadataKind, provideConstructs } from "../../lib/kit/description";
import {
  hasPermissionTarget,
  type PermissionRow,
  type PermissionTarget,
  permissionTarget,
  providerTarget,
  resolvePermissions,
} from "../../lib/kit/iam/permissions";
import { access, actionsOf, grant, publicName } from "../../lib/kit/iam/permissions/row";
import { constructsTable, documentsOf, root } from "../docs/documents";
import { permissionsTables } from "../docs/permissions-table";
import { readmeOf } from "../docs/readme-of";
import { readSamples } from "../support/construct-samples";
import { testApp, testStack } from "../support/stack";

const handler = "functions/notes.get";
const descriptions: readonly ConstructDescription[] = constructDescriptions;
const samples = readSamples();

describe.each(descriptions.map((each) => [publicName(each), each] as const))("%s", (name, description) => {
  function make() {
    const sample = samples.get(description.className);
    if (sample === undefined) throw new Error(`test/constructs/<name>/samples.ts lacks ${name}.`);
    return sample.make(testStack());
  }

  test("is a public class", () => {
    const [first = "", second] = name.split(".");
    const found: unknown = Object(library)[first];
    expect(typeof (second === undefined ? found : Object(found)[second])).toBe("function");
  });

  test("is in permissions what its description says", () => {
    const it = make();
    expect(hasPermissionTarget(it) ? it[permissionTarget]().row : undefined).toBe(description.row);
  });

  test("gives in bind what its description says", () => {
    const it = make();
    const { className, client, variables } = isBindable(it) ? it[bindingTarget]() : ({} as Partial<Binding>);
    const { binding } = description;
    expect({ className, client, variables: variables && Object.keys(variables) }).toEqual({
      className: binding && description.className,
      client: binding?.client,
      variables: binding && [...binding.variables],
    });
  });

  test("has metadata of the type of its description", () => {
    const it = make();
    expect(isNamedConstruct(it) && it.getConstructMetadata().type).toBe(description.metadata.type);
  });

  test("has the document that its description names", () => {
    const readme = readmeOf(description);
    if (readme !== undefined) expect(existsSync(join(root, readme))).toBe(true);
    else expect(publicName(description)).toMatch(/^Config\./);
  });
});

test("no two constructs share a class, an error code or a provider type", () => {
  const rows = [...new Set(descriptions.flatMap(({ row }) => row ?? []))];
  for (const names of [
    descriptions.map(({ className }) => className),
    descriptions.flatMap(({ texts }) => Object.keys(texts ?? {})),
    rows.flatMap(({ types }) => types),
    rows.map((row) => row.name),
  ]) {
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  }
});

// A construct as its folder would have it: `library.ts` ...
const machineTexts = {
  "machine-empty": ({ value }: { value: string }) => ({
    problem: `is ${value}, which has no states.`,
    remedy: "Add a state.",
  }),
} satisfies ErrorTexts;

const machineRow = {
  name: "Machine",
  types: ["aws_sfn_state_machine"],
  byDefault: access(grant(["states:StartExecution"], ["{arn}"])),
  access: {
    grantStart: access(grant(["states:StartExecution"], ["{arn}"])),
    grantFullAccess: access(grant(actionsOf("states", "StartExecution DescribeStateMachine"), ["{arn}"])),
  },
} satisfies PermissionRow;

type MachineMetadata = ConstructMetadata<"Machine", { readonly states: number }>;

const machineDescription = {
  className: "Machine",
  row: machineRow,
  binding: { client: "machine", variables: ["machineArn"], grants: true },
  metadata: metadataKind<MachineMetadata>("Machine"),
  texts: machineTexts,
  document: { summary: "steps, one after the other", group: "Events" },
} as const satisfies ConstructDescription;

// ... and the class.
const fail = failWith(machineTexts);

class Machine extends Construct {
  private readonly machine: SfnStateMachine;

  constructor(scope: Construct, id: string, definition: string) {
    super(scope, id);
    if (definition === "{}") fail(this, "machine-empty", "definition", { value: definition });
    this.machine = new SfnStateMachine(this, "Machine", {
      definition,
      roleArn: "arn:aws:iam::111122223333:role/x",
    });
  }

  [permissionTarget](): PermissionTarget {
    return providerTarget(machineRow, this.machine);
  }

  [bindingTarget](): Binding {
    return createBinding(machineDescription, this, { machineArn: this.machine.arn });
  }

  getConstructMetadata(): MachineMetadata {
    return { type: "Machine", data: { states: 1 } };
  }
}

describe("a construct that is added to the list", () => {
  const list = [...constructDescriptions, machineDescription] as const;

  beforeEach(() => provideConstructs(() => list));
  afterAll(() => provideConstructs(() => constructDescriptions));

  test("can be named in permissions, by its class and with its access names", () => {
    const stack = testStack();
    const machine = new Machine(stack, "Steps", '{"StartAt":"A"}');
    expect(resolvePermissions(stack, "permissions", [machine])).toMatchObject([
      { actions: ["states:StartExecution"] },
    ]);
    expect(resolvePermissions(stack, "permissions", [[machine, "grantFullAccess"]])).toMatchObject([
      { actions: ["states:StartExecution", "states:DescribeStateMachine"] },
    ]);
    expect(() => resolvePermissions(stack, "permissions", [[machine, "grantStop"]])).toThrow(
      'Use one of: "grantStart", "grantFullAccess".',
    );
  });

  test("lends its row to the provider's resource", () => {
    const stack = testStack();
    const machine = new SfnStateMachine(stack, "Plain", { definition: "{}", roleArn: "arn" });
    expect(resolvePermissions(stack, "permissions", [[machine, "grantStart"]])).toMatchObject([
      { actions: ["states:StartExecution"] },
    ]);
  });

  test("can be bound: the function gets its variable and its permissions", () => {
    const stack = testStack();
    const machine = new Machine(stack, "Steps", '{"StartAt":"A"}');
    const fn = new Function(stack, "Fn", { handler, bind: [machine] });
    expect(fn.cdk.function.environmentInput?.variables).toHaveProperty("SERVERFORM_Machine_machineArn_Steps");
    expect(bindingTypes([machine[bindingTarget]()])).toContain(
      'declare module "serverform/node/machine" {\n  export interface MachineResources {\n    "Steps": {\n      "machineArn": string;',
    );
  });

  test("is offered by the messages that list constructs", () => {
    const stack = testStack();
    const other = new DynamodbTable(stack, "Other", { name: "other" });
    expect(() => new Function(stack, "Fn", { handler, bind: [other] })).toThrow(/These can: .*, Machine\./);
    const plain = new Construct(stack, "Plain");
    expect(() => resolvePermissions(stack, "permissions", [plain])).toThrow(
      /constructs Api, .*KinesisStream, RDS, Job, StaticSite, .*Machine\.\n.*aws_dynamodb_table.*aws_sfn_state_machine/,
    );
  });

  test("has its error texts in the catalogue, with the codes that the compiler takes", () => {
    const code: keyof ReturnType<typeof textsOf<typeof list>> = "machine-empty";
    const texts = textsOf(list);
    expect(texts[code]({ value: "{}" }).problem).toBe("is {}, which has no states.");
    expect(texts).toHaveProperty("bucket-filter-twice");
    // @ts-expect-error no construct has this code
    expect(texts["machine-full"]).toBeUndefined();
    expect(() => new Machine(testStack(), "Steps", "{}")).toThrow("[machine-empty]");
  });

  test("has its document in the list of documents and in the table of constructs", () => {
    expect(documentsOf(list)).toContain("lib/constructs/machine/README.md");
    expect(constructsTable(list, "..").split("\n").at(-1)).toBe(
      "| [Machine](../lib/constructs/machine/README.md) | steps, one after the other |",
    );
    expect(permissionsTables("Machine", list)).toContain(
      '| `[machine, "grantStart"]` | `states:StartExecution` on `<arn>` |',
    );
    expect(permissionsTables("Machine", list)).toContain("`Machine.<id>.machineArn`");
  });

  test("is in serverform.json", () => {
    const app = testApp();
    new Machine(new library.Stack(app, "Main"), "Steps", '{"StartAt":"A"}');
    app.synth();
    const entries: readonly library.ConstructMetadataEntry<MachineMetadata>[] = JSON.parse(
      readFileSync(join(app.outdir, "serverform.json"), "utf8"),
    );
    expect(entries.find(({ type }) => type === "Machine")?.data.states).toBe(1);
  });
});

/** Types of which the library has no construct that can be named. */
const otherTypes = ["aws_kinesis_firehose_delivery_stream", "aws_secretsmanager_secret", "aws_ssm_parameter"];

test("messages name only constructs and provider types that exist", () => {
  const stack = testStack();
  const plain = new Construct(stack, "Plain");
  const named = descriptions.filter(({ row }) => row !== undefined);
  expect(named.map(publicName)).toEqual(expect.arrayContaining(["Api", "Queue", "ReactStaticSite"]));
  const constructTypes = new Set(named.flatMap(({ row }) => row?.types ?? []));
  expect([...constructTypes]).toEqual(expect.arrayContaining(["aws_sqs_queue", "aws_rds_cluster"]));
  const types = [...constructTypes, ...otherTypes];
  expect(() => resolvePermissions("dev-notes-Main/Fn", "permissions", [plain])).toThrow(
    `dev-notes-Main/Fn: permissions[0] is Construct "${plain.node.path}", which cannot be named in permissions.\n` +
      `  Name one of the constructs ${named.map(publicName).join(", ")}.\n` +
      `  Or a resource or data source of one of the types ${types.join(", ")}.\n` +
      "  For anything else pass a PolicyStatement with its ARN.\n" +
      "  [permission-construct-unknown]",
  );
});
