import { AcmCertificate } from "@cdktf/provider-aws/lib/acm-certificate";
import { AppsyncGraphqlApi } from "@cdktf/provider-aws/lib/appsync-graphql-api";
import { AwsProvider } from "@cdktf/provider-aws/lib/provider";
import { AppSyncApi, type AppSyncApiProps, Function, Stack, Table } from "../../../lib";
import { resolveValue } from "../../../lib/kit/core";
import { listedTypes, typesOf } from "../../docs/resources-table";
import { addresses, resources, testApp, testStack } from "../../support/stack";
import { failure } from "../api/support/api";
import {
  code,
  expectRefused,
  graph,
  graphConfig,
  handler,
  onlyPlain,
  plain,
  plainly,
  plainStatements,
} from "./support";

const everything: AppSyncApiProps = {
  dataSources: { notes: handler },
  resolvers: {
    "Query notes": "notes",
    "Query note": { pipeline: [{ function: handler, code }] },
    "Mutation addNote": handler,
  },
  customDomain: "graph.example.com",
  cdk: {
    graphqlApi: {
      logConfig: {},
      additionalAuthenticationProvider: [
        {
          authenticationType: "AWS_LAMBDA",
          lambdaAuthorizerConfig: { function: handler },
        },
      ],
    },
    apiCache: {},
  },
};

