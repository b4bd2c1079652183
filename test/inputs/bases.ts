import { ApiGatewayVpcLink } from "@cdktf/provider-aws/lib/api-gateway-vpc-link";
import { DataAwsLbListener } from "@cdktf/provider-aws/lib/data-aws-lb-listener";
import type { Construct } from "constructs";
import {
  Api,
  AppSyncApi,
  Auth,
  Bucket,
  Config,
  Cron,
  EventBus,
  EventsApi,
  Function,
  GraphQLApi,
  Job,
  KinesisStream,
  NextjsSite,
  Pipe,
  Queue,
  RDS,
  ReactStaticSite,
  RestV1Api,
  Script,
  Site,
  type Stack,
  StaticSite,
  Table,
  Topic,
  Trigger,
  Userbase,
  ViteStaticSite,
  WebSocketApi,
  type WebSocketApiProps,
} from "../../lib";
import { appFrom, StackInApp } from "./roots";

/** A valid construct from which inputs are derived, one prop at a time. */
export interface Base {
  /** The interface of the props; undefined for a class without props. */
  readonly props: string | undefined;
  // The inputs are wrong on purpose.
  readonly create: new (
    scope: Construct,
    id: string,
    props: never,
  ) => Construct;
  /** Valid props that name each map, list and nested object at least once. */
  readonly valid: (stack: Stack) => object | undefined;
}

const handler = "functions/notes.get";
const door = (stack: Stack) => new Function(stack, "Door", { handler });
const existing = (stack: Stack) => new Function(stack, "Existing", { handler });

const balancerArn =
  "arn:aws:elasticloadbalancing:us-east-1:123456789012:loadbalancer/net/notes/50dc6c495c0c9188";
const listenerArn = `${balancerArn.replace(":loadbalancer/", ":listener/")}/f2f7dc8efc522ab2`;

const appDefaults = { name: "notes", stage: "dev", region: "us-east-1" };
const provider = {
  version: "~> 6.25",
  assumeRole: [{ roleArn: "arn:aws:iam::123456789012:role/deployer", tags: { team: "red" } }],
  assumeRoleWithWebIdentity: {
    roleArn: "arn:aws:iam::123456789012:role/deployer",
    webIdentityTokenFile: "/token",
  },
  profile: "work",
  defaultTags: { cost: "notes" },
  ignoreTags: { keyPrefixes: ["cost:"] },
  endpoints: { s3: "http://localhost:9000" },
  allowedAccountIds: ["123456789012"],
  sharedConfigFiles: ["config"],
};

const sesIdentity = "arn:aws:ses:us-east-1:123456789012:identity/example.com";
const sites = "sites/plain";
const site = (stack: Stack) => ({
  path: sites,
  buildCommand: "npm run build",
  buildOutput: "assets",
  errorPage: "redirect_to_index_page",
  environment: { REACT_APP_MODE: "test" },
  replaceValues: [{ files: "**/*.html", search: "Notes", replace: "Orders" }],
  fileOptions: [{ exclude: "*", include: ["*.pdf"], cacheControl: "max-age=60" }],
  customDomain: { domainName: "example.com", domainAlias: "www.example.com" },
  routes: { "/api/*": new Api(stack, "Routed") },
  dev: { command: "npm run dev", url: "http://localhost:5173" },
  cdk: {
    bucket: { forceDestroy: false },
    distribution: { comment: "Notes", defaultCacheBehavior: { compress: false } },
    responseHeadersPolicy: { comment: "Safe" },
  },
});

const serverSite = (stack: Stack) => {
  const { buildOutput: _, errorPage: __, ...props } = site(stack);
  return {
    ...props,
    basePath: "/docs",
    defaults: { function: { timeout: 5 } },
    permissions: ["ses"],
    bind: [new Config.Parameter(stack, "Read", { value: "1" })],
  };
};

/** Valid props of the app, in a folder of its own: `outdir` is varied, too. */
const appBase: Base = {
  props: "AppProps",
  create: appFrom as never,
  valid: () => ({
    ...appDefaults,
    account: "123456789012",
    backend: { type: "s3", bucket: "states", keyPrefix: "notes/" },
    provider,
    quotas: { routesPerHttpApi: 600 },
    acknowledgedNotices: ["log role for API Gateway"],
    context: { some: "value" },
    defaultRemovalPolicy: "retain",
    packaging: "synth",
  }),
};

