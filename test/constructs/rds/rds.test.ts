import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DataAwsRdsCluster } from "@cdktf/provider-aws/lib/data-aws-rds-cluster";
import { DataAwsSecretsmanagerSecret } from "@cdktf/provider-aws/lib/data-aws-secretsmanager-secret";
import { RdsCluster } from "@cdktf/provider-aws/lib/rds-cluster";
import { SecretsmanagerSecret } from "@cdktf/provider-aws/lib/secretsmanager-secret";
import { SqsQueue } from "@cdktf/provider-aws/lib/sqs-queue";
import { Vpc } from "@cdktf/provider-aws/lib/vpc";
import { Function, RDS, type RDSProps, Script } from "../../../lib";
import type { RDSClusterOverride } from "../../../lib/constructs/rds";
import { beforeBundling, type RemovalPolicy, Stack } from "../../../lib/kit/app";
import { resolveValue } from "../../../lib/kit/core";
import { listedTypes, typesOf } from "../../docs/resources-table";
import { standardErrorOf } from "../../support/environment";
import {
  addresses,
  type Block,
  declaredAddresses,
  inlineStatements,
  only,
  resources,
  synthesized,
  temporaryFolder,
  testApp,
  testStack,
} from "../../support/stack";
import { failure } from "../api/support/api";

const handler = "functions/notes.get";
const plain = (address: string) => address.replace(/_[0-9A-F]{8}(?=$|\.)/g, "");
const required = {
  engine: "postgresql16",
  defaultDatabaseName: "notes",
} as const;
const database = (props: Partial<RDSProps> = {}, stack = testStack()) => ({
  stack,
  rds: new RDS(stack, "Database", { ...required, ...props } as RDSProps),
});
const cluster = (props: Partial<RDSProps> = {}) => only(database(props).stack, "aws_rds_cluster");

