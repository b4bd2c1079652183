import { CloudwatchLogGroup } from "@cdktf/provider-aws/lib/cloudwatch-log-group";
import { KmsKey } from "@cdktf/provider-aws/lib/kms-key";
import { LambdaCodeSigningConfig } from "@cdktf/provider-aws/lib/lambda-code-signing-config";
import { LambdaLayerVersion } from "@cdktf/provider-aws/lib/lambda-layer-version";
import { SqsQueue } from "@cdktf/provider-aws/lib/sqs-queue";
import { Testing, Token } from "cdktf";
import { Construct } from "constructs";
import { Queue } from "../../../lib/constructs/queue";
import { type App, Stack } from "../../../lib/kit/app";
import { Function, type FunctionProps } from "../../../lib/kit/function";
import { failure } from "../../constructs/api/support/api";
import { checkOutput } from "../../support/reference-check";
import { expectNothingLeft } from "../../support/refused";
import { addresses, inlineStatements, only, testApp, testStack } from "../../support/stack";

const handler = "functions/notes.get";
const keyArn = "arn:aws:kms:us-east-1:111122223333:key/1234abcd";
const signingArn = "arn:aws:lambda:us-east-1:111122223333:code-signing-config:csc-0123456789abcdef0";
const layer = (name: string) => `arn:aws:lambda:us-east-1:123456789012:layer:${name}:1`;

function attributes(props: FunctionProps = {}, stack = testStack()) {
  new Function(stack, "Get", { handler, ...props });
  return only(stack, "aws_lambda_function");
}

describe("a function", () => {
  test("makes these resources", () => {
    const stack = testStack();
    new Function(stack, "Get", { handler });
    expect(addresses(stack)).toMatchInlineSnapshot(`
      [
        "aws_cloudwatch_log_group.Get_LogGroup_446367E5",
        "aws_iam_role.Get_Role_A024C8FA",
        "aws_iam_role_policy.Get_Policies_Base_FB2168AC",
        "aws_lambda_function.Get_Function_46194AA6",
        "data.archive_file._code_functions-notes-ab2188ae_4E136915",
      ]
    `);
  });
  test("with every prop makes these resources", () => {
    const stack = testStack();
    const fn = new Function(stack, "Get", everything(stack));
    expect(fn.currentVersion.functionName).toBe("dev-notes-Main-Get");
    fn.addAlias("live", { provisionedConcurrentExecutions: 1 });
    fn.grantInvoke("events.amazonaws.com");
    expect(addresses(stack)).toMatchInlineSnapshot(`
      [
        "aws_cloudwatch_log_group.Get_LogGroup_446367E5",
        "aws_cloudwatch_log_group.Target_LogGroup_FDECF072",
        "aws_iam_role.Get_Role_A024C8FA",
        "aws_iam_role.Target_Role_C4ED8ABA",
        "aws_iam_role_policy.Get_Policies_Base_FB2168AC",
        "aws_iam_role_policy.Get_Policies_Links_A6511F1A",
        "aws_iam_role_policy.Target_Policies_Base_78C4E823",
        "aws_iam_role_policy_attachment.Get_VpcAccess_5EE3DCC1",
        "aws_kms_key.Key",
        "aws_lambda_alias.Get_Alias_live_Alias_E2B09AC2",
        "aws_lambda_function.Get_Function_46194AA6",
        "aws_lambda_function.Target_Function_C47B3720",
        "aws_lambda_function_event_invoke_config.Get_CurrentVersion_InvokeConfig_F19652B5",
        "aws_lambda_function_event_invoke_config.Get_InvokeConfig_0640C824",
        "aws_lambda_function_url.Get_Url_47F09D39",
        "aws_lambda_permission.Get_Invoke_eventsamazonawscom_D98F8CEC",
        "aws_lambda_permission.Get_UrlInvokePermission_9CAB665F",
        "aws_lambda_permission.Get_UrlPermission_E73668C3",
        "aws_lambda_provisioned_concurrency_config.Get_Alias_live_ProvisionedConcurrency_1328F8ED",
        "aws_lambda_provisioned_concurrency_config.Get_CurrentVersion_ProvisionedConcurrency_700AB006",
        "aws_security_group.Get_SecurityGroup_BD1A0222",
        "aws_sqs_queue.Get_DeadLetterQueue_B9E878EB",
        "data.archive_file._code_functions-notes-ab2188ae_4E136915",
        "data.aws_caller_identity._account",
      ]
    `);
  });
  test("has these attributes without further props", () => {
    expect(attributes()).toMatchInlineSnapshot(`
      {
        "architectures": [
          "x86_64",
        ],
        "depends_on": [
          "aws_iam_role_policy.Get_Policies_Base_FB2168AC",
        ],
        "environment": {
          "variables": {
            "SERVERFORM_APP": "notes",
            "SERVERFORM_STAGE": "dev",
          },
        },
        "ephemeral_storage": {
          "size": 512,
        },
        "filename": "\${data.archive_file._code_functions-notes-ab2188ae_4E136915.output_path}",
        "function_name": "dev-notes-Main-Get",
        "handler": "functions/notes.get",
        "logging_config": {
          "log_format": "Text",
          "log_group": "\${aws_cloudwatch_log_group.Get_LogGroup_446367E5.name}",
        },
        "memory_size": 1024,
        "role": "\${aws_iam_role.Get_Role_A024C8FA.arn}",
        "runtime": "nodejs24.x",
        "source_code_hash": "\${data.archive_file._code_functions-notes-ab2188ae_4E136915.output_base64sha256}",
        "timeout": 10,
        "tracing_config": {
          "mode": "Active",
        },
      }
    `);
  });
  test("with every prop leaves nothing unresolved or empty", () => {
    const app: App = testApp();
    const stack = new Stack(app, "Main");
    const fn = new Function(stack, "Get", everything(stack));
    fn.addAlias("live");
    app.synth();
    expect(checkOutput(app.outdir)).toEqual([]);
  });
});