const privateEndpoint = {
  endpointConfiguration: { types: ["PRIVATE"] },
  policy: JSON.stringify({ Version: "2012-10-17", Statement: [] }),
};

const socketsOf = (authorizer: WebSocketApiProps["authorizer"]): Base => ({
  props: "WebSocketApiProps",
  create: WebSocketApi,
  valid: () => ({ authorizer, routes: { $connect: handler } }),
});

/** The root and its stacks, which `lib/constructs/list.ts` does not have, and constructs with other kinds of a prop. */
export const rootBases: Readonly<Record<string, Base>> = {
  App: appBase,
  "App with the backend cloud": {
    ...appBase,
    valid: () => ({
      ...appDefaults,
      backend: { type: "cloud", organization: "acme", project: "notes", workspacePrefix: "notes-" },
    }),
  },
  "App with local state": {
    ...appBase,
    valid: () => ({ ...appDefaults, backend: { type: "local", directory: "states" } }),
  },
  "RestV1Api in private": {
    props: "RestV1ApiProps",
    create: RestV1Api,
    valid: () => ({
      customDomain: {
        domainName: "private.example.com",
        endpointType: "private",
        securityPolicy: "TLS 1.2",
        vpcEndpoints: { office: "vpce-0a1b2c3d4e5f67890" },
      },
      routes: { "GET /a": handler },
      cdk: { restApi: privateEndpoint },
    }),
  },
  Stack: {
    props: "StackProps",
    create: StackInApp as never,
    valid: () => ({ stackName: "dev-other", tags: { team: "red" }, description: "Other", provider }),
  },
  "WebSocketApi of users": socketsOf({
    type: "user_pool",
    userPool: { id: "us-east-1_Members", clientIds: ["web"], region: "us-east-1" },
    tokenUse: "id",
    tokenSource: "subprotocol",
  }),
  "WebSocketApi of an issuer": socketsOf({
    type: "jwt",
    jwt: { issuer: "https://login.example.com", audience: ["chat"] },
    tokenSource: "header.Authorization",
  }),
};