describe("AppSyncApi", () => {
  test("is reached through its domain when its resolvers and its authorizer answer", () => {
    const { stack } = graph(everything);
    expect(onlyPlain(stack, "aws_appsync_domain_name_api_association").depends_on).toEqual([
      "aws_appsync_resolver.Graph_Resolver_Mutation_addNote",
      "aws_appsync_resolver.Graph_Resolver_Query_note",
      "aws_appsync_resolver.Graph_Resolver_Query_notes",
      "aws_lambda_permission.Graph_AuthorizerPermission",
    ]);
  });

  test("creates these resources", () => {
    const { stack } = graph({
      dataSources: { notes: handler },
      resolvers: { "Query notes": "notes" },
    });
    expect(addresses(stack).map(plain)).toMatchInlineSnapshot(`
      [
        "aws_appsync_api_key.Graph_ApiKey",
        "aws_appsync_datasource.Graph_DataSource_notes_DataSource",
        "aws_appsync_graphql_api.Graph_Api",
        "aws_appsync_resolver.Graph_Resolver_Query_notes",
        "aws_cloudwatch_log_group.Graph_Lambda_notes_LogGroup",
        "aws_iam_role.Graph_DataSource_notes_Role",
        "aws_iam_role.Graph_Lambda_notes_Role",
        "aws_iam_role_policy.Graph_DataSource_notes_Policies_Base",
        "aws_iam_role_policy.Graph_Lambda_notes_Policies_Base",
        "aws_lambda_function.Graph_Lambda_notes_Function",
        "data.archive_file._code_functions-notes-ab2188ae",
        "data.aws_caller_identity._account",
        "terraform_data.Graph_DataSource_notes_Name",
        "terraform_data.uses",
      ]
    `);
  });

  test("creates these resources with everything", () => {
    expect(addresses(graph(everything).stack).map(plain)).toMatchInlineSnapshot(`
      [
        "aws_acm_certificate.Graph_CustomDomain_Certificate",
        "aws_acm_certificate_validation.Graph_CustomDomain_CertificateValidation",
        "aws_appsync_api_cache.Graph_Cache",
        "aws_appsync_api_key.Graph_ApiKey",
        "aws_appsync_datasource.Graph_DataSource_LambdaDS_Mutation_addNote_DataSource",
        "aws_appsync_datasource.Graph_DataSource_LambdaDS_Query_note_function_DataSource",
        "aws_appsync_datasource.Graph_DataSource_notes_DataSource",
        "aws_appsync_domain_name.Graph_CustomDomain_DomainName",
        "aws_appsync_domain_name_api_association.Graph_CustomDomain_Association",
        "aws_appsync_function.Graph_Function_Query_note_function",
        "aws_appsync_graphql_api.Graph_Api",
        "aws_appsync_resolver.Graph_Resolver_Mutation_addNote",
        "aws_appsync_resolver.Graph_Resolver_Query_note",
        "aws_appsync_resolver.Graph_Resolver_Query_notes",
        "aws_cloudwatch_log_group.Graph_Authorizer_LogGroup",
        "aws_cloudwatch_log_group.Graph_Lambda_Mutation_addNote_LogGroup",
        "aws_cloudwatch_log_group.Graph_Lambda_Query_note_function_LogGroup",
        "aws_cloudwatch_log_group.Graph_Lambda_notes_LogGroup",
        "aws_cloudwatch_log_group.Graph_LogGroup",
        "aws_iam_role.Graph_Authorizer_Role",
        "aws_iam_role.Graph_DataSource_LambdaDS_Mutation_addNote_Role",
        "aws_iam_role.Graph_DataSource_LambdaDS_Query_note_function_Role",
        "aws_iam_role.Graph_DataSource_notes_Role",
        "aws_iam_role.Graph_Lambda_Mutation_addNote_Role",
        "aws_iam_role.Graph_Lambda_Query_note_function_Role",
        "aws_iam_role.Graph_Lambda_notes_Role",
        "aws_iam_role.Graph_LogRole",
        "aws_iam_role_policy.Graph_Authorizer_Policies_Base",
        "aws_iam_role_policy.Graph_DataSource_LambdaDS_Mutation_addNote_Policies_Base",
        "aws_iam_role_policy.Graph_DataSource_LambdaDS_Query_note_function_Policies_Base",
        "aws_iam_role_policy.Graph_DataSource_notes_Policies_Base",
        "aws_iam_role_policy.Graph_Lambda_Mutation_addNote_Policies_Base",
        "aws_iam_role_policy.Graph_Lambda_Query_note_function_Policies_Base",
        "aws_iam_role_policy.Graph_Lambda_notes_Policies_Base",
        "aws_iam_role_policy.Graph_LogRole_Policy",
        "aws_lambda_function.Graph_Authorizer_Function",
        "aws_lambda_function.Graph_Lambda_Mutation_addNote_Function",
        "aws_lambda_function.Graph_Lambda_Query_note_function_Function",
        "aws_lambda_function.Graph_Lambda_notes_Function",
        "aws_lambda_permission.Graph_AuthorizerPermission",
        "aws_route53_record.Graph_CustomDomain_Record",
        "aws_route53_record.Graph_CustomDomain_ValidationRecord",
        "data.archive_file._code_functions-notes-ab2188ae",
        "data.aws_caller_identity._account",
        "data.aws_route53_zone.Graph_CustomDomain_HostedZone",
        "terraform_data.Graph_DataSource_LambdaDS_Mutation_addNote_Name",
        "terraform_data.Graph_DataSource_LambdaDS_Query_note_function_Name",
        "terraform_data.Graph_DataSource_notes_Name",
        "terraform_data.uses",
      ]
    `);
  });

  test("has a README that lists every type of resource", () => {
    const found = typesOf(addresses(graph(everything).stack));
    expect(listedTypes("lib/constructs/app-sync-api/README.md")).toEqual(expect.arrayContaining([...found]));
  });

  test("is an API with a key, traces and the schema", () => {
    const { stack } = graph();
    expect(onlyPlain(stack, "aws_appsync_graphql_api")).toEqual({
      name: "dev-notes-Graph",
      authentication_type: "API_KEY",
      xray_enabled: true,
      schema: expect.stringContaining("type Note {"),
    });
    expect(onlyPlain(stack, "aws_appsync_api_key")).toEqual({
      api_id: expect.stringMatching(/\.id\}$/),
    });
  });

  test("has a cache with encryption, with the option", () => {
    const { stack } = graph({ cdk: { apiCache: { ttl: 300 } } });
    expect(onlyPlain(stack, "aws_appsync_api_cache")).toMatchObject({
      type: "SMALL",
      api_caching_behavior: "PER_RESOLVER_CACHING",
      ttl: 300,
      at_rest_encryption_enabled: true,
      transit_encryption_enabled: true,
    });
  });

  test("passes limits of queries on", () => {
    const limits = {
      introspectionConfig: "DISABLED",
      queryDepthLimit: 5,
      resolverCountLimit: 100,
    };
    expect(graphConfig({ cdk: { graphqlApi: limits } })).toMatchObject({
      introspection_config: "DISABLED",
      query_depth_limit: 5,
      resolver_count_limit: 100,
    });
  });

  test("uses an existing API unchanged", () => {
    const stack = testStack();
    const graphqlApi = new AppsyncGraphqlApi(stack, "Existing", {
      name: "x",
      authenticationType: "AWS_IAM",
    });
    const resolvers = { "Query notes": handler };
    const api = new AppSyncApi(stack, "Graph", {
      resolvers,
      cdk: { graphqlApi },
    });
    expect(api.cdk.graphqlApi).toBe(graphqlApi);
    expect(onlyPlain(stack, "aws_appsync_graphql_api")).toEqual({
      name: "x",
      authentication_type: "AWS_IAM",
    });
    expect(resources(stack, "aws_appsync_api_key")).toEqual({});
    expect(onlyPlain(stack, "aws_appsync_resolver").api_id).toMatch(/aws_appsync_graphql_api\.Existing\.id/);
  });

  test("has a URL, an id, an ARN and a name", () => {
    const { api } = graph();
    const { url, apiId, apiArn, apiName } = api;
    expect(plainly(resolveValue(api, { url, apiId, apiArn, apiName }))).toEqual({
      url: '${aws_appsync_graphql_api.Graph_Api.uris["GRAPHQL"]}',
      apiId: "${aws_appsync_graphql_api.Graph_Api.id}",
      apiArn: "${aws_appsync_graphql_api.Graph_Api.arn}",
      apiName: "${aws_appsync_graphql_api.Graph_Api.name}",
    });
    expect([api.id, api.customDomainUrl]).toEqual(["Graph", undefined]);
  });

  test("describes itself to tools", () => {
    const { api } = graph({
      dataSources: { notes: handler, none: { type: "none" } },
    });
    expect(plainly(resolveValue(api, api.getConstructMetadata()))).toEqual({
      type: "AppSync",
      data: {
        url: expect.stringContaining("uris"),
        appSyncApiId: "${aws_appsync_graphql_api.Graph_Api.id}",
        appSyncApiKey: "${aws_appsync_api_key.Graph_ApiKey.key}",
        dataSources: [
          {
            name: "notes",
            fn: { node: expect.any(String), stack: "dev-notes-Main" },
          },
          { name: "none" },
        ],
      },
    });
  });
});