describe("RDS", () => {
  test("creates these resources", () => {
    expect(addresses(database({ migrations: "migrations" }).stack).map(plain)).toMatchInlineSnapshot(`
      [
        "aws_cloudwatch_log_group.Database_MigrationFunction_LogGroup",
        "aws_db_subnet_group.Database_SubnetGroup",
        "aws_iam_role.Database_MigrationFunction_Role",
        "aws_iam_role_policy.Database_MigrationFunction_Policies_Base",
        "aws_lambda_function.Database_MigrationFunction",
        "aws_lambda_invocation.Database_Migration",
        "aws_rds_cluster.Database_Cluster",
        "aws_rds_cluster_instance.Database_Instance",
        "aws_security_group.Database_SecurityGroup",
        "aws_subnet.Database_Subnet1",
        "aws_subnet.Database_Subnet2",
        "aws_vpc.Database_Vpc",
        "data.archive_file._code_rds-migrator-7ae8fc90",
        "data.aws_availability_zones.Database_Zones",
        "terraform_data.Database_FirstDatabaseName",
        "terraform_data.Database_FirstEngine",
        "terraform_data.Database_FirstSettings",
      ]
    `);
  });

  test("has a README that lists every type of resource", () => {
    const found = typesOf(addresses(database({ migrations: "migrations" }).stack));
    expect(listedTypes("lib/constructs/rds/README.md")).toEqual(expect.arrayContaining([...found]));
  });

  test("is an encrypted cluster with the Data API, whose password the service makes", () => {
    expect(cluster()).toMatchObject({
      cluster_identifier: "dev-notes-database",
      engine: "aurora-postgresql",
      engine_mode: "provisioned",
      engine_version: "16",
      database_name: "notes",
      master_username: "postgres",
      manage_master_user_password: true,
      enable_http_endpoint: true,
      storage_encrypted: true,
      copy_tags_to_snapshot: true,
    });
    expect(JSON.stringify(cluster())).not.toMatch(/master_password"/);
  });

  test("has one serverless instance that is not public", () => {
    const { stack } = database();
    expect(only(stack, "aws_rds_cluster_instance")).toEqual({
      identifier: "dev-notes-database-1",
      cluster_identifier: expect.stringMatching(/^\$\{aws_rds_cluster\.Database_Cluster_\w+\.id\}$/),
      engine: expect.stringMatching(/\.engine\}$/),
      engine_version: expect.stringMatching(/\.engine_version\}$/),
      instance_class: "db.serverless",
      publicly_accessible: false,
      lifecycle: { precondition: expect.any(Array) },
    });
  });

  test.each<[RDSProps["engine"], string, string, string]>([
    ["mysql8.0", "aurora-mysql", "8.0", "admin"],
    ["postgresql14", "aurora-postgresql", "14", "postgres"],
    ["postgresql17", "aurora-postgresql", "17", "postgres"],
    ["mysql5.6", "aurora-mysql", "8.0", "admin"],
    ["mysql5.7", "aurora-mysql", "8.0", "admin"],
    ["postgresql10.14", "aurora-postgresql", "16", "postgres"],
    ["postgresql11.13", "aurora-postgresql", "16", "postgres"],
  ])("engine %s is %s %s with the user %s", (engine, name, version, user) => {
    expect(cluster({ engine })).toMatchObject({
      engine: name,
      engine_version: version,
      master_username: user,
    });
  });

  test("says that AWS has withdrawn an engine, and deploys its successor", () => {
    const stack = testStack();
    const notice = jest.spyOn(stack.app, "addNotice");
    database({ engine: "postgresql11.13" }, stack);
    expect(notice).toHaveBeenCalledWith(
      'serverform: AWS has withdrawn the engine postgresql11.13; postgresql16 is deployed. Write engine: "postgresql16"',
      expect.anything(),
    );
  });

  test.each<[RDSProps["scaling"], Block]>([
    [undefined, { min_capacity: 0, seconds_until_auto_pause: 300, max_capacity: 16 }],
    [{ autoPause: 5 }, { min_capacity: 0, seconds_until_auto_pause: 300, max_capacity: 16 }],
    [{ autoPause: 1440 }, { min_capacity: 0, seconds_until_auto_pause: 86_400, max_capacity: 16 }],
    [{ maxCapacity: "ACU_1" }, { min_capacity: 0, seconds_until_auto_pause: 300, max_capacity: 1 }],
    [{ autoPause: false }, { min_capacity: 2, max_capacity: 16 }],
    [
      { autoPause: false, minCapacity: "ACU_1", maxCapacity: "ACU_1" },
      { min_capacity: 1, max_capacity: 1 },
    ],
    [
      { autoPause: false, maxCapacity: "ACU_256" },
      { min_capacity: 2, max_capacity: 256 },
    ],
    [{ minCapacity: "ACU_8" }, { min_capacity: 0, seconds_until_auto_pause: 300, max_capacity: 16 }],
  ])("scaling %j is %j", (scaling, written) => {
    expect(cluster(scaling && { scaling }).serverlessv2_scaling_configuration).toEqual(written);
  });

  test.each([
    ["My_Notes__DB", "dev-notes-my-notes-db"],
    ["DB_", "dev-notes-db"],
    ["a".repeat(53), `dev-notes-${"a".repeat(53)}`],
    ["a".repeat(54), `dev-notes-${"a".repeat(44)}-`],
    [`${"a".repeat(43)}-${"b".repeat(20)}`, `dev-notes-${"a".repeat(43)}-`],
  ])("with the id %s its name begins with %s", (id, name) => {
    const stack = testStack();
    new RDS(stack, id, required);
    const identifier = String(only(stack, "aws_rds_cluster").cluster_identifier);
    expect(identifier).toMatch(new RegExp(`^${name}([0-9a-f]{8})?$`));
    expect(identifier.length).toBeLessThanOrEqual(63);
    const instance = String(only(stack, "aws_rds_cluster_instance").identifier);
    expect([instance.length <= 63, instance.endsWith("-1"), instance.includes("--")]).toEqual([
      true,
      true,
      false,
    ]);
  });

  test("has a network without a way in or out", () => {
    const { stack } = database();
    expect(only(stack, "aws_vpc").cidr_block).toBe("10.0.0.0/16");
    expect(Object.values(resources(stack, "aws_subnet")).map((each) => each.cidr_block)).toEqual([
      "10.0.0.0/24",
      "10.0.1.0/24",
    ]);
    expect(only(stack, "aws_security_group")).not.toHaveProperty("ingress");
    expect(only(stack, "aws_security_group")).not.toHaveProperty("egress");
    expect(addresses(stack).join()).not.toMatch(/gateway|route/);
  });

  test("takes a network of the caller, with its security groups or one of its own", () => {
    const stack = testStack();
    const vpc = new Vpc(stack, "Vpc", { cidrBlock: "10.1.0.0/16" });
    const vpcSubnets = ["subnet-1", "subnet-2"];
    new RDS(stack, "First", {
      ...required,
      cdk: { cluster: { vpc, vpcSubnets } },
    });
    new RDS(stack, "Second", {
      ...required,
      cdk: { cluster: { vpc, vpcSubnets, securityGroups: ["sg-1"] } },
    });
    expect(Object.keys(resources(stack, "aws_vpc")).map(plain)).toEqual(["Vpc"]);
    expect(only(stack, "aws_security_group").vpc_id).toMatch(/aws_vpc\.Vpc/);
    const groups = Object.values(resources(stack, "aws_rds_cluster")).map(
      (each) => each.vpc_security_group_ids,
    );
    expect(groups).toEqual([[expect.stringMatching(/First_SecurityGroup/)], ["sg-1"]]);
    const subnets = Object.values(resources(stack, "aws_db_subnet_group")).map((each) => each.subnet_ids);
    expect(subnets).toEqual([vpcSubnets, vpcSubnets]);
  });

  test("has a group whose name does not look like an id", () => {
    const stack = testStack({ stage: "sg" });
    const cluster = { vpc: new Vpc(stack, "Vpc"), vpcSubnets: ["subnet-1", "subnet-2"] };
    new RDS(stack, "Database", { ...required, cdk: { cluster } });
    expect(only(stack, "aws_security_group").name_prefix).toMatch(/^_sg-/);
  });

  test("makes no network with a subnet group of the caller", () => {
    const { stack } = database({
      cdk: { cluster: { dbSubnetGroupName: "mine" } },
    });
    expect(addresses(stack).join()).not.toMatch(/aws_vpc|aws_subnet|aws_security_group|aws_db_subnet_group/);
  });

  test.each<[object, Block]>([
    [{ engineVersion: "16.4" }, { engine_version: "16.4" }],
    [{ backupRetentionPeriod: 7 }, { backup_retention_period: 7 }],
    [{ clusterIdentifier: "mine" }, { cluster_identifier: "mine" }],
  ])("cdk.cluster %j makes %j", (given, written) => {
    expect(cluster({ cdk: { cluster: given } })).toMatchObject(written);
  });

  const ofThisCluster = "dev-notes-database-final-${substr(uuid(), 0, 8)}";

  test.each<[RemovalPolicy | undefined, Block]>([
    [
      undefined,
      {
        skip_final_snapshot: false,
        final_snapshot_identifier: ofThisCluster,
      },
    ],
    [
      "snapshot",
      {
        skip_final_snapshot: false,
        final_snapshot_identifier: ofThisCluster,
      },
    ],
    [
      "destroy",
      { skip_final_snapshot: true, deletion_protection: false, final_snapshot_identifier: ofThisCluster },
    ],
    [
      "retain",
      {
        deletion_protection: true,
        lifecycle: expect.objectContaining({ prevent_destroy: true }),
      },
    ],
  ])("with the removal policy %s it has %j", (policy, written) => {
    const stack = testStack();
    if (policy !== undefined) stack.app.setDefaultRemovalPolicy(policy);
    database({}, stack);
    expect(only(stack, "aws_rds_cluster")).toMatchObject(written);
    // For the plan that creates the cluster, for any reason.
    expect(only(stack, "aws_rds_cluster").lifecycle).toHaveProperty("ignore_changes", [
      "final_snapshot_identifier",
    ]);
  });

  type Guards = readonly { readonly condition: string; readonly error_message: string }[];

  /** The guards that stop a plan, and the values that Terraform remembers after the cluster exists. */
  const guards = (props: Partial<RDSProps>) => {
    const { stack } = database(props);
    const { lifecycle } = only(stack, "aws_rds_cluster_instance");
    const records = Object.entries(resources(stack, "terraform_data"));
    const [, record] = records.find(([name]) => name.includes("FirstSettings")) ?? [];
    return { preconditions: (lifecycle as { precondition: Guards }).precondition, record, records };
  };

  test.each(["engine", "defaultDatabaseName"])("a change of %s fails while planning", (prop) => {
    const { preconditions } = guards({ engine: "postgresql11.13" });
    const guard = preconditions.find(({ error_message }) => error_message.includes(`: ${prop} was`));
    // A withdrawn literal counts as its successor.
    const value = prop === "engine" ? "postgresql16" : "notes";
    expect(guard?.condition).toMatch(new RegExp(`^\\$\\{terraform_data\\.\\w+\\.output == "${value}"\\}$`));
    expect(guard?.error_message).toContain("Create another RDS under another id");
  });

  test("immutable values are remembered once the cluster exists, so that a failed creation can be corrected", () => {
    const { records } = guards({});
    expect(records).toHaveLength(3);
    for (const [, { depends_on }] of records)
      expect(depends_on).toEqual([expect.stringMatching(/^aws_rds_cluster\.Database_Cluster_/)]);
  });

  const key = "arn:aws:kms:us-east-1:123456789012:key/1a2b3c4d-5e6f-7a8b-9c0d-1e2f3a4b5c6d";
  const point = { sourceClusterIdentifier: "old", useLatestRestorableTime: true };
  const s3Import = {
    bucketName: "backups",
    ingestionRole: "arn:aws:iam::123456789012:role/import",
    sourceEngine: "mysql",
    sourceEngineVersion: "8.0",
  };

  // Each attribute of aws_rds_cluster with `ForceNew` that can be given.
  // Source: https://github.com/hashicorp/terraform-provider-aws/blob/main/internal/service/rds/cluster.go
  test.each<[string, RDSClusterOverride, string, string]>([
    [
      "availabilityZones",
      { availabilityZones: ["eu-west-1b", "eu-west-1a"] },
      "availability_zones",
      '["eu-west-1a","eu-west-1b"]',
    ],
    ["clusterIdentifierPrefix", { clusterIdentifierPrefix: "mine" }, "cluster_identifier_prefix", "mine"],
    [
      "clusterScalabilityType",
      { clusterScalabilityType: "standard" },
      "cluster_scalability_type",
      "standard",
    ],
    ["dbSubnetGroupName", { dbSubnetGroupName: "mine" }, "db_subnet_group_name", "mine"],
    ["kmsKeyId", { kmsKeyId: key }, "kms_key_id", key],
    [
      "restoreToPointInTime",
      { restoreToPointInTime: point },
      "restore_to_point_in_time",
      JSON.stringify(point),
    ],
    ["s3Import", { s3Import }, "s3_import", JSON.stringify(s3Import)],
    ["snapshotIdentifier", { snapshotIdentifier: "old" }, "snapshot_identifier", "old"],
    ["sourceRegion", { sourceRegion: "eu-west-1" }, "source_region", "eu-west-1"],
    ["clusterIdentifier", { clusterIdentifier: "mine" }, "cluster_identifier", "mine"],
    ["storageEncrypted", { storageEncrypted: false }, "storage_encrypted", "false"],
    ["vpc", { vpc: "vpc-1", vpcSubnets: ["subnet-1", "subnet-2"] }, "vpc", "vpc-1"],
  ])("a change of cdk.cluster.%s fails while planning", (name, override, remembered, value) => {
    const { preconditions, record } = guards({ cdk: { cluster: override } });
    expect(record?.input).toMatchObject({ [remembered]: value });
    expect(guards({}).record?.input).not.toMatchObject({ [remembered]: value });
    const guard = preconditions.find(({ error_message }) =>
      error_message.includes(`cdk.cluster.${name} was `),
    );
    expect(guard?.condition).toContain(
      `.output, "${remembered}", ${JSON.stringify(value)}) == ${JSON.stringify(value)}`,
    );
    expect(guard?.error_message).toMatch(
      /Create another RDS under another id .*restore a snapshot of this one/,
    );
  });

  test("keys that AWS chooses are not guarded while they are left out", () => {
    const names = guards({}).preconditions.map(
      ({ error_message }) => /: ([\w.]+) was /.exec(error_message)?.[1],
    );
    expect(names.sort()).toEqual([
      "cdk.cluster.clusterIdentifier",
      "cdk.cluster.dbSubnetGroupName",
      "cdk.cluster.restoreToPointInTime",
      "cdk.cluster.s3Import",
      "cdk.cluster.sourceRegion",
      "cdk.cluster.storageEncrypted",
      "cdk.cluster.vpc",
      "defaultDatabaseName",
      "engine",
    ]);
  });

  test("has its attributes as references", () => {
    const { stack, rds } = database();
    const { clusterArn, clusterIdentifier, clusterEndpoint, secretArn, defaultDatabaseName } = rds;
    const written = JSON.stringify(
      resolveValue(stack, {
        clusterArn,
        clusterIdentifier,
        clusterEndpoint,
        secretArn,
        defaultDatabaseName,
      }),
    );
    expect(written.replace(/aws_rds_cluster\.\w+/g, "c")).toBe(
      '{"clusterArn":"${c.arn}","clusterIdentifier":"${c.cluster_identifier}",' +
        '"clusterEndpoint":{"hostname":"${c.endpoint}","port":"${c.port}"},' +
        '"secretArn":"${c.master_user_secret[0].secret_arn}","defaultDatabaseName":"notes"}',
    );
  });

  test.each([
    ["../../../x.ts", true],
    ["/tmp/x.ts", true],
    ["a/../../x.ts", true],
    ["a/../x.ts", false],
    ["..types/x.ts", false],
  ])("says that types in %s are outside of the app: %p", (types, isOutside) => {
    const text = standardErrorOf(() => {
      const { stack } = database({ types });
      stack.app.synth();
    });
    expect(text.includes("is outside of the app's folder")).toBe(isOutside);
  });

  test("has metadata for tools", () => {
    const { rds } = database({
      migrations: "migrations",
      types: { path: "db.d.ts", camelCase: true },
    });
    const { type, data } = rds.getConstructMetadata();
    expect({ type, ...data }).toMatchObject({
      type: "RDS",
      engine: "postgresql16",
      types: { path: "db.d.ts", camelCase: true },
      defaultDatabaseName: "notes",
      migrator: {
        node: rds.migratorFunction?.node.addr,
        stack: "dev-notes-Main",
      },
    });
    expect(database({ types: "db.ts" }).rds.getConstructMetadata().data.types).toEqual({
      path: "db.ts",
      camelCase: false,
    });
  });

  test("with a customer key for the secret, bound functions may decrypt with it", () => {
    const { stack, rds } = database({
      cdk: {
        cluster: { masterUserSecretKmsKeyId: "arn:aws:kms:us-east-1:111122223333:key/k" },
      },
    });
    new Function(stack, "Fn", { handler, bind: [rds] });
    const found = inlineStatements(stack, "Fn_Policies").flatMap(({ Action }) => Action);
    expect(found).toContain("kms:Decrypt");
  });
});

