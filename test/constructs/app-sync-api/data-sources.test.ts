import { CloudwatchEventBus } from "@cdktf/provider-aws/lib/cloudwatch-event-bus";
import { DataAwsDynamodbTable } from "@cdktf/provider-aws/lib/data-aws-dynamodb-table";
import { DataAwsRdsCluster } from "@cdktf/provider-aws/lib/data-aws-rds-cluster";
import { SecretsmanagerSecret } from "@cdktf/provider-aws/lib/secretsmanager-secret";
import { type AppSyncApiDataSource, EventBus, RDS, type Stack, Table } from "../../../lib";
import { resources, testStack } from "../../support/stack";
import { failure } from "../api/support/api";
import { expectRefused, graph, handler, onlyPlain, plainStatements } from "./support";

const table = (stack: Stack) =>
  new Table(stack, "Notes", { fields: { id: "string" }, primaryIndex: { partitionKey: "id" } });

/** The data source, and what its role may do. */
function source(given: (stack: Stack) => AppSyncApiDataSource) {
  const stack = testStack();
  graph({ dataSources: { it: given(stack) } }, stack);
  const policies = plainStatements(stack).filter(({ Action }) => !/logs:|xray/.test(String(Action)));
  return { stack, config: onlyPlain(stack, "aws_appsync_datasource"), statements: policies };
}