function everything(stack: Stack): FunctionProps {
  const target = new Function(stack, "Target", { handler });
  return {
    handler,
    url: true,
    vpc: "vpc-1",
    vpcSubnets: ["subnet-1"],
    filesystem: {
      accessPoint: "arn:aws:elasticfilesystem:us-east-1:111122223333:access-point/fsap-0123456789abcdef0",
      mountPath: "/mnt/files",
    },
    deadLetterQueueEnabled: true,
    onFailure: target,
    permissions: ["s3:GetObject"],
    bind: [target],
    environmentEncryption: new KmsKey(stack, "Key"),
    currentVersionOptions: {
      provisionedConcurrentExecutions: 2,
      retryAttempts: 0,
    },
  };
}

describe("function props", () => {
  test.each<[FunctionProps, object]>([
    [{ timeout: 900 }, { timeout: 900 }],
    [{ timeout: "5 minutes" }, { timeout: 300 }],
    [{ memorySize: 128 }, { memory_size: 128 }],
    [{ memorySize: "10 GB" }, { memory_size: 10_240 }],
    [{ diskSize: 10_240 }, { ephemeral_storage: { size: 10_240 } }],
    [{ diskSize: "1 GB" }, { ephemeral_storage: { size: 1024 } }],
    [{ architecture: "arm_64" }, { architectures: ["arm64"] }],
    [{ architecture: "x86_64" }, { architectures: ["x86_64"] }],
    [{ tracing: "active" }, { tracing_config: { mode: "Active" } }],
    [{ tracing: "pass_through" }, { tracing_config: { mode: "PassThrough" } }],
    [{ tracing: "disabled" }, { tracing_config: { mode: "PassThrough" } }],
    [{ runtime: "nodejs20.x" }, { runtime: "nodejs20.x" }],
    [{ description: "Reads a note" }, { description: "Reads a note" }],
    [{ layers: [layer("a"), layer("b")] }, { layers: [layer("a"), layer("b")] }],
    [{ reservedConcurrentExecutions: 0 }, { reserved_concurrent_executions: 0 }],
    [{ environmentEncryption: keyArn }, { kms_key_arn: keyArn }],
    [{ codeSigningConfig: signingArn }, { code_signing_config_arn: signingArn }],
    [{ cdk: { function: { memorySize: 256, tags: { a: "b" } } } }, { memory_size: 256, tags: { a: "b" } }],
  ])("%j become attributes", (props, expected) => {
    expect(attributes(props)).toMatchObject(expected);
  });
  test.each<[FunctionProps, string]>([
    [{ layers: [] }, "layers"],
    [{}, "dead_letter_config"],
    [{}, "publish"],
    [{}, "vpc_config"],
  ])("%j leave %s out", (props, attribute) => {
    expect(attributes(props)).not.toHaveProperty(attribute);
  });
  test("in GovCloud set no ephemeral storage", () => {
    expect(attributes({ diskSize: 600 }, testStack({ region: "us-gov-west-1" }))).not.toHaveProperty(
      "ephemeral_storage",
    );
  });
  test("may be tokens", () => {
    const stack = testStack();
    const queue = new SqsQueue(stack, "Queue");
    const timeout = Token.asNumber(queue.visibilityTimeoutSeconds);
    expect(attributes({ timeout, description: queue.arn }, stack)).toMatchObject({
      timeout: "${aws_sqs_queue.Queue.visibility_timeout_seconds}",
      description: "${aws_sqs_queue.Queue.arn}",
    });
  });
  test("take provider objects in place of ARNs", () => {
    const stack = testStack();
    const key = new KmsKey(stack, "Key");
    const signing = new LambdaCodeSigningConfig(stack, "Signing", {
      allowedPublishers: { signingProfileVersionArns: ["arn:aws:signer:x"] },
    });
    const layers = [new LambdaLayerVersion(stack, "Layer", { layerName: "a" })];
    expect(
      attributes({ environmentEncryption: key, codeSigningConfig: signing, layers }, stack),
    ).toMatchObject({
      kms_key_arn: "${aws_kms_key.Key.arn}",
      code_signing_config_arn: "${aws_lambda_code_signing_config.Signing.arn}",
      layers: ["${aws_lambda_layer_version.Layer.arn}"],
    });
  });
  test("the blocks and dependencies of cdk.function override those of the library", () => {
    const stack = testStack();
    const queue = new SqsQueue(stack, "Queue");
    const cdk = {
      function: {
        tracingConfig: { mode: "PassThrough" },
        lifecycle: { preventDestroy: true },
        dependsOn: [queue],
      },
    };
    const fn = attributes({ cdk, vpc: "vpc-1", vpcSubnets: ["subnet-1"] }, stack);
    expect(fn).toMatchObject({
      tracing_config: { mode: "PassThrough" },
      lifecycle: { prevent_destroy: true },
    });
    expect(fn.depends_on).toEqual([
      expect.stringMatching(/^aws_iam_role_policy_attachment\.Get_VpcAccess/),
      "aws_sqs_queue.Queue",
      expect.stringMatching(/^aws_iam_role_policy\.Get_Policies_Base/),
    ]);
  });
});