describe("migrations of RDS", () => {
  const migrator = (stack: Stack) => only(stack, "aws_lambda_function");

  test("run in a function that may use the database and nothing else", () => {
    const { stack, rds } = database({ migrations: "migrations" });
    expect(migrator(stack)).toMatchObject({
      timeout: 900,
      memory_size: 1024,
      handler: "rds-migrator.handler",
      environment: {
        variables: {
          RDS_ARN: expect.stringMatching(/^\$\{aws_rds_cluster/),
          RDS_SECRET: expect.stringMatching(/secret_arn\}$/),
          RDS_DATABASE: "notes",
          RDS_ENGINE_MODE: "postgres",
          RDS_MIGRATIONS_PATH: "migrations",
        },
      },
    });
    expect(rds.migratorFunction?.isLive).toBe(false);
    const services = inlineStatements(stack).flatMap(({ Action }) =>
      [Action].flat().map((each) => each.split(":")[0]),
    );
    expect([...new Set(services)].sort()).toEqual(["logs", "rds-data", "secretsmanager", "xray"]);
  });

  test("of MySQL run in its mode", () => {
    const { stack } = database({
      migrations: "migrations",
      engine: "mysql8.0",
    });
    expect(migrator(stack)).toMatchObject({
      environment: { variables: { RDS_ENGINE_MODE: "mysql" } },
    });
  });

  test("run when the instance exists, and again when a file changes or the cluster is replaced", () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, "1.mjs"), "export async function up() {}\n");
    const invocation = () => only(database({ migrations: folder }).stack, "aws_lambda_invocation");
    const first = invocation();
    expect(first).toMatchObject({
      lifecycle_scope: "CREATE_ONLY",
      input: '{"type":"latest"}',
    });
    expect((first.depends_on as string[]).map(plain)).toEqual([
      "aws_rds_cluster_instance.Database_Instance",
      "aws_iam_role_policy.Database_MigrationFunction_Policies_Base",
    ]);
    expect(invocation().triggers).toEqual(first.triggers);
    expect(plain(String((first.triggers as Block).cluster))).toBe(
      "${aws_rds_cluster.Database_Cluster.cluster_resource_id}",
    );
    mkdirSync(join(folder, "parts"));
    writeFileSync(join(folder, "parts", "names.js"), "");
    expect(invocation().triggers).not.toEqual(first.triggers);
  });

  test("come before scripts that are bound to the database", () => {
    const { stack, rds } = database({ migrations: "migrations" });
    new Script(stack, "Seed", { onCreate: { handler, bind: [rds] } });
    const [, script] =
      Object.entries(resources(stack, "aws_lambda_invocation")).find(([name]) => name.startsWith("Seed")) ??
      [];
    expect(((script?.depends_on ?? []) as string[]).map(plain)).toEqual(
      expect.arrayContaining([
        "aws_lambda_invocation.Database_Migration",
        "aws_rds_cluster_instance.Database_Instance",
      ]),
    );
  });

  test("do not run by themselves under start", () => {
    process.env.SERVERFORM_LIVE = "true";
    try {
      const { stack, rds } = database({ migrations: "migrations", types: "db.d.ts" });
      expect(declaredAddresses(stack).join()).not.toContain("aws_lambda_invocation");
      expect(rds.migratorFunction).toBeDefined();
      // The values that start needs to write the types and to keep the cluster awake.
      const [name, output] = Object.entries(synthesized(stack).output ?? {})[0] ?? [];
      expect(name).toBe(`live-database-${rds.node.addr}`);
      expect(output).toEqual({
        value: expect.objectContaining({
          id: "Database",
          clusterArn: expect.stringMatching(/^\$\{aws_rds_cluster/),
          secretArn: expect.stringMatching(/secret_arn\}$/),
          migrator: "dev-notes-Main-Database-MigrationFunction",
          types: { path: "db.d.ts", camelCase: false },
        }),
      });
    } finally {
      delete process.env.SERVERFORM_LIVE;
    }
  });

  test.each<[string, Readonly<Record<string, string>>, RegExp]>([
    [
      "rds-migration-syntax",
      { "1.mjs": "export async function up(db) {\n  await db..x();\n}\n" },
      /1\.mjs:2:11: /,
    ],
    [
      "rds-migration-without-up",
      { "1.mjs": "export const down = () => {};" },
      /contains 1\.mjs, which exports no function "up"/,
    ],
    ["rds-migration-without-up", { "1.js": "const up = 1;" }, /contains 1\.js/],
    ["rds-migration-without-up", { "1.cjs": "exports.down = () => {};" }, /1\.cjs/],
  ])("with a mistake are refused at synthesis: %s %j", (code, files, text) => {
    const folder = temporaryFolder();
    for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
    const { rds } = database({ migrations: folder });
    const refused = failure(() => rds[beforeBundling]());
    expect([refused.code, refused.message]).toEqual([code, expect.stringMatching(text)]);
  });

  test.each([
    "exports.up = async (db) => {};",
    "module.exports = { up, down };\nfunction up() {}\nfunction down() {}",
  ])("may be CommonJS: %s", (content) => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, "1.cjs"), content);
    const { rds } = database({ migrations: folder });
    expect(() => rds[beforeBundling]()).not.toThrow();
  });

  test.each<[string, readonly string[], RegExp]>([
    [
      "rds-migration-duplicate",
      ["1.js", "1.mjs", "2.js"],
      /several migrations of the name "1": 1\.js, 1\.mjs/,
    ],
    ["rds-migration-typescript", ["1.ts"], /contains 1\.ts, but migrations are not compiled/],
  ])("%s: %j", (code, files, text) => {
    const folder = temporaryFolder();
    for (const name of files) writeFileSync(join(folder, name), "");
    const refused = failure(() => database({ migrations: folder }));
    expect([refused.code, refused.message]).toEqual([code, expect.stringMatching(text)]);
  });

  test("ignore other files and folders", () => {
    const folder = temporaryFolder();
    for (const name of ["1.js", "README.md", "types.d.ts"])
      writeFileSync(join(folder, name), "exports.up = 1;");
    const { rds } = database({ migrations: folder });
    expect(() => rds[beforeBundling]()).not.toThrow();
  });

  test("need their packages, which the error names", () => {
    const appPath = temporaryFolder();
    writeFileSync(join(appPath, "cdktf.json"), "{}");
    mkdirSync(join(appPath, "migrations"));
    mkdirSync(join(appPath, "node_modules/kysely"), { recursive: true });
    writeFileSync(join(appPath, "node_modules/kysely/package.json"), "{}");
    const app = testApp();
    Object.defineProperty(app, "appPath", { value: appPath });
    const refused = failure(() => database({ migrations: "migrations" }, new Stack(app, "Main")));
    expect(refused.message).toMatch(
      /migrations needs the packages kysely-data-api, .*\n.*npm install --save-dev kysely-data-api/,
    );
    expect(refused).toMatchObject({ code: "rds-packages-missing" });
  });
});

