import {
  Api,
  type App,
  AppSyncApi,
  type AppSyncApiProps,
  Auth,
  Bucket,
  type BucketProps,
  Cron,
  EventBus,
  type EventBusProps,
  EventsApi,
  type EventsApiProps,
  Function,
  Job,
  KinesisStream,
  type KinesisStreamProps,
  NextjsSite,
  Pipe,
  Queue,
  RDS,
  Script,
  Site,
  type StackContext,
  StaticSite,
  Table,
  type TableProps,
  Topic,
  type TopicProps,
  Trigger,
  Userbase,
  type UserbaseProps,
  use,
} from "../../lib";

/** The functions that the constructs call, by the caller's names. */
export interface Receivers {
  readonly table: NonNullable<TableProps["consumers"]>;
  readonly stream: NonNullable<KinesisStreamProps["consumers"]>;
  readonly bucket: NonNullable<BucketProps["notifications"]>;
  readonly topic: NonNullable<TopicProps["subscribers"]>;
  readonly bus: NonNullable<EventBusProps["rules"]>;
  readonly triggers: NonNullable<UserbaseProps["triggers"]>;
  readonly graph: NonNullable<AppSyncApiProps["dataSources"]>;
  readonly live: NonNullable<EventsApiProps["namespaces"]>;
}

const { get, create } = { get: "functions/notes.get", create: "functions/notes.create" };

export const receivers: Receivers = {
  table: { index: get, audit: { function: create, bisectOnError: true } },
  stream: { count: { function: get, retryAttempts: 3 } },
  bucket: { resize: { function: get, events: ["object_created"], filters: [{ prefix: "images/" }] } },
  topic: { mail: get, bill: create },
  bus: {
    paid: { pattern: { source: ["shop"] }, targets: { mail: get, bill: create } },
    everything: { pattern: { source: ["shop"] }, targets: { log: { type: "log_group" } } },
  },
  graph: { notes: get, writer: { function: create, description: "Writes" } },
  live: { orders: { onPublish: get, onSubscribe: create }, news: {} },
  triggers: { preSignUp: get, postConfirmation: create, customEmailSender: create },
};

/** An app with data, events and users. Its addresses are in `services.json`. */
export function registerServices(app: App, given: Receivers = receivers): void {
  const stores = Stores(given);
  app.stack(stores);
  app.stack(Users(given, stores));
}

