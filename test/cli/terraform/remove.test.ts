import { readdirSync } from "node:fs";
import { join } from "node:path";
import { importLines, resourcesToKeep, type StateResource } from "../../../lib/cli/terraform/remove";
import { importIdOf, resourceTypes } from "../../../lib/facts/aws/resource-types";

describe("resourcesToKeep", () => {
  const resource = (address: string, values = {}, dependsOn: string[] = []): StateResource => ({
    address,
    type: address.split(".")[0] ?? "",
    values,
    dependsOn,
  });

  test.each([
    ["aws_s3_bucket.a"],
    ["aws_dynamodb_table.a"],
    ["aws_kinesis_stream.a"],
    ["aws_cognito_user_pool.a"],
    ["aws_rds_cluster.a"],
  ])("keeps %s", (address) => {
    expect(resourcesToKeep([resource(address), resource("aws_iam_role.a")])).toEqual([resource(address)]);
  });

  test("does not keep a bucket with force_destroy", () => {
    expect(resourcesToKeep([resource("aws_s3_bucket.site", { force_destroy: true })])).toEqual([]);
  });

  test("keeps the key that encrypts the data", () => {
    const key = resource("aws_kms_key.used[0]");
    const resources = [
      key,
      resource("aws_kms_key.other"),
      resource("aws_lambda_function.f"),
      resource("aws_dynamodb_table.t", {}, ["aws_kms_key.used", "aws_lambda_function.f"]),
    ];
    expect(resourcesToKeep(resources)).toEqual([key, resources[3]]);
  });

  test("keeps the network that a cluster uses", () => {
    const network = [
      resource("aws_db_subnet_group.n"),
      resource("aws_security_group.n"),
      resource("aws_vpc.n"),
    ];
    const cluster = resource(
      "aws_rds_cluster.c",
      {},
      network.map(({ address }) => address),
    );
    expect(resourcesToKeep([...network, cluster])).toEqual([...network, cluster]);
  });

  const bucket = resource("aws_s3_bucket.b", {
    id: "files-1",
    bucket: "files-1",
    arn: "arn:aws:s3:::files-1",
  });
  const pool = resource("aws_cognito_user_pool.p", { id: "eu_1", arn: "arn:pool/eu_1" });
  const table = resource("aws_dynamodb_table.t", { id: "notes", name: "notes", arn: "arn:table/notes" });
  const key = resource("aws_kms_key.k", { id: "k-1", key_id: "k-1", arn: "arn:key/k-1" });

  test.each<[StateResource, string, Record<string, unknown>]>([
    [bucket, "aws_s3_bucket_public_access_block", { id: "files-1", bucket: "files-1" }],
    [bucket, "aws_s3_bucket_policy", { id: "files-1", bucket: "files-1", policy: "{}" }],
    [bucket, "aws_s3_bucket_versioning", { id: "files-1", bucket: "files-1" }],
    [pool, "aws_cognito_user_group", { id: "eu_1/admins", user_pool_id: "eu_1", name: "admins" }],
    [pool, "aws_cognito_user_pool_client", { id: "c1", user_pool_id: "eu_1" }],
    [pool, "aws_cognito_user_pool_domain", { id: "notes", user_pool_id: "eu_1" }],
    [pool, "aws_cognito_identity_provider", { id: "eu_1:Google", user_pool_id: "eu_1" }],
    [
      pool,
      "aws_cognito_identity_pool",
      { cognito_identity_providers: "cognito-idp.eu-west-1.amazonaws.com/eu_1" },
    ],
    [table, "aws_appautoscaling_target", { id: "table/notes", resource_id: "table/notes" }],
    [table, "aws_dynamodb_resource_policy", { resource_arn: "arn:table/notes" }],
  ])("keeps the resources that belong to %j: %s", (owner, type, values) => {
    const own = resource(`${type}.own`, values, [owner.address]);
    // It depends on the owner through another resource.
    const others = Object.fromEntries(Object.keys(values).map((name) => [name, "another"]));
    const other = resource(`${type}.other`, others, [owner.address]);
    expect(resourcesToKeep([owner, own, other, resource("aws_iam_role.r", values, [owner.address])])).toEqual(
      [owner, own],
    );
  });

  test("keeps no resource that a removal deletes with its owner", () => {
    const site = resource("aws_s3_bucket.b", { ...bucket.values, force_destroy: true });
    const block = resource("aws_s3_bucket_public_access_block.b", { bucket: "files-1" }, [site.address]);
    expect(resourcesToKeep([site, block])).toEqual([]);
  });

  test("keeps the alias and the policy of a key that is kept, and no other key", () => {
    const encrypted = resource("aws_dynamodb_table.e", { name: "e" }, [key.address]);
    const alias = resource("aws_kms_alias.a", { target_key_id: "k-1" }, [key.address]);
    const unused = resource("aws_kms_key.unused", { key_id: "k-2" });
    expect(resourcesToKeep([key, alias, unused, encrypted])).toEqual([key, alias, encrypted]);
  });

  test("keeps the certificate and the records of a domain of a pool", () => {
    const certificate = resource("aws_acm_certificate.c", {
      arn: "arn:cert",
      domain_validation_options: [{ resource_record_value: "x.acm-validations.aws." }],
    });
    const validation = resource("aws_route53_record.v", { records: ["x.acm-validations.aws."] }, [
      certificate.address,
    ]);
    const domain = resource(
      "aws_cognito_user_pool_domain.d",
      { id: "auth.example.com", user_pool_id: "eu_1", cloudfront_distribution: "d1.cloudfront.net" },
      [pool.address, certificate.address],
    );
    const alias = resource("aws_route53_record.a", { alias: [{ name: "d1.cloudfront.net" }] }, [
      domain.address,
      certificate.address,
    ]);
    const ofApi = resource("aws_route53_record.api", { alias: [{ name: "d-9.execute-api" }] }, [
      certificate.address,
    ]);
    const all = [certificate, validation, domain, pool, alias, ofApi];
    expect(resourcesToKeep(all)).toEqual([certificate, validation, domain, pool, alias]);
  });
});

