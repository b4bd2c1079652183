import { SsmParameter } from "@cdktf/provider-aws/lib/ssm-parameter";
import { Bucket, Config, Function, Job, type JobProps, RDS } from "../../../lib";
import { resolveValue } from "../../../lib/kit/core";
import { listedTypes, typesOf } from "../../docs/resources-table";
import {
  addresses,
  declaredAddresses,
  inlineStatements,
  only,
  resources,
  testStack,
} from "../../support/stack";
import { failure } from "../api/support/api";

const handler = "functions/notes.get";
const plain = (address: string) => address.replace(/_[0-9A-F]{8}(?=$|\.)/g, "");
const report = (props: Partial<JobProps> = {}, stack = testStack()) => ({
  stack,
  job: new Job(stack, "Report", { handler, ...props }),
});
const project = (props: Partial<JobProps> = {}) => only(report(props).stack, "aws_codebuild_project");
const variablesOf = (stack: ReturnType<typeof testStack>) => {
  const { environment } = only(stack, "aws_codebuild_project") as {
    environment: { environment_variable: { name: string; value: string }[] };
  };
  return Object.fromEntries(environment.environment_variable.map(({ name, value }) => [name, value]));
};

describe("Job", () => {
  test("creates these resources", () => {
    expect(addresses(report().stack).map(plain)).toMatchInlineSnapshot(`
      [
        "aws_cloudwatch_log_group.Report_Invoker_LogGroup",
        "aws_cloudwatch_log_group.Report_LogGroup",
        "aws_codebuild_project.Report_Project",
        "aws_iam_role.Report_Invoker_Role",
        "aws_iam_role.Report_Role",
        "aws_iam_role_policy.Report_Invoker_Policies_Base",
        "aws_iam_role_policy.Report_Invoker_Policies_Links",
        "aws_iam_role_policy.Report_Policies_Base",
        "aws_lambda_function.Report_Invoker_Function",
        "aws_s3_bucket._jobs_Bucket",
        "aws_s3_bucket_policy._jobs_Policy",
        "aws_s3_bucket_public_access_block._jobs_PublicAccess",
        "aws_s3_object.Report_Code",
        "data.archive_file._code_functions-notes-77912078",
        "data.archive_file._code_job-invoker-b06c142e",
        "data.aws_caller_identity._account",
      ]
    `);
  });

  test("has a README that lists every type of resource", () => {
    const found = typesOf(addresses(report().stack));
    expect(listedTypes("lib/constructs/job/README.md")).toEqual(expect.arrayContaining([...found]));
  });

  test("is a build project in the image of the Node runtime, which stops after 8 hours", () => {
    expect(project()).toMatchObject({
      name: "dev-notes-Report",
      build_timeout: 480,
      artifacts: { type: "NO_ARTIFACTS" },
      environment: {
        type: "LINUX_CONTAINER",
        compute_type: "BUILD_GENERAL1_SMALL",
        image: "public.ecr.aws/lambda/nodejs:24",
      },
      source: {
        type: "S3",
        location: expect.stringMatching(/aws_s3_object\.Report_Code_\w+\.bucket\}\/.*key\}$/),
      },
      logs_config: { cloudwatch_logs: { status: "ENABLED" } },
    });
  });

  test("runs its handler with the payload, and Terraform takes the command literally", () => {
    const { buildspec } = project().source as { buildspec: string };
    const [command] = JSON.parse(buildspec.replaceAll("$${", "${")).phases.build.commands;
    expect(command).toMatch(/^NODE_PATH=\/var\/runtime\/node_modules node -e '[^']*'$/);
    expect(command).toContain("JSON.parse(process.env.SERVERFORM_PAYLOAD");
    expect(buildspec).not.toMatch(/(?<!\$)\$\{/);
    expect(variablesOf(report().stack)).toEqual({
      SERVERFORM_APP: "notes",
      SERVERFORM_STAGE: "dev",
      SERVERFORM_JOB_HANDLER: "functions/notes.get",
    });
  });

  test.each<[JobProps["memorySize"], string]>([
    ["3 GB", "BUILD_GENERAL1_SMALL"],
    ["7 GB", "BUILD_GENERAL1_MEDIUM"],
    ["15 GB", "BUILD_GENERAL1_LARGE"],
    ["145 GB", "BUILD_GENERAL1_2XLARGE"],
  ])("with %s computes on %s", (memorySize, compute_type) => {
    expect(project(memorySize && { memorySize })).toMatchObject({
      environment: { compute_type },
    });
  });

  test.each<[JobProps["timeout"], number]>([
    ["5 minutes", 5],
    ["301 seconds", 6],
    ["8 hours", 480],
  ])("with the timeout %s is stopped after %d minutes", (timeout, minutes) => {
    expect(project(timeout && { timeout }).build_timeout).toBe(minutes);
  });

  test("has its code in one private bucket per stack, which goes with the stack", () => {
    const { stack } = report();
    new Job(stack, "Second", { handler });
    expect(only(stack, "aws_s3_bucket")).toMatchObject({
      bucket_prefix: "dev-notes-main-jobs-",
      force_destroy: true,
    });
    expect(only(stack, "aws_s3_bucket_public_access_block")).toMatchObject({
      block_public_acls: true,
    });
    expect(Object.values(resources(stack, "aws_s3_object")).map(({ key }) => key)).toEqual([
      "Report.zip",
      "Second.zip",
    ]);
    expect(Object.values(resources(stack, "aws_s3_object"))[0]).toMatchObject({
      source: expect.stringMatching(/archive_file/),
      source_hash: expect.stringMatching(/archive_file/),
    });
  });

  test("may write its log and read its code, and is trusted for this account only", () => {
    const { stack } = report();
    const actions = inlineStatements(stack, "Report_Policies").map(({ Action, Resource }) => [
      Action,
      plain(String(Resource)),
    ]);
    expect(actions).toEqual([
      [["logs:CreateLogStream", "logs:PutLogEvents"], "${aws_cloudwatch_log_group.Report_LogGroup.arn}:*"],
      [["s3:GetObject", "s3:GetObjectVersion"], "${aws_s3_object.Report_Code.arn}"],
    ]);
    const role = Object.entries(resources(stack, "aws_iam_role")).find(([name]) =>
      name.startsWith("Report_Role"),
    );
    expect(role?.[1].assume_role_policy).toMatch(
      /codebuild\.amazonaws\.com.*aws:SourceAccount.*"aws:SourceArn":"arn:\S*:codebuild:\*:\S*:project\/\S*Report"/,
    );
  });

  test("is started by a function that may start this project only", () => {
    const { stack } = report();
    const invoker = only(stack, "aws_lambda_function");
    expect(invoker).toMatchObject({
      timeout: 10,
      memory_size: 1024,
      handler: "job-invoker.handler",
    });
    expect(JSON.stringify(invoker.environment)).toMatch(/PROJECT_NAME.*aws_codebuild_project/);
    expect(
      inlineStatements(stack, "Invoker").map(({ Action, Resource }) => [Action, Resource]),
    ).toContainEqual([
      "codebuild:StartBuild",
      expect.stringMatching(/^\$\{aws_codebuild_project\.Report_Project_\w+\.arn\}$/),
    ]);
  });

  test("has the names and permissions of its bound constructs, now and later", () => {
    const stack = testStack();
    const { job } = report({ bind: [new Bucket(stack, "Files")] }, stack);
    job.bind([new Config.Parameter(stack, "Mode", { value: "slow" })]);
    job.addEnvironment("LEVEL", "debug");
    job.attachPermissions(["sqs:SendMessage"]);
    expect(variablesOf(stack)).toMatchObject({
      SERVERFORM_Bucket_bucketName_Files: expect.stringMatching(/aws_s3_bucket/),
      SERVERFORM_Parameter_value_Mode: "slow",
      LEVEL: "debug",
    });
    const actions = inlineStatements(stack, "Report_Policies").flatMap(({ Action }) => Action);
    expect(actions).toEqual(expect.arrayContaining(["s3:PutObject", "sqs:SendMessage"]));
  });

  test("runs in a network of the caller", () => {
    const { stack } = report({
      cdk: { vpc: "vpc-1", vpcSubnets: ["subnet-1"], securityGroups: ["sg-1"] },
    });
    expect(only(stack, "aws_codebuild_project").vpc_config).toEqual({
      vpc_id: "vpc-1",
      subnets: ["subnet-1"],
      security_group_ids: ["sg-1"],
    });
    const permission = inlineStatements(stack, "Report_NetworkPolicy").find(
      ({ Action }) => Action === "ec2:CreateNetworkInterfacePermission",
    );
    expect(JSON.stringify(permission)).toMatch(/subnet\/subnet-1/);
  });

  test("has a security group made in a network without one", () => {
    const { stack, job } = report({ cdk: { vpc: "vpc-1", vpcSubnets: ["subnet-1"] } });
    const [group = ""] = Object.keys(resources(stack, "aws_security_group"));
    expect(only(stack, "aws_security_group")).toMatchObject({
      name_prefix: "dev-notes-Main-Report-",
      description: "Job dev-notes-Main/Report",
      vpc_id: "vpc-1",
      egress: [{ protocol: "-1" }],
    });
    expect(only(stack, "aws_codebuild_project").vpc_config).toMatchObject({
      security_group_ids: [`\${aws_security_group.${group}.id}`],
    });
    expect(job.cdk.securityGroup?.friendlyUniqueId).toBe(group);
    expect(listedTypes("lib/constructs/job/README.md")).toContain("aws_security_group");
  });

  test.each(["X", "_", "_own", "AWS_REGION", "LAMBDA_TASK_ROOT", "a"])("has a variable %s", (name) => {
    const { stack, job } = report({ environment: { [name]: "1" } });
    job.addEnvironment(`${name}2`, "2");
    expect(variablesOf(stack)).toMatchObject({ [name]: "1", [`${name}2`]: "2" });
  });

  test("is created when it may use the network, and does not wait for bound constructs", () => {
    const stack = testStack();
    const database = new RDS(stack, "Notes", { engine: "postgresql16", defaultDatabaseName: "notes" });
    report(
      { cdk: { vpc: "vpc-1", vpcSubnets: ["subnet-1"], securityGroups: ["sg-1"] }, bind: [database] },
      stack,
    );
    expect(only(stack, "aws_codebuild_project").depends_on).toEqual([
      expect.stringContaining("aws_iam_role_policy.Report_NetworkPolicy"),
    ]);
    const [network] = Object.entries(resources(stack, "aws_iam_role_policy")).flatMap(([id, { policy }]) =>
      id.startsWith("Report_NetworkPolicy") ? [String(policy)] : [],
    );
    expect(network).not.toContain("aws_rds_cluster");
  });

  test("can be overridden, and has another id", () => {
    const stack = testStack();
    const job = new Job(stack, "Report", {
      handler,
      cdk: { id: "Monthly", project: { concurrentBuildLimit: 2 } },
    });
    expect(only(stack, "aws_codebuild_project")).toMatchObject({
      name: "dev-notes-Monthly",
      concurrent_build_limit: 2,
    });
    expect([job.id, resolveValue(stack, job.projectArn)]).toEqual([
      "Monthly",
      expect.stringMatching(/\.arn\}$/),
    ]);
  });

  test("named in permissions is bound too, because code cannot start it without its name", () => {
    const { stack, job } = report();
    const fn = new Function(stack, "Fn", { handler });
    fn.attachPermissions([job]);
    expect(fn.cdk.function.environmentInput?.variables).toHaveProperty(
      "SERVERFORM_Job_functionName_Report",
      "dev-notes-Main-Report-Invoker",
    );
  });
});