/** One per class of `lib/constructs/list.ts`. */
export const bases: Readonly<Record<string, Base>> = {
  Api: {
    props: "ApiProps",
    create: Api,
    valid: (stack) => ({
      accessLog: { retention: "one_week" },
      authorizers: {
        token: { type: "jwt", jwt: { issuer: "https://login.example.com", audience: ["notes"] } },
        pool: { type: "user_pool", userPool: { id: "us-east-1_Members" } },
        door: { type: "fn", function: door(stack), resultsCacheTtl: "1 minute" },
      },
      cors: { allowOrigins: ["https://a.example.com"], maxAge: "1 hour" },
      customDomain: {
        domainName: "api.example.com",
        path: "v1",
        mtls: { bucket: new Bucket(stack, "Trust"), key: "ca.pem" },
      },
      ipAddressType: "dualstack",
      stageVariables: { host: "a.example.com" },
      defaults: { function: { timeout: 5 }, throttle: { rate: 5, burst: 5 } },
      routes: {
        "GET /a": handler,
        "GET /b": {
          function: { handler },
          authorizer: "token",
          authorizationScopes: ["a/b"],
          throttle: { rate: 1, burst: 1 },
          cdk: { integration: { timeoutMilliseconds: 5000 } },
          moved: { from: "GET /former" },
        },
        "GET /c": { type: "url", url: "https://example.com" },
        "GET /d": { type: "graphql", function: { handler } },
        "POST /e": {
          type: "cloud",
          cdk: {
            integration: {
              subtype: "EventBridge-PutEvents",
              parameterMapping: { Detail: "$request.body", DetailType: "Note", Source: "notes" },
            },
          },
        },
      },
      cdk: { httpApi: { description: "Notes" }, httpStages: [{ name: "beta" }] },
    }),
  },
  RestV1Api: {
    props: "RestV1ApiProps",
    create: RestV1Api,
    valid: (stack) => ({
      accessLog: { retention: "one_week" },
      authorizers: {
        token: { type: "fn_token", function: door(stack), identitySource: "method.request.header.X" },
        door: { type: "fn_request", function: existing(stack), identitySources: ["method.request.header.X"] },
        pool: { type: "user_pools", userPoolIds: ["us-east-1_Members"] },
      },
      cors: true,
      customDomain: { domainName: "rest.example.com", path: "v1" },
      ipAddressType: "dualstack",
      stageVariables: { host: "a.example.com" },
      defaults: { function: { timeout: 5 } },
      routes: {
        "GET /a": handler,
        "GET /b": {
          function: { handler },
          authorizer: "door",
          throttle: { rate: 1, burst: 1 },
          moved: { from: "GET /former" },
          cdk: { method: { apiKeyRequired: true }, integration: { timeout: "5 seconds" } },
        },
        "GET /streamed": { function: handler, streaming: true },
        "GET /c/{id}": {
          type: "nlb",
          cdk: {
            nlbListener: new DataAwsLbListener(stack, "Listener", { arn: listenerArn }),
            integration: {
              // Of the older kind: a newer one needs an attribute that the oldest provider of these tests has not.
              vpcLink: new ApiGatewayVpcLink(stack, "Link", { name: "notes", targetArns: [balancerArn] }),
              timeout: "5 seconds",
              secureServerName: "notes.example.com",
            },
          },
        },
      },
      cdk: {
        restApi: {
          description: "Notes",
          deployOptions: { loggingLevel: "ERROR" },
          cloudWatchRole: true,
        },
      },
    }),
  },
  WebSocketApi: {
    props: "WebSocketApiProps",
    create: WebSocketApi,
    valid: (stack) => ({
      accessLog: { retention: "one_week" },
      authorizer: { type: "fn", function: door(stack), identitySource: ["route.request.header.X"] },
      customDomain: { domainName: "chat.example.com", path: "v1" },
      ipAddressType: "dualstack",
      stageVariables: { host: "a.example.com" },
      defaults: { function: { timeout: 5 } },
      routes: {
        $connect: handler,
        $default: { function: { handler }, throttle: { rate: 1, burst: 1 }, moved: { from: "former" } },
      },
      cdk: { webSocketApi: { description: "Chat" }, webSocketStage: { description: "Chat" } },
    }),
  },
  GraphQLApi: {
    props: "GraphQLApiProps",
    create: GraphQLApi,
    valid: () => ({
      server: { handler },
      rootPath: "/graphql",
      ipAddressType: "dualstack",
      stageVariables: { host: "a.example.com" },
    }),
  },
  Userbase: {
    props: "UserbaseProps",
    create: Userbase,
    valid: () => ({
      login: ["email"],
      triggers: { preSignUp: handler },
      defaults: { function: { timeout: 5 } },
      identityPoolFederation: { search: { clientId: "123.apps.example.com" } },
      domain: { domainName: "auth.example.com" },
      resourceServers: { notes: { scopes: { read: "Reads notes" } } },
      clients: {
        web: {
          callbackUrls: ["https://notes.example.com"],
          refreshTokenRotation: { retryGracePeriod: "10 seconds" },
        },
        importer: { type: "machine", scopes: ["notes/read"] },
      },
      groups: { admins: { permissions: ["s3"] } },
      mfa: { mode: "optional", factors: ["totp"] },
      passkeys: { relyingPartyId: "auth.example.com" },
      email: { from: "users@example.com", identity: sesIdentity },
      passwordPolicy: { minLength: 12, require: ["numbers"] },
      client: { callbackUrls: ["https://notes.example.com"], authFlows: ["srp", "choice"] },
      featureTier: "plus",
      threatProtection: {
        mode: "enforced",
        compromisedCredentials: { action: "block", events: ["sign_up"] },
        accountTakeover: {
          low: "none",
          high: { action: "block", notify: true },
          notifications: { blocked: { subject: "Blocked", html: "<p>Blocked</p>", text: "Blocked" } },
        },
        blockedIpRanges: ["192.0.2.0/24"],
      },
      logDelivery: { userNotification: true, userAuthEvents: { retention: "one_week" } },
      identityProviders: { google: { clientId: "id", clientSecret: "secret" } },
      cdk: {
        userPool: { adminCreateUserConfig: { allowAdminCreateUserOnly: true } },
        userPoolClient: { accessTokenValidity: 1 },
      },
    }),
  },
  Function: {
    props: "FunctionProps",
    create: Function,
    valid: () => ({
      handler,
      environment: { STAGE: "dev" },
      permissions: ["s3"],
      layers: ["arn:aws:lambda:us-east-1:123456789012:layer:tools:1"],
      url: { authorizer: "none", streaming: true, cors: { allowOrigins: ["*"] } },
      currentVersionOptions: { retryAttempts: 1 },
      logging: { format: "json", level: "debug", systemLevel: "warn" },
      vpc: "vpc-0123456789abcdef0",
      vpcSubnets: ["subnet-0123456789abcdef0"],
      securityGroups: ["sg-0123456789abcdef0"],
      bundle: { format: "cjs", copyFiles: [{ from: "templates" }] },
      cdk: { function: { publish: true }, role: { path: "/a/" }, logGroup: { retentionInDays: 7 } },
    }),
  },
  Table: {
    props: "TableProps",
    create: Table,
    valid: () => ({
      fields: { key: "string", at: "number", other: "string" },
      primaryIndex: { partitionKey: "key", sortKey: "at" },
      globalIndexes: { byOther: { partitionKey: "other", projection: ["x"] } },
      localIndexes: { byTime: { sortKey: "other" } },
      stream: true,
      consumers: {
        one: { function: handler, filters: [{ eventName: ["INSERT"] }] },
        two: { function: handler, cdk: { eventSource: { batchSize: 5 } } },
      },
      replicas: { "eu-west-1": { recovery: false } },
      warmThroughput: { readUnitsPerSecond: 15_000 },
      cdk: { table: { serverSideEncryption: { enabled: true } } },
    }),
  },
  Bucket: {
    props: "BucketProps",
    create: Bucket,
    valid: () => ({
      cors: [{ allowedMethods: ["GET"], allowedOrigins: ["https://a.example.com"] }],
      notifications: {
        one: { function: handler, events: ["object_created"] },
        two: { function: handler, events: ["object_tagging_put"], filters: [{ prefix: "a/" }] },
      },
      eventBridge: true,
      defaults: { function: { timeout: 5 } },
      cdk: { bucket: { forceDestroy: true }, publicAccessBlock: { blockPublicAcls: true } },
    }),
  },
  Queue: {
    props: "QueueProps",
    create: Queue,
    valid: (stack) => ({
      consumer: { function: handler, cdk: { eventSource: { batchSize: 5 } } },
      deadLetter: { queue: new Queue(stack, "Dead"), maxReceiveCount: 5 },
      cdk: { queue: { delaySeconds: 5 } },
    }),
  },
  Topic: {
    props: "TopicProps",
    create: Topic,
    valid: (stack) => ({
      subscribers: {
        one: handler,
        two: { function: handler },
        three: { queue: new Queue(stack, "Other") },
      },
      defaults: { function: { timeout: 5 } },
      cdk: { topic: { displayName: "News" } },
    }),
  },
  Pipe: {
    props: "PipeProps",
    create: Pipe,
    valid: (stack) => ({
      source: new KinesisStream(stack, "In"),
      target: new EventBus(stack, "Out"),
      filters: [{ data: { kind: ["a"] } }],
      enrichment: handler,
      template: '{"id": <$.eventID>}',
      batchSize: 5,
      batchWindow: "5 seconds",
      retryAttempts: 2,
      detailType: "ordered",
      eventSource: "shop",
      enabled: false,
      cdk: { pipe: { description: "Orders" } },
    }),
  },
  Trigger: {
    props: "TriggerProps",
    create: Trigger,
    valid: () => ({
      type: "load_balancer",
      listener:
        "arn:aws:elasticloadbalancing:us-east-1:111122223333:listener/app/web/50dc6c495c0c9188/f2f7dc8efc522ab2",
      conditions: { paths: ["/*"], methods: ["GET"] },
      priority: 5,
      multiValueHeaders: true,
      function: handler,
      cdk: { targetGroup: { deregistrationDelay: "5" }, listenerRule: { tags: { a: "b" } } },
    }),
  },
  EventsApi: {
    props: "EventsApiProps",
    create: EventsApi,
    valid: (stack) => ({
      namespaces: {
        chat: {
          publish: ["API_KEY"],
          subscribe: ["AWS_IAM"],
          code: { file: "graphql/chat.js" },
          onSubscribe: { dataSource: "notes" },
          cdk: { namespace: { tags: { part: "chat" } } },
        },
        orders: { onPublish: { function: existing(stack), invocation: "event" }, onSubscribe: handler },
      },
      authorization: {
        providers: [{ authenticationType: "API_KEY" }, { authenticationType: "AWS_IAM" }],
        connect: ["API_KEY"],
        publish: ["API_KEY"],
        subscribe: ["API_KEY"],
        apiKey: { description: "Web" },
      },
      dataSources: { notes: { function: handler, description: "More" } },
      customDomain: { domainName: "live.example.com" },
      logs: { level: "ERROR", retention: "one_week" },
      cdk: { api: { ownerContact: "team" } },
    }),
  },
  AppSyncApi: {
    props: "AppSyncApiProps",
    create: AppSyncApi,
    valid: (stack) => ({
      schema: "graphql/schema.graphql",
      customDomain: { domainName: "graph.example.com" },
      dataSources: {
        notes: handler,
        more: { function: existing(stack), description: "More" },
        none: { type: "none" },
      },
      resolvers: {
        "Query notes": "notes",
        "Query note": { pipeline: [{ dataSource: "none", code: { file: "graphql/note.js" } }] },
        "Mutation addNote": { dataSource: "none", code: { file: "graphql/note.js" } },
      },
      cdk: {
        graphqlApi: {
          queryDepthLimit: 5,
          logConfig: { fieldLogLevel: "ERROR" },
          apiKeyConfig: { description: "Web" },
        },
        apiCache: { ttl: 60 },
      },
    }),
  },
  EventBus: {
    props: "EventBusProps",
    create: EventBus,
    valid: (stack) => ({
      rules: {
        paid: {
          pattern: { source: ["shop"], detail: { total: [5] } },
          targets: {
            one: handler,
            two: { function: handler },
            three: { queue: new Queue(stack, "Other") },
            log: { type: "log_group" },
          },
          cdk: { rule: { description: "Paid" } },
        },
      },
      defaults: { function: { timeout: 5 } },
      cdk: { eventBus: { description: "Shop" } },
    }),
  },
  KinesisStream: {
    props: "KinesisStreamProps",
    create: KinesisStream,
    valid: () => ({
      consumers: { one: handler, two: { function: handler, cdk: { eventSource: { batchSize: 5 } } } },
      defaults: { function: { timeout: 5 } },
      cdk: { stream: { shardCount: 1 } },
    }),
  },
  Cron: {
    props: "CronProps",
    create: Cron,
    valid: () => ({
      schedule: "rate(1 day)",
      job: { function: handler, cdk: { target: { event: { a: 1 } } } },
    }),
  },
  "Cron of EventBridge Scheduler": {
    props: "CronProps",
    create: Cron,
    valid: () => ({
      schedule: "cron(0 9 * * ? *)",
      timezone: "Europe/Berlin",
      flexibleWindow: "15 minutes",
      start: "2090-01-01T00:00:00Z",
      end: "2091-01-01T00:00:00Z",
      job: { function: handler, cdk: { target: { event: { a: 1 } } } },
      cdk: { schedule: { description: "Opens" } },
    }),
  },
  RDS: {
    props: "RDSProps",
    create: RDS,
    valid: () => ({
      engine: "postgresql16",
      defaultDatabaseName: "notes",
      scaling: { minCapacity: "ACU_1", maxCapacity: "ACU_8" },
    }),
  },
  Script: { props: "ScriptProps", create: Script, valid: () => ({ onCreate: handler, params: { a: 1 } }) },
  Auth: { props: "AuthProps", create: Auth, valid: () => ({ authenticator: { handler } }) },
  Job: {
    props: "JobProps",
    create: Job,
    valid: () => ({
      handler,
      memorySize: "7 GB",
      timeout: "1 hour",
      environment: { STEP: "1" },
      enableLiveDev: false,
    }),
  },
  StaticSite: {
    props: "StaticSiteProps",
    create: StaticSite,
    valid: (stack) => ({ ...site(stack), vite: { types: "src/env.d.ts" } }),
  },
  ViteStaticSite: { props: "ViteStaticSiteProps", create: ViteStaticSite, valid: site },
  ReactStaticSite: { props: "ReactStaticSiteProps", create: ReactStaticSite, valid: site },
  Site: {
    props: "SiteProps",
    create: Site,
    valid: (stack) => ({
      ...serverSite(stack),
      framework: "astro",
      server: { entry: "server.js", port: 3000 },
    }),
  },
  NextjsSite: {
    props: "NextjsSiteProps",
    create: NextjsSite,
    valid: (stack) => ({
      ...serverSite(stack),
      nextBinPath: "node_modules/.bin/next",
      commandHooks: { afterBuild: () => ["exit 0"] },
    }),
  },
  Parameter: { props: "ParameterProps", create: Config.Parameter, valid: () => ({ value: "5" }) },
  Secret: { props: undefined, create: Config.Secret as never, valid: () => undefined },
};