describe("the import of kept resources", () => {
  // Source: section "Import" of each type, https://registry.terraform.io/providers/hashicorp/aws/latest/docs
  test.each<[string, Record<string, unknown>, string | undefined]>([
    ["aws_s3_bucket", { id: "files-1" }, "files-1"],
    ["aws_s3_bucket_acl", { id: "files-1,private" }, "files-1,private"],
    ["aws_dynamodb_table", { id: "notes" }, "notes"],
    ["aws_kinesis_stream", { id: "arn:aws:kinesis:x:1:stream/log", name: "log" }, "log"],
    ["aws_kinesis_stream_consumer", { id: "arn:consumer" }, "arn:consumer"],
    ["aws_cognito_user_pool", { id: "eu_1" }, "eu_1"],
    ["aws_cognito_user_pool_client", { id: "c1", user_pool_id: "eu_1" }, "eu_1/c1"],
    ["aws_cognito_user_group", { id: "eu_1/admins", user_pool_id: "eu_1", name: "admins" }, "eu_1/admins"],
    [
      "aws_appautoscaling_target",
      {
        id: "table/notes",
        service_namespace: "dynamodb",
        resource_id: "table/notes",
        scalable_dimension: "dynamodb:table:ReadCapacityUnits",
      },
      "dynamodb/table/notes/dynamodb:table:ReadCapacityUnits",
    ],
    [
      "aws_cognito_managed_login_branding",
      { user_pool_id: "eu_1", managed_login_branding_id: "b" },
      "eu_1,b",
    ],
    ["aws_rds_cluster", { id: "notes" }, "notes"],
    ["aws_kms_key", { id: "k-1" }, "k-1"],
    ["aws_acm_certificate_validation", { id: "2030-01-01" }, undefined],
  ])("of %s %j is %j", (type, values, id) => expect(importIdOf(type, values)).toBe(id));

  test("is a statement to copy into the stack", () => {
    const of = (address: string, values: object): StateResource => ({
      address,
      type: address.split(".")[0] ?? "",
      values: { ...values },
      dependsOn: [],
    });
    const resources = [
      of("aws_s3_bucket.Files", { id: "files-1" }),
      of("aws_acm_certificate_validation.Cert", { id: "x" }),
      of('aws_kms_key.used["a"]', { id: "k-1" }),
    ];
    expect(importLines(resources)).toEqual([
      'stack.addOverride("import", [',
      '  { to: "aws_s3_bucket.Files", id: "files-1" },',
      '  { to: "aws_kms_key.used[\\"a\\"]", id: "k-1" },',
      "]);",
    ]);
  });
});

/** Types that configure kept data, and why they are still removed. */
const notKept: Readonly<Record<string, string>> = {
  aws_s3_bucket_notification:
    "names functions and queues that are removed; AWS refuses the next change of it",
  aws_s3_bucket_object: "is a file that the app writes again",
  aws_s3_bucket_replication_configuration: "names a role that is removed",
  aws_cognito_identity_pool_roles_attachment: "names roles that are removed",
  aws_dynamodb_global_table: "is of the version of 2017, which the table itself replaces",
  aws_dynamodb_table_export: "is a copy in a bucket",
  aws_dynamodb_table_item: "is an item that the app writes again",
  aws_rds_cluster_activity_stream: "costs money and sends to a stream of AWS",
  aws_rds_cluster_instance: "costs money and holds no data",
  aws_rds_cluster_parameter_group: "is kept where the cluster needs it",
  aws_rds_cluster_role_association: "names a role that is removed",
  aws_rds_cluster_snapshot_copy: "is a copy of a snapshot",
};

test("each type of the provider that configures kept data is kept with it, or has a reason not to be", () => {
  const folder = join(__dirname, "../../../node_modules/@cdktf/provider-aws/lib");
  const configuring =
    /^(?:s3-bucket|dynamodb|cognito|kinesis-(?:stream|resource)|rds-cluster|db-cluster-snap)/;
  const types = readdirSync(folder)
    .filter((name) => configuring.test(name))
    .map((name) => `aws_${name.replaceAll("-", "_")}`);
  expect(types.length).toBeGreaterThan(50);
  const keptTypes = Object.entries(resourceTypes).flatMap(([type, { keeping }]) =>
    keeping === undefined ? [] : [{ type, ...keeping }],
  );
  const companions = keptTypes.flatMap(({ companions: own = [] }) => own);
  const isData = (type: string) => resourceTypes[type]?.keeping?.hasData === true;
  const undecided = types.filter(
    (type) => !isData(type) && !companions.includes(type) && notKept[type] === undefined,
  );
  expect(undecided).toEqual([]);
  // Each name is that of a type.
  const known = new Set(readdirSync(folder).map((name) => `aws_${name.replaceAll("-", "_")}`));
  const named = keptTypes.flatMap(({ type, needs = [], companions: own = [] }) => [type, ...needs, ...own]);
  expect(named.filter((type) => !known.has(type))).toEqual([]);
});