describe("the log group of a function", () => {
  const logGroup = (props: FunctionProps = {}) => {
    const stack = testStack();
    new Function(stack, "Get", { handler, ...props });
    return only(stack, "aws_cloudwatch_log_group");
  };
  test("is its own, for one year, and named in its logging config", () => {
    expect(logGroup()).toEqual({
      name: "/aws/lambda/dev-notes-Main-Get",
      retention_in_days: 365,
    });
    expect(attributes().logging_config).toEqual({
      log_format: "Text",
      log_group: expect.stringMatching(/^\$\{aws_cloudwatch_log_group\.Get_LogGroup_\w+\.name\}$/),
    });
  });
  test("keeps its events as long as logRetention says", () => {
    expect(logGroup({ logRetention: "two_weeks" }).retention_in_days).toBe(14);
    expect(logGroup({ logRetention: "infinite" })).not.toHaveProperty("retention_in_days");
  });
  test("takes partial config", () => {
    expect(
      logGroup({
        cdk: { logGroup: { kmsKeyId: "arn:aws:kms:us-east-1:111122223333:key/k", retentionInDays: 7 } },
      }),
    ).toEqual({
      name: "/aws/lambda/dev-notes-Main-Get",
      kms_key_id: "arn:aws:kms:us-east-1:111122223333:key/k",
      retention_in_days: 7,
    });
    expect(logGroup({ cdk: { logGroup: { namePrefix: "p" } } })).toEqual({
      name_prefix: "p",
      retention_in_days: 365,
    });
  });
});

