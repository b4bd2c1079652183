/** Modules of the runtime library by the classes that each serves. */
export const clients = {
  Api: "api",
  GraphQLApi: "api",
  RestV1Api: "api",
  WebSocketApi: "api",
  AppSyncApi: "api",
  Bucket: "bucket",
  Topic: "topic",
  Queue: "queue",
  EventBus: "event-bus",
  KinesisStream: "kinesis-stream",
  Table: "table",
  RDS: "rds",
  Function: "function",
  Job: "job",
  StaticSite: "site",
  ReactStaticSite: "site",
  ViteStaticSite: "site",
  NextjsSite: "site",
  Userbase: "userbase",
  Parameter: "config",
  Secret: "config",
  Auth: "auth",
} as const;

/** Classes that can be bound, as the caller writes them. */
export const bindableClasses: readonly string[] = Object.keys(clients).map((name) =>
  clients[name as keyof typeof clients] === "config" ? `Config.${name}` : name,
);