describe("an existing cluster", () => {
  const existing = (stack: Stack) => ({
    cluster: new DataAwsRdsCluster(stack, "Old", { clusterIdentifier: "old" }),
    secret: new DataAwsSecretsmanagerSecret(stack, "OldSecret", {
      name: "old",
    }),
  });

  test("is used with its secret, and nothing is created", () => {
    const stack = testStack();
    const { rds } = database({ cdk: existing(stack) }, stack);
    expect(resolveValue(stack, [rds.clusterArn, rds.secretArn])).toEqual([
      "${data.aws_rds_cluster.Old.arn}",
      "${data.aws_secretsmanager_secret.OldSecret.arn}",
    ]);
    expect(addresses(stack).filter((each) => !each.startsWith("data."))).toEqual([]);
  });

  test("can be migrated", () => {
    const stack = testStack();
    database({ cdk: existing(stack), migrations: "migrations" }, stack);
    expect((only(stack, "aws_lambda_invocation").depends_on as string[]).map(plain)).toEqual([
      "aws_iam_role_policy.Database_MigrationFunction_Policies_Base",
    ]);
  });

  test("gives its secret's key to bound functions", () => {
    const stack = testStack();
    const secret = new SecretsmanagerSecret(stack, "Own", {
      kmsKeyId: "arn:aws:kms:us-east-1:111122223333:key/k",
    });
    const { rds } = database({ cdk: { ...existing(stack), secret } }, stack);
    new Function(stack, "Fn", { handler, bind: [rds] });
    expect(inlineStatements(stack, "Fn_").flatMap(({ Action }) => Action)).toContain("kms:Decrypt");
  });
});

