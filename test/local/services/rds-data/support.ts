import { type ExecuteStatementCommandOutput, RDSData } from "@aws-sdk/client-rds-data";
import { EndpointRouter } from "../../../../lib/local/services/endpoint-router";
import { rdsData } from "../../../../lib/local/services/rds-data";
import type { RdsClusters } from "../../../../lib/local/services/rds-data/clusters";
import { TestClock } from "../../support/clock";
import { testModel } from "../../support/model";
import { serviceContext, startService } from "../context";

export const resourceArn = "arn:aws:rds:us-east-1:123456789012:cluster:notes";
export const secretArn = "arn:aws:secretsmanager:us-east-1:123456789012:secret:rds!cluster-1-AbCdEf";

const cluster = {
  arn: resourceArn,
  cluster_identifier: "notes",
  engine: "aurora-postgresql",
  database_name: "notes",
  enable_http_endpoint: true,
  manage_master_user_password: true,
  master_user_secret: [{ secret_arn: secretArn }],
};

/** The Data API of one cluster, with the AWS SDK as its client. */
export interface DataApi {
  readonly client: RDSData;
  readonly clock: TestClock;
  readonly resources: RdsClusters;
  /** Runs a statement. */
  run(sql: string, input?: object): Promise<ExecuteStatementCommandOutput>;
  stop(): Promise<void>;
}

export async function startDataApi(
  given: { readonly values?: object; readonly dataFolder?: string; readonly databaseServer?: string } = {},
): Promise<DataApi> {
  const { values, dataFolder, databaseServer } = given;
  const clock = new TestClock();
  const model = testModel({ aws_rds_cluster: { Notes: { ...cluster, ...values } } });
  const router = await EndpointRouter.start(() => {});
  const context = serviceContext({ model, clock, dataFolder, databaseServer });
  const { resources } = await startService(router, "rds-data", rdsData, context);
  const credentials = { accessKeyId: "local", secretAccessKey: "local" };
  const client = new RDSData({ endpoint: router.url, region: "us-east-1", credentials, maxAttempts: 1 });
  return {
    client,
    clock,
    resources,
    run: (sql, input = {}) => client.executeStatement({ resourceArn, secretArn, sql, ...input }),
    stop: async () => {
      client.destroy();
      await resources.stop();
      await router.close();
    },
  };
}