describe("AppSyncApi in permissions and bind", () => {
  const resourcesOf = (access?: string) => {
    const { stack, api } = graph();
    const permissions = access === undefined ? [api] : ([[api, access]] as const);
    new Function(stack, "Caller", { handler, permissions: [...permissions] });
    return plainStatements(stack).flatMap(({ Action, Resource }) =>
      String(Action).startsWith("appsync") ? [[Action, Resource]] : [],
    );
  };
  const arn = (end: string) => expect.stringMatching(new RegExp(`\\.arn\\}${end.replace(/\*/g, "\\*")}$`));

  test("lets a function call every field", () => {
    expect(resourcesOf()).toEqual([["appsync:GraphQL", arn("/*")]]);
  });

  test.each([
    ["grantQuery", "Query"],
    ["grantMutation", "Mutation"],
    ["grantSubscription", "Subscription"],
  ])("%s lets a function call the fields of %s", (access, type) => {
    expect(resourcesOf(access)).toEqual([["appsync:GraphQL", arn(`/types/${type}/*`)]]);
  });

  test("gives a bound function the URL, that of the domain if there is one", () => {
    const { stack, api } = graph({ customDomain: "graph.example.com" });
    new Function(stack, "Caller", { handler, bind: [api] });
    expect(JSON.stringify(resources(stack, "aws_lambda_function"))).toContain(
      '"SERVERFORM_AppSyncApi_url_Graph":"https://graph.example.com/graphql"',
    );
  });

  test("binds to all functions, also to those added later", () => {
    const { stack, api } = graph({ dataSources: { notes: handler } });
    const table = new Table(stack, "Notes", {
      fields: { id: "string" },
      primaryIndex: { partitionKey: "id" },
    });
    api.bind([table]);
    api.addResolvers(stack, { "Query notes": handler });
    const functions = Object.values(resources(stack, "aws_lambda_function"));
    expect(functions.map((each) => JSON.stringify(each).includes("Table_tableName_Notes"))).toEqual([
      true,
      true,
    ]);
  });

  test("binds to one data source by its key or by the key of its resolver", () => {
    const { stack, api } = graph({
      dataSources: { notes: handler, others: handler },
      resolvers: { "Query notes": "notes" },
    });
    const table = new Table(stack, "Notes", {
      fields: { id: "string" },
      primaryIndex: { partitionKey: "id" },
    });
    api.bindToDataSource("Query notes", [table]);
    api.attachPermissionsToDataSource("others", ["s3:GetObject"]);
    expect(api.getFunction("Query  notes")).toBe(api.getFunction("notes"));
    const texts = Object.entries(resources(stack, "aws_lambda_function"));
    expect(
      texts.filter(([, each]) => JSON.stringify(each).includes("Table_tableName")).map(([id]) => plain(id)),
    ).toEqual(["Graph_Lambda_notes_Function"]);
  });

  test("lists the data sources when there is no data source of that name", () => {
    const { api } = graph({
      dataSources: { notes: handler, none: { type: "none" } },
    });
    expect(failure(() => api.bindToDataSource("note", [])).code).toBe("part-not-found");
    expect(failure(() => api.bindToDataSource("none", [])).code).toBe("part-without-function");
  });
});