describe("Job under start", () => {
  const live = <Result>(work: () => Result): Result => {
    process.env.SERVERFORM_LIVE = "true";
    try {
      return work();
    } finally {
      delete process.env.SERVERFORM_LIVE;
    }
  };

  test("runs its handler in a live function, which the invoker does not wait for", () => {
    const { stack, job } = live(() => report({ environment: { MODE: "slow" } }));
    const runner = job.node.findChild("Runner") as Function;
    expect(runner.isLive).toBe(true);
    expect(runner.cdk.function.environmentInput?.variables).toMatchObject({
      SERVERFORM_DEBUG_TYPE: "job",
      MODE: "slow",
    });
    const invoker = job.node.findChild("Invoker") as Function;
    expect(invoker.cdk.function.environmentInput?.variables).toHaveProperty(
      "RUNNER_NAME",
      runner.functionName,
    );
    job.bind([new Bucket(stack, "Files")]);
    expect(Object.keys(runner.cdk.function.environmentInput?.variables ?? {})).toContain(
      "SERVERFORM_Bucket_bucketName_Files",
    );
  });

  test("has the variables that a function can have, and a notice names the others", () => {
    const { stack, job } = live(() => report({ environment: { X: "1", MODE: "slow" } }));
    const notices = jest.spyOn(stack.app, "addNotice");
    job.addEnvironment("_LEVEL", "2");
    const runner = job.node.findChild("Runner") as Function;
    const names = Object.keys(runner.cdk.function.environmentInput?.variables ?? {});
    expect([names.includes("MODE"), names.includes("X"), names.includes("_LEVEL")]).toEqual([
      true,
      false,
      false,
    ]);
    expect(notices.mock.calls).toEqual([[expect.stringContaining("variables named _LEVEL;"), job]]);
  });

  test("is the deployed job with enableLiveDev: false", () => {
    const { job } = live(() => report({ enableLiveDev: false }));
    expect(job.node.tryFindChild("Runner")).toBeUndefined();
  });
});