describe("function properties", () => {
  test("name the function and its provider objects", () => {
    const stack = testStack();
    const fn = new Function(stack, "Get", {
      handler,
      url: true,
      vpc: "vpc-1",
      vpcSubnets: ["subnet-1"],
    });
    const { functionArn, invokeArn, url } = fn;
    expect(stackValues(stack, { functionArn, invokeArn, url })).toEqual({
      functionArn: expect.stringMatching(/^\$\{aws_lambda_function\.Get_Function_\w+\.arn\}$/),
      invokeArn: expect.stringMatching(/^\$\{aws_lambda_function\.Get_Function_\w+\.invoke_arn\}$/),
      url: expect.stringMatching(/^\$\{aws_lambda_function_url\.Get_Url_\w+\.function_url\}$/),
    });
    const { function: lambda, role, logGroup, functionUrl, securityGroup } = fn.cdk;
    const types = [lambda, role, logGroup, functionUrl, securityGroup].map(
      (each) => each?.terraformResourceType,
    );
    expect(types).toEqual([
      "aws_lambda_function",
      "aws_iam_role",
      "aws_cloudwatch_log_group",
      "aws_lambda_function_url",
      "aws_security_group",
    ]);
    expect(fn.role).toBe(fn.cdk.role);
  });
  test("are undefined if they have no value", () => {
    const fn = new Function(testStack(), "Get", { handler });
    expect([fn.url, fn.cdk.functionUrl, fn.cdk.securityGroup]).toEqual([undefined, undefined, undefined]);
  });
});

function stackValues(stack: Stack, values: Record<string, unknown>): unknown {
  stack.addOutputs(values as Record<string, string>);
  const { output } = JSON.parse(Testing.synth(stack)) as {
    output: Record<string, { value: unknown }>;
  };
  return Object.fromEntries(Object.entries(output).map(([name, { value }]) => [name, value]));
}

describe("function methods", () => {
  test("addLayers appends", () => {
    const stack = testStack();
    const fn = new Function(stack, "Get", { handler, layers: [layer("a")] });
    fn.addLayers();
    fn.addLayers(layer("b"), new LambdaLayerVersion(stack, "C", { layerName: "c" }));
    expect(only(stack, "aws_lambda_function").layers).toEqual([
      layer("a"),
      layer("b"),
      "${aws_lambda_layer_version.C.arn}",
    ]);
  });
  test("addPermission lets another service invoke it", () => {
    const stack = testStack();
    new Function(stack, "Get", { handler }).addPermission("Skill", {
      principal: "alexa-appkit.amazon.com",
      eventSourceToken: "amzn1.ask.skill.1",
    });
    expect(only(stack, "aws_lambda_permission")).toEqual({
      action: "lambda:InvokeFunction",
      principal: "alexa-appkit.amazon.com",
      event_source_token: "amzn1.ask.skill.1",
      function_name: expect.stringMatching(/^\$\{aws_lambda_function\.Get_Function_\w+\.function_name\}$/),
    });
  });
  test("addPermission refuses an id that exists", () => {
    const fn = new Function(testStack(), "Get", { handler });
    fn.addPermission("Skill", { principal: "alexa-appkit.amazon.com" });
    expect(() => fn.addPermission("Skill", { principal: "iot.amazonaws.com" })).toThrow(
      /^dev-notes-Main\/Get\/Skill: id is "Skill", which a LambdaPermission .* already/,
    );
  });
  test("getConstructMetadata returns its local id, ARN and secrets", () => {
    const fn = new Function(new Construct(testStack(), "GET --notes"), "Get", {
      handler,
    });
    const { type, data } = fn.getConstructMetadata();
    expect([type, data.localId, data.secrets]).toEqual(["Function", "dev-notes-Main-GET --notes-Get", []]);
  });
});