describe("AppSyncApi domain", () => {
  test("has a certificate in us-east-1 and a CNAME record", () => {
    const stack = testStack({ region: "eu-west-1" });
    const { api } = graph({ customDomain: "graph.example.com" }, stack);
    expect(onlyPlain(stack, "aws_acm_certificate")).toMatchObject({
      domain_name: "graph.example.com",
      provider: "aws.us_east_1",
    });
    expect(onlyPlain(stack, "aws_appsync_domain_name")).toEqual({
      domain_name: "graph.example.com",
      certificate_arn: expect.stringContaining("aws_acm_certificate_validation"),
    });
    const records = Object.values(resources(stack, "aws_route53_record"));
    expect(records).toContainEqual(
      expect.objectContaining({
        name: "graph.example.com",
        type: "CNAME",
        ttl: 1800,
        records: [expect.stringContaining("appsync_domain_name")],
      }),
    );
    expect(api.customDomainUrl).toBe("https://graph.example.com/graphql");
  });

  test.each([
    ["us-east-1", undefined],
    ["eu-west-1", "certificate-region"],
  ])("takes a certificate in us-east-1 only, not in %s", (region, code) => {
    const stack = testStack({ region: "eu-west-1" });
    const provider = new AwsProvider(stack, "Other", {
      region,
      alias: "other",
    });
    const certificate = new AcmCertificate(stack, "Own", {
      domainName: "graph.example.com",
      provider,
    });
    const customDomain = {
      domainName: "graph.example.com",
      cdk: { certificate },
    };
    const create = () => graph({ customDomain }, stack);
    if (code === undefined) expect(create).not.toThrow();
    else expectRefused(stack, create, code);
  });

  test.each([
    ["domain-upper-case", "Graph.example.com"],
    ["prop-required", {}],
    ["domain-external-certificate", { domainName: "graph.example.com", isExternalDomain: true }],
    ["key-unknown", { domainName: "graph.example.com", path: "v1" }],
  ])("refuses %s", (code, customDomain) => {
    const stack = testStack();
    expectRefused(stack, () => graph({ customDomain: customDomain as never }, stack), code);
  });
});

describe("AppSyncApi logs", () => {
  test("go to a log group of the API for a year, by a role that may write to it only", () => {
    const { stack } = graph({ cdk: { graphqlApi: { logConfig: {} } } });
    expect(onlyPlain(stack, "aws_appsync_graphql_api").log_config).toEqual({
      cloudwatch_logs_role_arn: "${aws_iam_role.Graph_LogRole.arn}",
      field_log_level: "ERROR",
      exclude_verbose_content: true,
    });
    expect(onlyPlain(stack, "aws_cloudwatch_log_group")).toMatchObject({
      name: "/aws/appsync/apis/${aws_appsync_graphql_api.Graph_Api.id}",
      retention_in_days: 365,
    });
    expect(plainStatements(stack)).toEqual([
      {
        Effect: "Allow",
        Action: ["logs:CreateLogStream", "logs:PutLogEvents"],
        Resource: "${aws_cloudwatch_log_group.Graph_LogGroup.arn}:*",
      },
    ]);
  });

  test("use the caller's role", () => {
    const logConfig = {
      cloudwatchLogsRoleArn: "arn:aws:iam::111122223333:role/logs",
      retention: "one_week",
    } as const;
    const { stack } = graph({ cdk: { graphqlApi: { logConfig } } });
    expect(resources(stack, "aws_iam_role")).toEqual({});
    expect(onlyPlain(stack, "aws_cloudwatch_log_group").retention_in_days).toBe(7);
  });
});