describe("Job refuses", () => {
  const cases: readonly (readonly [string, object, RegExp])[] = [
    ["prop-required", { handler: undefined }, /handler is missing/],
    ["handler-not-found", { handler: "functions/none.get" }, /functions\/none/],
    ["literal-unknown", { memorySize: "4 GB" }, /memorySize is "4 GB"\.\n.*"145 GB"/],
    ["literal-unknown", { memorySize: 3072 }, /memorySize is 3072/],
    ["job-timeout", { timeout: "4 minutes" }, /timeout is "4 minutes", outside 5 minutes to 8 hours/],
    ["job-timeout", { timeout: "9 hours" }, /timeout is "9 hours"/],
    ["duration-invalid", { timeout: 300 }, /timeout is 300/],
    ["key-unknown", { runtime: "nodejs22.x" }, /has the key "runtime"/],
    [
      "prop-invalid",
      { environment: { "1A": "x" } },
      /environment\["1A"\] is "1A".*not beginning with a digit/s,
    ],
    ["prop-invalid", { environment: { "MY-KEY": "x" } }, /environment\["MY-KEY"\]/],
    ["prop-invalid", { environment: { CODEBUILD_KEY: "x" } }, /environment\["CODEBUILD_KEY"\] .*reserved/s],
    ["prop-invalid", { environment: { SERVERFORM_PAYLOAD: "x" } }, /environment\["SERVERFORM_PAYLOAD"\]/],
    ["prop-required", { cdk: { vpc: "vpc-1" } }, /cdk\.vpcSubnets is missing/],
    ["prop-needs", { cdk: { securityGroups: ["sg-1"] } }, /given without cdk\.vpc/],
    [
      "prop-invalid",
      { cdk: { vpc: "main", vpcSubnets: ["subnet-1"], securityGroups: ["sg-1"] } },
      /cdk\.vpc is "main"\.\n.*an id such as "vpc-/,
    ],
    [
      "prop-invalid",
      { cdk: { vpc: "vpc-1", vpcSubnets: ["vpc-1"], securityGroups: ["sg-1"] } },
      /cdk\.vpcSubnets\[0\] is "vpc-1"/,
    ],
    [
      "quota-exceeded",
      { cdk: { vpc: "vpc-1", vpcSubnets: ["subnet-1"], securityGroups: Array(6).fill("sg-1") } },
      /cdk\.securityGroups has 6/,
    ],
    ["key-rejected", { cdk: { project: { source: {} } } }, /"source"/],
    ["prop-invalid", { enableLiveDev: "no" }, /enableLiveDev is "no"/],
  ];
  test.each(cases)("%s: %j", (code, props, text) => {
    const stack = testStack();
    const refused = failure(() => report(props, stack));
    expect([refused.code, refused.message]).toEqual([code, expect.stringMatching(text)]);
    expect(declaredAddresses(stack)).toEqual([]);
  });

  test("constructs that cannot be bound", () => {
    const stack = testStack();
    const parameter = new SsmParameter(stack, "Parameter", {
      name: "x",
      type: "String",
    });
    expect(failure(() => report({ bind: [parameter] }, stack)).code).toBe("not-bindable");
  });
});