describe("layers of another stack", () => {
  test("are referenced through its state", () => {
    const app = testApp();
    const shared = new LambdaLayerVersion(new Stack(app, "Shared"), "Layer", {
      layerName: "a",
    });
    const fn = attributes({ layers: [shared] }, new Stack(app, "Main"));
    expect(fn.layers).toEqual([expect.stringMatching(/^\$\{data\.terraform_remote_state\..*Layerarn\}$/)]);
  });
});

describe("a customer key and X-Ray", () => {
  test("are in the policy of the function that uses them", () => {
    const stack = testStack();
    new Function(stack, "Get", {
      handler,
      environmentEncryption: new KmsKey(stack, "Key"),
      tracing: "disabled",
    });
    expect(inlineStatements(stack)).toEqual([
      expect.objectContaining({
        Action: ["logs:CreateLogStream", "logs:PutLogEvents"],
      }),
      {
        Effect: "Allow",
        Action: "kms:Decrypt",
        Resource: "${aws_kms_key.Key.arn}",
      },
    ]);
  });
  test("an alias of a key is allowed as the key that has it", () => {
    const stack = testStack();
    const environmentEncryption = "arn:aws:kms:us-east-1:111122223333:alias/mine";
    new Function(stack, "Get", { handler, environmentEncryption });
    expect(inlineStatements(stack)).toContainEqual({
      Effect: "Allow",
      Action: "kms:Decrypt",
      Resource: "arn:aws:kms:us-east-1:111122223333:key/*",
      Condition: {
        "ForAnyValue:StringEquals": { "kms:ResourceAliases": "alias/mine" },
      },
    });
  });
  test("a log group of the caller's stays out of the tree", () => {
    const stack = testStack();
    new CloudwatchLogGroup(stack, "Other");
    new Function(stack, "Get", { handler });
    expect(inlineStatements(stack)[0]?.Resource).toMatch(
      /^\$\{aws_cloudwatch_log_group\.Get_LogGroup_\w+\.arn\}:\*$/,
    );
  });
});

describe("a refused function", () => {
  test.each([
    ["a handler that does not exist", { handler: "functions/none.get" }, "handler-not-found"],
    [
      "invalid permissions",
      { handler: "functions/notes.get", permissions: ["x:Get"] },
      "permission-service-unknown",
    ],
    ["an invalid destination", { handler: "functions/notes.get", onSuccess: "x" }, "prop-invalid"],
  ])("with %s leaves nothing behind", (_, props, code) => {
    const stack = testStack();
    expectNothingLeft(stack, () => new Function(stack, "Get", props as FunctionProps), code);
    expect(new Function(stack, "Get", { handler: "functions/notes.get" }).functionName).toBe(
      "dev-notes-Main-Get",
    );
  });
  test("binds nothing when the second construct cannot be bound", () => {
    const stack = testStack();
    const queue = new Queue(stack, "Jobs");
    const fn = new Function(stack, "Get", { handler: "functions/notes.get" });
    expect(failure(() => fn.bind([queue, 5 as unknown as Queue])).code).toBe("not-bindable");
    expect(JSON.stringify(only(stack, "aws_lambda_function").environment)).not.toContain("Queue");
  });
});