describe("A data source of AppSyncApi", () => {
  test("is a function that its role may invoke", () => {
    const { config, statements, stack } = source(() => handler);
    expect(config).toEqual({
      api_id: "${aws_appsync_graphql_api.Graph_Api.id}",
      name: "it",
      type: "AWS_LAMBDA",
      service_role_arn: "${aws_iam_role.Graph_DataSource_it_Role.arn}",
      lambda_config: { function_arn: "${aws_lambda_function.Graph_Lambda_it_Function.arn}" },
    });
    expect(statements).toContainEqual({
      Effect: "Allow",
      Action: "lambda:InvokeFunction",
      Resource: [
        "${aws_lambda_function.Graph_Lambda_it_Function.arn}",
        "${aws_lambda_function.Graph_Lambda_it_Function.arn}:*",
      ],
    });
    const roles = Object.values(resources(stack, "aws_iam_role"));
    expect(
      roles.map((role) => String(role.assume_role_policy)).filter((each) => each.includes("appsync")),
    ).toEqual([
      expect.stringMatching(
        /"StringEquals":\{"aws:SourceAccount".*"ArnLike":\{"aws:SourceArn":"arn:\S*:appsync:\*:\S*:apis\/\S*Graph_Api/,
      ),
    ]);
  });

  test("has the name and the description of the caller", () => {
    const { config } = source(() => ({ function: handler, name: "all_notes", description: "Notes" }));
    expect(config).toMatchObject({ name: "all_notes", description: "Notes" });
  });

  test("is a table that its role may read and write", () => {
    const { config, statements } = source((stack) => ({ type: "dynamodb", table: table(stack) }));
    expect(config).toMatchObject({
      type: "AMAZON_DYNAMODB",
      dynamodb_config: { table_name: "${aws_dynamodb_table.Notes_Table.name}" },
    });
    expect(statements).toHaveLength(1);
    expect(statements[0]?.Action).toEqual(expect.arrayContaining(["dynamodb:GetItem", "dynamodb:PutItem"]));
    expect(statements[0]?.Resource).toEqual([
      "${aws_dynamodb_table.Notes_Table.arn}",
      "${aws_dynamodb_table.Notes_Table.arn}/index/*",
    ]);
  });

  test("is an existing table", () => {
    const { config } = source((stack) => ({
      type: "dynamodb",
      cdk: { dataSource: { table: new DataAwsDynamodbTable(stack, "Existing", { name: "notes" }) } },
    }));
    expect(config.dynamodb_config).toEqual({ table_name: "${data.aws_dynamodb_table.Existing.name}" });
  });

  test("is a database with the Data API and its secret", () => {
    const { config, statements } = source((stack) => ({
      type: "rds",
      rds: new RDS(stack, "Database", { engine: "postgresql16", defaultDatabaseName: "notes" }),
    }));
    expect(config).toMatchObject({
      type: "RELATIONAL_DATABASE",
      relational_database_config: {
        source_type: "RDS_HTTP_ENDPOINT",
        http_endpoint_config: {
          db_cluster_identifier: "${aws_rds_cluster.Database_Cluster.arn}",
          aws_secret_store_arn: expect.stringContaining("secret_arn"),
          database_name: "notes",
        },
      },
    });
    const actions = statements.flatMap(({ Action }) => Action);
    expect(actions).toEqual(
      expect.arrayContaining([
        "rds-data:ExecuteStatement",
        "rds-data:ExecuteSql",
        "secretsmanager:GetSecretValue",
      ]),
    );
    expect(actions.filter((each) => each.endsWith("*"))).toEqual([]);
  });

  test("is an existing cluster with its secret", () => {
    const { config } = source((stack) => ({
      type: "rds",
      databaseName: "notes",
      cdk: {
        dataSource: {
          serverlessCluster: new DataAwsRdsCluster(stack, "Existing", { clusterIdentifier: "notes" }),
          secretStore: new SecretsmanagerSecret(stack, "Secret", { name: "notes" }),
        },
      },
    }));
    expect(config.relational_database_config).toMatchObject({
      http_endpoint_config: {
        db_cluster_identifier: "${data.aws_rds_cluster.Existing.arn}",
        aws_secret_store_arn: "${aws_secretsmanager_secret.Secret.arn}",
        database_name: "notes",
      },
    });
  });

  test("is a server without a role", () => {
    const { config } = source(() => ({ type: "http", endpoint: "https://api.example.com" }));
    expect(config).toEqual({
      api_id: expect.any(String),
      name: "it",
      type: "HTTP",
      http_config: { endpoint: "https://api.example.com" },
    });
  });

  test("is a service of AWS whose requests are signed by a role with the caller's permissions", () => {
    const authorizationConfig = { signingRegion: "us-east-1", signingServiceName: "states" };
    const { config, statements } = source(() => ({
      type: "http",
      endpoint: "https://states.us-east-1.amazonaws.com",
      permissions: ["states:StartExecution"],
      cdk: { dataSource: { authorizationConfig } },
    }));
    expect(config.http_config).toEqual({
      endpoint: "https://states.us-east-1.amazonaws.com",
      authorization_config: {
        authorization_type: "AWS_IAM",
        aws_iam_config: { signing_region: "us-east-1", signing_service_name: "states" },
      },
    });
    expect(statements).toEqual([{ Effect: "Allow", Action: "states:StartExecution", Resource: "*" }]);
  });

  test("is an event bus that its role may send events to", () => {
    const { config, statements } = source((stack) => ({
      type: "event_bus",
      eventBus: new EventBus(stack, "Bus"),
    }));
    expect(config).toMatchObject({
      // The provider does not send another bus: another name replaces the data source.
      name: "it_${substr(sha256(aws_cloudwatch_event_bus.Bus.arn), 0, 8)}",
      type: "AMAZON_EVENTBRIDGE",
      event_bridge_config: { event_bus_arn: "${aws_cloudwatch_event_bus.Bus.arn}" },
    });
    expect(statements).toEqual([
      { Effect: "Allow", Action: "events:PutEvents", Resource: "${aws_cloudwatch_event_bus.Bus.arn}" },
    ]);
  });

  test("is a search domain", () => {
    const { config } = source(() => ({
      type: "open_search",
      endpoint: "https://search.us-east-1.es.amazonaws.com",
      permissions: ["es:ESHttpGet"],
    }));
    expect(config).toMatchObject({
      type: "AMAZON_OPENSEARCH_SERVICE",
      opensearchservice_config: { endpoint: "https://search.us-east-1.es.amazonaws.com" },
    });
  });

  test("of the type none has no role", () => {
    const { config, stack } = source(() => ({ type: "none" }));
    expect(config).toEqual({ api_id: expect.any(String), name: "it", type: "NONE" });
    expect(resources(stack, "aws_iam_role")).toEqual({});
  });
});

describe("AppSyncApi refuses a data source", () => {
  const busOf = (stack: Stack) => new CloudwatchEventBus(stack, "Bus", { name: "x" });

  test.each<[string, string, unknown]>([
    ["literal-unknown", ".type", { type: "dynamo" }],
    ["prop-invalid", "", 5],
    ["key-unknown", "", { type: "none", table: 1 }],
    ["prop-required", ".function", {}],
    ["prop-required", ".table", { type: "dynamodb" }],
    ["prop-invalid", ".table", { type: "dynamodb", table: 5 }],
    ["prop-required", ".rds", { type: "rds" }],
    ["prop-required", ".cdk.dataSource.serverlessCluster", { type: "rds", cdk: { dataSource: {} } }],
    ["prop-required", ".eventBus", { type: "event_bus" }],
    ["prop-required", ".endpoint", { type: "http" }],
    ["prop-invalid", ".endpoint", { type: "http", endpoint: "api.example.com" }],
    ["prop-invalid", ".endpoint", { type: "http", endpoint: "https://api.example.com/notes" }],
    ["prop-needs", ".permissions", { type: "http", endpoint: "https://a.example.com", permissions: ["s3"] }],
    [
      "prop-required",
      ".permissions",
      { type: "open_search", endpoint: "https://a.us-east-1.es.amazonaws.com" },
    ],
    ["appsync-data-source-name", ".name", { type: "none", name: "all-notes" }],
    ["key-unknown", ".cdk.dataSource", { type: "dynamodb", cdk: { dataSource: { bus: 1 } } }],
  ])("%s in dataSources.it%s", (code, prop, given) => {
    const stack = testStack();
    const call = () => graph({ dataSources: { it: given as never } }, stack);
    expect(expectRefused(stack, call, code).prop).toBe(`dataSources.it${prop}`);
  });

  test("whose key is not a name", () => {
    expect(failure(() => graph({ dataSources: { "all-notes": handler } })).code).toBe(
      "appsync-data-source-name",
    );
  });

  test("whose name belongs to another one", () => {
    const two = { notes: handler, more: { function: handler, name: "notes" } };
    expect(failure(() => graph({ dataSources: two })).code).toBe("appsync-data-source-duplicate");
    const named = { dataSources: { LambdaDS_Query_note: handler }, resolvers: { "Query note": handler } };
    expect(failure(() => graph(named)).code).toBe("appsync-data-source-duplicate");
  });

  test("that was added before", () => {
    const { api, stack } = graph({ dataSources: { notes: handler } });
    expect(failure(() => api.addDataSources(stack, { notes: handler })).code).toBe("part-duplicate");
  });

  test("that is an existing resource of another type, or given twice", () => {
    const stack = testStack();
    const wrong = { type: "dynamodb", cdk: { dataSource: { table: busOf(stack) as never } } } as const;
    expect(failure(() => graph({ dataSources: { it: wrong } }, stack)).code).toBe("import-wrong-type");
    const second = testStack();
    const eventBus = new EventBus(second, "Events");
    const twice = {
      type: "event_bus",
      eventBus,
      cdk: { dataSource: { eventBus: eventBus.cdk.eventBus } },
    } as const;
    expect(failure(() => graph({ dataSources: { it: twice } }, second)).code).toBe("props-exclude");
  });
});
