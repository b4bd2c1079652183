import { resourcesToKeep, type StateResource } from "../../../lib/cli/terraform/remove";

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
});