describe("RDS refuses", () => {
  const cases: readonly (readonly [string, object, RegExp])[] = [
    ["prop-required", { engine: undefined }, /engine is missing\.\n.*postgresql17/],
    ["literal-unknown", { engine: "postgres16" }, /engine is "postgres16"\.\n.*Did you mean "postgresql16"/],
    ["prop-required", { defaultDatabaseName: undefined }, /defaultDatabaseName is missing/],
    ["prop-invalid", { defaultDatabaseName: "my-db" }, /defaultDatabaseName is "my-db"/],
    ["prop-invalid", { defaultDatabaseName: "" }, /defaultDatabaseName is ""/],
    ["prop-invalid", { defaultDatabaseName: "x".repeat(64) }, /up to 63 letters/],
    ["prop-invalid", { defaultDatabaseName: "db" }, /another name: PostgreSQL or RDS reserves this one/],
    ["prop-invalid", { defaultDatabaseName: "Table" }, /reserves this one/],
    ["prop-invalid", { defaultDatabaseName: "rdsadmin" }, /reserves this one/],
    ["prop-invalid", { engine: "mysql8.0", defaultDatabaseName: "groups" }, /another name: MySQL or RDS/],
    ["key-unknown", { database: "x" }, /has the key "database"/],
    ["rds-capacity", { scaling: { maxCapacity: "ACU_384" } }, /ACU_384.*\n.*AWS allows 256 units at most/],
    ["rds-capacity", { scaling: { minCapacity: 2 } }, /scaling\.minCapacity is 2/],
    [
      "rds-capacity-order",
      {
        scaling: {
          autoPause: false,
          minCapacity: "ACU_8",
          maxCapacity: "ACU_4",
        },
      },
      /above/,
    ],
    ["rds-capacity-order", { scaling: { autoPause: false, maxCapacity: "ACU_1" } }, /minCapacity is "ACU_2"/],
    ["out-of-range", { scaling: { autoPause: 4 } }, /autoPause is 4, outside 5 to 1440 minutes/],
    ["out-of-range", { scaling: { autoPause: 1441 } }, /autoPause is 1441/],
    ["prop-invalid", { scaling: { autoPause: "5 minutes" } }, /autoPause is "5 minutes"/],
    ["key-unknown", { scaling: { min: 1 } }, /scaling has the key "min"/],
    ["rds-migrations-missing", { migrations: "nowhere" }, /there is no folder \/.*\/fixtures\/app\/nowhere/],
    ["prop-invalid", { migrations: ["a"] }, /migrations is \["a"\]/],
    ["prop-invalid", { types: "db.json" }, /types\.path is "db\.json"/],
    ["prop-invalid", { types: { path: "db.ts", camelCase: "yes" } }, /types\.camelCase is "yes"/],
    [
      "prop-needs",
      { cdk: { cluster: { vpc: "vpc-1" } } },
      /cdk\.cluster\.vpc is given without cdk\.cluster\.vpcSubnets/,
    ],
    ["prop-needs", { cdk: { cluster: { vpcSubnets: ["a", "b"] } } }, /given without cdk\.cluster\.vpc/],
    ["prop-needs", { cdk: { cluster: { securityGroups: ["sg-1"] } } }, /given without cdk\.cluster\.vpc/],
    ["prop-invalid", { cdk: { cluster: { vpc: "vpc-1", vpcSubnets: ["a"] } } }, /at least two subnets/],
    ["rds-engine-version", { cdk: { cluster: { engineVersion: "15.4" } } }, /"15\.4", .*"postgresql16"/],
    ["rds-engine-version", { cdk: { cluster: { engineVersion: "160" } } }, /begins with 16/],
    ...[
      "engine",
      "engineMode",
      "databaseName",
      "defaultDatabaseName",
      "scaling",
      "scalingConfiguration",
      "serverlessv2ScalingConfiguration",
      "masterPassword",
      "masterUsername",
      "credentials",
      "manageMasterUserPassword",
    ].map((key) => ["key-rejected", { cdk: { cluster: { [key]: "x" } } }, new RegExp(`"${key}"`)] as const),
    ["key-rejected", { cdk: { cluster: { enableHttpEndpoint: false } } }, /"enableHttpEndpoint"/],
    ["key-rejected", { cdk: { cluster: { enableDataApi: false } } }, /"enableDataApi"/],
    ["key-unknown", { cdk: { cluster: { backups: 1 } } }, /"backups"/],
    ["prop-invalid", { cdk: { cluster: "dev-notes" } }, /cdk\.cluster is "dev-notes"/],
  ];
  test.each(cases)("%s: %j", (code, props, text) => {
    const stack = testStack();
    const refused = failure(() => database(props, stack));
    expect([refused.code, refused.message]).toEqual([code, expect.stringMatching(text)]);
    expect(declaredAddresses(stack)).toEqual([]);
  });

  test("an existing cluster without its secret, and a secret of a created one", () => {
    const stack = testStack();
    const old = new RdsCluster(stack, "Old", { engine: "aurora-mysql" });
    expect(failure(() => database({ cdk: { cluster: old } }, stack)).prop).toBe("cdk.secret");
    const secret = new SecretsmanagerSecret(stack, "Secret", {});
    const refused = failure(() => new RDS(stack, "Second", { ...required, cdk: { secret } }));
    expect(refused.message).toContain('cdk has the key "secret"');
  });

  test("enabled Data APIs never: that is the default", () => {
    const { stack } = database({
      cdk: { cluster: { enableHttpEndpoint: true, enableDataApi: true } as object },
    });
    expect(only(stack, "aws_rds_cluster").enable_http_endpoint).toBe(true);
  });

  test("an existing cluster of another type, and with scaling", () => {
    const stack = testStack();
    const queue = new SqsQueue(stack, "Queue", {});
    const wrong = failure(() => database({ cdk: { cluster: queue as never } }, stack));
    expect(wrong.code).toBe("import-wrong-type");
    const old = new RdsCluster(stack, "Old", { engine: "aurora-mysql" });
    const scaled = failure(
      () =>
        new RDS(stack, "Two", {
          ...required,
          scaling: {},
          cdk: { cluster: old },
        }),
    );
    expect(scaled.code).toBe("props-exclude");
  });

  test("two databases whose clusters would have one name", () => {
    const stack = testStack();
    new RDS(stack, "DB", required);
    expect(() => new RDS(stack, "db", required)).toThrow(
      'gives the cluster the name "dev-notes-db", which the cluster of dev-notes-Main/DB has.',
    );
  });
});