describe("AppSyncApi refuses", () => {
  const existing = (stack: Stack) =>
    new AppsyncGraphqlApi(stack, "Existing", {
      name: "x",
      authenticationType: "AWS_IAM",
    });

  test.each<[string, string, AppSyncApiProps]>([
    ["key-rejected", "cdk.graphqlApi", { cdk: { graphqlApi: { schema: "type Query" } as never } }],
    ["key-unknown", "cdk.graphqlApi", { cdk: { graphqlApi: { authentication: 1 } as never } }],
    ["out-of-range", "cdk.graphqlApi.queryDepthLimit", { cdk: { graphqlApi: { queryDepthLimit: 76 } } }],
    [
      "out-of-range",
      "cdk.graphqlApi.resolverCountLimit",
      { cdk: { graphqlApi: { resolverCountLimit: 10_001 } } },
    ],
    [
      "literal-unknown",
      "cdk.graphqlApi.introspectionConfig",
      { cdk: { graphqlApi: { introspectionConfig: "NO" } } },
    ],
    [
      "literal-unknown",
      "cdk.graphqlApi.logConfig.fieldLogLevel",
      {
        cdk: { graphqlApi: { logConfig: { fieldLogLevel: "LOUD" as never } } },
      },
    ],
    [
      "appsync-expires-invalid",
      "cdk.graphqlApi.apiKeyConfig.expires",
      { cdk: { graphqlApi: { apiKeyConfig: { expires: "2027-01-31" } } } },
    ],
    [
      "appsync-key-unused",
      "cdk.graphqlApi.apiKeyConfig",
      {
        cdk: {
          graphqlApi: { authenticationType: "AWS_IAM", apiKeyConfig: {} },
        },
      },
    ],
    ["out-of-range", "cdk.apiCache.ttl", { cdk: { apiCache: { ttl: 3601 } } }],
    ["key-rejected", "cdk.apiCache", { cdk: { apiCache: { apiId: "x" } as never } }],
    ["function-provider-object", "dataSources.notes", { dataSources: { notes: "EXISTING" as never } }],
  ])("%s in %s", (code, prop, props) => {
    const stack = testStack();
    const given =
      code === "function-provider-object" ? { dataSources: { notes: existing(stack) as never } } : props;
    const error = failure(() => graph(given, stack));
    expect([error.code, error.prop]).toEqual([code, prop]);
  });

  test.each(["schema", "customDomain"])("%s together with an existing API", (prop) => {
    const stack = testStack();
    const props = {
      [prop]: "graph.example.com",
      cdk: { graphqlApi: existing(stack) },
    };
    expectRefused(stack, () => new AppSyncApi(stack, "Graph", props), "appsync-import-with");
  });

  test("a domain that another construct creates", () => {
    const stack = testStack();
    graph({ customDomain: "graph.example.com" }, stack);
    const second = () => new AppSyncApi(stack, "Second", { customDomain: "graph.example.com" });
    expect(failure(second).code).toBe("domain-duplicate");
  });
});

test("parts of an API may be in another stack", () => {
  const app = testApp();
  const [main, other] = [new Stack(app, "Main"), new Stack(app, "Other")];
  const { api } = graph({}, main);
  api.addDataSources(other, { notes: handler });
  api.addResolvers(other, { "Query notes": "notes" });
  expect(addresses(other).map(plain)).toEqual(
    expect.arrayContaining([
      "aws_appsync_datasource.Routes_Graph_DataSource_notes_DataSource",
      "aws_appsync_resolver.Routes_Graph_Resolver_Query_notes",
    ]),
  );
});