const Stores = (given: Receivers) =>
  function Stores({ stack }: StackContext) {
    const table = new Table(stack, "Orders", {
      fields: { id: "string", status: "string" },
      primaryIndex: { partitionKey: "id" },
      globalIndexes: { byStatus: { partitionKey: "status" } },
      stream: "new_image",
      consumers: given.table,
    });
    const clicks = new KinesisStream(stack, "Clicks", { consumers: given.stream });
    const failed = new Queue(stack, "Failed");
    const jobs = new Queue(stack, "Jobs", { consumer: get, deadLetter: { queue: failed } });
    const images = new Bucket(stack, "Images", { cors: true, notifications: given.bucket });
    const topic = new Topic(stack, "News", { subscribers: { ...given.topic, jobs } });
    const bus = new EventBus(stack, "Shop", { rules: given.bus });
    bus.addRules(stack, { sent: { pattern: { detailType: ["sent"] }, targets: { jobs } } });
    new Cron(stack, "Nightly", {
      schedule: "cron(0 3 * * ? *)",
      job: { function: { handler: create, bind: [table, images, clicks, bus, topic] } },
    });
    new Cron(stack, "Opening", { schedule: "cron(0 9 * * ? *)", timezone: "Europe/Berlin", job: create });
    const reports = new RDS(stack, "Reports", {
      engine: "postgresql16",
      defaultDatabaseName: "reports",
      migrations: "test/fixtures/app/migrations",
    });
    new Job(stack, "YearReport", { srcPath: "test/fixtures/app", handler: get, bind: [reports] });
    new Script(stack, "Report", { onCreate: { handler: get, bind: [reports] } });
    new Script(stack, "Seed", {
      onCreate: { handler: create, bind: [table] },
      onUpdate: get,
      onDelete: get,
      params: { table: table.tableName },
    });
    const graph = new AppSyncApi(stack, "Graph", {
      schema: "test/fixtures/app/graphql/schema.graphql",
      dataSources: {
        ...given.graph,
        orders: { type: "dynamodb", table },
        reports: { type: "rds", rds: reports },
        bus: { type: "event_bus", eventBus: bus },
        web: { type: "http", endpoint: "https://api.example.com" },
        none: { type: "none" },
      },
      resolvers: {
        "Query notes": "notes",
        "Query note": { dataSource: "orders", code: { file: "test/fixtures/app/graphql/note.js" } },
        "Mutation addNote": {
          pipeline: [
            { dataSource: "orders", code: { file: "test/fixtures/app/graphql/note.js" } },
            { name: "write", function: create },
          ],
        },
      },
      customDomain: "graph.example.com",
      cdk: { graphqlApi: { logConfig: {} }, apiCache: {} },
    });
    new Pipe(stack, "Paid", { source: table, enrichment: get, target: bus });
    const site = new StaticSite(stack, "Site", {
      path: "test/fixtures/app/sites/plain",
      customDomain: { domainName: "shop.example.com", domainAlias: "www.shop.example.com" },
      routes: { "/graphql": graph },
    });
    const rendered = { path: "test/fixtures/app/sites/rendered", customDomain: "pages.example.com" };
    new Site(stack, "Pages", { ...rendered, bind: [table], routes: { "/graphql": graph } });
    new NextjsSite(stack, "Next", { path: "test/fixtures/app/sites/rendered", basePath: "/next" });
    new Function(stack, "Mailer", { handler: get, bind: [site] });
    new Trigger(stack, "Readings", { type: "iot", sql: "SELECT * FROM 'readings'", function: get });
    new Trigger(stack, "Web", {
      type: "load_balancer",
      listener:
        "arn:aws:elasticloadbalancing:us-east-1:111122223333:listener/app/web/50dc6c495c0c9188/f2f7dc8efc522ab2",
      conditions: { paths: ["/*"] },
      function: get,
    });
    const admin = new Function(stack, "Watched", { handler: get });
    new Trigger(stack, "Errors", { type: "log_group", logGroup: admin, function: create });
    new EventsApi(stack, "Live", {
      namespaces: {
        ...given.live,
        chat: { code: { file: "test/fixtures/app/graphql/chat.js" }, onSubscribe: "notes" },
      },
      dataSources: { notes: { type: "dynamodb", table } },
      customDomain: "live.example.com",
      logs: {},
    });
    const signIn = new Auth(stack, "SignIn", { authenticator: { handler: create, bind: [table] } });
    signIn.attach(stack, { api: new Api(stack, "Door", { routes: { "GET /me": get } }) });
    stack.addOutputs({ QueueUrl: jobs.queueUrl });
    return { table, images };
  };

const Users = (given: Receivers, stores: ReturnType<typeof Stores>) =>
  function Users({ stack }: StackContext) {
    const { table, images } = use(stores);
    const users = new Userbase(stack, "Users", {
      login: ["email", "phone"],
      domain: "golden-notes",
      triggers: given.triggers,
      groups: { admins: { permissions: [[images, "grantReadWrite"]] }, members: {} },
      resourceServers: { notes: { scopes: { write: "Writes notes" } } },
      clients: {
        web: { callbackUrls: ["https://notes.example.com"] },
        importer: { type: "machine", scopes: ["notes/write"] },
      },
      identityPoolFederation: { search: { clientId: "123.apps.example.com" } },
    });
    users.bindForTrigger("postConfirmation", [users]);
    users.attachPermissionsForAuthUsers(stack, [[images, "grantRead"]]);
    users.attachPermissionsForUnauthUsers(stack, [[images, "grantRead"]]);
    table.addConsumers(stack, { users: get });
    new Function(stack, "Admin", { handler: get, bind: [users] });
  };
