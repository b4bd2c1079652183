/** @group slow */

import { Testing } from "cdktf";
import { Construct } from "constructs";
import { Api, Bucket, Config, Function, Queue, Stack, Table } from "../../../../lib";
import { constructDescriptions } from "../../../../lib/constructs/list";
import { bases } from "../../../inputs/bases";
import { only, testApp, testStack } from "../../../support/stack";

const handler = "functions/notes.get";
const inCompound = (stack: Stack, name: string) => new Construct(stack, name);
const table = (scope: Construct) =>
  new Table(scope, "Notes", { fields: { id: "string" }, primaryIndex: { partitionKey: "id" } });
const variablesOf = (fn: Function) => fn.cdk.function.environmentInput?.variables ?? {};
const namesOf = (stack: Stack, type: string): unknown[] =>
  Object.values(JSON.parse(Testing.synth(stack)).resource[type]).map(
    (each) => (each as { name: unknown }).name,
  );

/** Attributes that AWS wants to be unique. */
const uniqueNames: Readonly<Record<string, string>> = {
  aws_api_gateway_rest_api: "name",
  aws_apigatewayv2_api: "name",
  aws_appsync_graphql_api: "name",
  aws_cloudwatch_event_bus: "name",
  aws_cloudwatch_event_rule: "name",
  aws_cloudwatch_log_group: "name",
  aws_codebuild_project: "name",
  aws_cognito_identity_pool: "identity_pool_name",
  aws_cognito_user_pool: "name",
  aws_db_subnet_group: "name",
  aws_dynamodb_table: "name",
  aws_kinesis_stream: "name",
  aws_lambda_function: "function_name",
  aws_rds_cluster: "cluster_identifier",
  aws_rds_cluster_instance: "identifier",
  aws_s3_object: "key",
  aws_sns_topic: "name",
  aws_sqs_queue: "name",
  aws_ssm_parameter: "name",
};

describe("one id below different parents", () => {
  const names = constructDescriptions.map(({ className }) => className);
  test.each(names)("gives each %s its own names", (className) => {
    const base = bases[className];
    const app = testApp();
    const stack = new Stack(app, "Main");
    const other = new Stack(app, "Other");
    const { customDomain, domain, identityProviders, ...props } = (base?.valid(stack) ?? {}) as Record<
      string,
      unknown
    >;
    const shared = className === "Secret" ? undefined : props;
    for (const scope of [stack, inCompound(stack, "A"), inCompound(stack, "B"), inCompound(other, "A")]) {
      // An API takes the routes of one authority.
      const hasOwnApi = className === "McpAuthority" && scope !== stack;
      const given = hasOwnApi ? { ...shared, api: new Api(scope, "OwnApi") } : shared;
      if (base !== undefined) new base.create(scope, "It", given as never);
    }
    const [resources, more] = [stack, other].map((each) => JSON.parse(Testing.synth(each)).resource ?? {});
    for (const [type, attribute] of Object.entries(uniqueNames)) {
      const found = [resources, more].flatMap((each) =>
        Object.values<Record<string, unknown>>(each[type] ?? {}),
      );
      const used = found
        .map((each) => each[attribute])
        .filter((name) => typeof name === "string" && !name.includes("${"));
      expect(used).toHaveLength(new Set(used).size);
    }
  });

  test("keeps the name of the construct that is declared first, whatever comes later", () => {
    const stack = testStack();
    for (const name of ["B", "A"]) table(inCompound(stack, name));
    expect(namesOf(stack, "aws_dynamodb_table").sort()).toEqual([
      "dev-notes-Main-A-Notes",
      "dev-notes-Notes",
    ]);
  });

  test("is refused for a construct that is in a stack and is declared later", () => {
    const stack = testStack();
    table(inCompound(stack, "A"));
    table(stack);
    expect(() => Testing.synth(stack)).toThrow(
      /^dev-notes-Main\/Notes: id is "Notes", which dev-notes-Main\/A\/Notes .*\n.*create this one before the other one/,
    );
  });

  test("is refused where the name from the path is taken", () => {
    const stack = testStack();
    new Queue(stack, "Main-A-Jobs");
    new Queue(stack, "Jobs");
    new Queue(inCompound(stack, "A"), "Jobs");
    expect(() => Testing.synth(stack)).toThrow(
      /A\/Jobs: id is "Jobs"; its name "Main-A-Jobs" is made from its path, and dev-notes-Main\/Main-A-Jobs of the same class already has that name/,
    );
  });

  test("is free again when the constructor of the first one has failed", () => {
    const stack = testStack();
    const first = inCompound(stack, "A");
    new Queue(first, "Jobs");
    first.node.tryRemoveChild("Jobs");
    new Queue(inCompound(stack, "B"), "Jobs");
    expect(only(stack, "aws_sqs_queue").name).toBe("dev-notes-Jobs");
  });
});

describe("functions", () => {
  test("of a compound find its other parts by id", () => {
    const stack = testStack();
    const names = ["A", "B"].map((name) => {
      const compound = inCompound(stack, name);
      const fn = new Function(compound, "Get", { handler, bind: [table(compound)] });
      return Object.keys(variablesOf(fn)).filter((key) => key.includes("Table"));
    });
    expect(names).toEqual([["SERVERFORM_Table_tableName_Notes"], ["SERVERFORM_Table_tableName_Notes"]]);
  });

  test("elsewhere find each construct by its name", () => {
    const stack = testStack();
    const bind = ["A", "B"].map((name) => table(inCompound(stack, name)));
    const keys = Object.keys(variablesOf(new Function(stack, "Get", { handler, bind })));
    expect(keys.filter((key) => key.includes("Table"))).toEqual([
      "SERVERFORM_Table_tableName_Notes",
      "SERVERFORM_Table_tableName_Main_B_Notes",
    ]);
  });

  test("of a compound read its secrets from parameters of their own", () => {
    const stack = testStack();
    const values = ["A", "B"].map((name) => {
      const compound = inCompound(stack, name);
      const secret = new Config.Secret(compound, "KEY");
      return variablesOf(new Function(compound, "Get", { handler, bind: [secret] }))
        .SERVERFORM_Secret_value_KEY;
    });
    expect(values).toEqual(["__FETCH_FROM_SSM__", "__FETCH_FROM_SSM__:Main_B_KEY"]);
    expect(Testing.synth(stack)).toContain("parameter/serverform/notes/dev/Secret/Main_B_KEY/value");
  });

  test("are refused two constructs that their code would find by one name", () => {
    const stack = testStack();
    const [first, second] = ["A", "B"].map((name) => inCompound(stack, name));
    const bind = [first, second].map((compound) => new Bucket(compound as Construct, "Files"));
    expect(() => new Function(second as Construct, "Get", { handler, bind })).toThrow(
      /B\/Get: bind\[1\] is Bucket "dev-notes-Main\/B\/Files", but code would read it by the same name as dev-notes-Main\/A\/Files, which is already bound/,
    );
  });
});
