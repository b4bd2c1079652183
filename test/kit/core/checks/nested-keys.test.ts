import { ApiGatewayRestApi } from "@cdktf/provider-aws/lib/api-gateway-rest-api";
import { CloudwatchEventRule } from "@cdktf/provider-aws/lib/cloudwatch-event-rule";
import { CloudwatchEventTarget } from "@cdktf/provider-aws/lib/cloudwatch-event-target";
import { CognitoUserPool } from "@cdktf/provider-aws/lib/cognito-user-pool";
import { DynamodbTable } from "@cdktf/provider-aws/lib/dynamodb-table";
import { KinesisStream } from "@cdktf/provider-aws/lib/kinesis-stream";
import { LambdaFunction } from "@cdktf/provider-aws/lib/lambda-function";
import { SecurityGroup } from "@cdktf/provider-aws/lib/security-group";
import { Fn, Lazy } from "cdktf";
import { Table } from "../../../../lib";
import { checkOverride } from "../../../../lib/kit/core";
import { testStack } from "../../../support/stack";

type Resource = Parameters<typeof checkOverride>[3];

const check = (resource: Resource, config: unknown) => () =>
  checkOverride("Main/Part", "cdk.part", config, resource);

describe("nested keys of an override", () => {
  test.each<[Resource, object, string]>([
    [
      CognitoUserPool,
      { passwordPolicy: { minLength: 6 } },
      'cdk.part.passwordPolicy has the key "minLength"',
    ],
    [
      CognitoUserPool,
      { passwordPolicy: { minimum_length: 6 } },
      'passwordPolicy has the key "minimum_length"',
    ],
    [KinesisStream, { streamModeDetails: { mode: "ON_DEMAND" } }, 'streamModeDetails has the key "mode"'],
    [DynamodbTable, { pointInTimeRecovery: true }, "cdk.part.pointInTimeRecovery is true"],
    [DynamodbTable, { pointInTimeRecovery: [{ enabled: true }] }, "cdk.part.pointInTimeRecovery is "],
    [DynamodbTable, { attribute: { name: "id", type: "S" } }, "cdk.part.attribute is "],
    [
      DynamodbTable,
      {
        attribute: [
          { name: "id", type: "S" },
          { name: "at", typ: "N" },
        ],
      },
      'cdk.part.attribute[1] has the key "typ"',
    ],
    [DynamodbTable, { timeouts: { creates: "1m" } }, 'cdk.part.timeouts has the key "creates"'],
    [
      ApiGatewayRestApi,
      { endpointConfiguration: { type: ["EDGE"] } },
      'endpointConfiguration has the key "type"',
    ],
    [SecurityGroup, { egress: [{ fromPort: 0, port: 1 }] }, 'cdk.part.egress[0] has the key "port"'],
    [
      CloudwatchEventTarget,
      { ecsTarget: { taskDefinitionArn: "a", networkConfiguration: { subnet: [] } } },
      'cdk.part.ecsTarget.networkConfiguration has the key "subnet"',
    ],
    [
      LambdaFunction,
      { lifecycle: { preventsDestroy: true } },
      'cdk.part.lifecycle has the key "preventsDestroy"',
    ],
    [LambdaFunction, { lifecycle: true }, "cdk.part.lifecycle is true"],
  ])("%#: what CDKTF would drop is refused", (resource, config, text) => {
    expect(check(resource, config)).toThrow(text);
  });
  test("the error lists the known keys and names the nearest one", () => {
    expect(check(CognitoUserPool, { passwordPolicy: { minimumLenght: 6 } })).toThrow(
      /Did you mean "minimumLength"\? Known keys: minimumLength, passwordHistorySize/,
    );
  });
  test.each<[Resource, object]>([
    [
      CognitoUserPool,
      {
        passwordPolicy: { minimumLength: 6 },
        schema: [{ name: "a", attributeDataType: "String", stringAttributeConstraints: { minLength: "1" } }],
      },
    ],
    [KinesisStream, { streamModeDetails: { streamMode: "ON_DEMAND" } }],
    [DynamodbTable, { attribute: [{ name: "id", type: "S" }], ttl: undefined, tags: { anyKey: "x" } }],
    [DynamodbTable, { pointInTimeRecovery: Fn.lookup({ a: 1 }, "a", {}) }],
    [DynamodbTable, { attribute: Lazy.anyValue({ produce: () => [] }) }],
    [LambdaFunction, { environment: { variables: { anyKey: "x" } }, lifecycle: { ignoreChanges: "all" } }],
    [CloudwatchEventRule, { tags: { anyKey: "x" } }],
  ])("%#: accepts keys that the provider knows, tokens and keys of maps", (resource, config) => {
    expect(check(resource, config)).not.toThrow();
  });
  test("holds for a construct", () => {
    const cdk = { table: { pointInTimeRecovery: { enable: true } } } as object;
    const props = { fields: { id: "string" }, primaryIndex: { partitionKey: "id" }, cdk } as const;
    expect(() => new Table(testStack(), "Notes", props)).toThrow(
      /cdk\.table\.pointInTimeRecovery has the key "enable"[\s\S]*Did you mean "enabled"/,
    );
  });
});
