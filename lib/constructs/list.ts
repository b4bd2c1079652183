import type { ConstructDescription, MetadataOf } from "../kit/description";
import { functionDescription } from "../kit/function";
import { apiDescription } from "./api/library";
import { appSyncApiDescription } from "./app-sync-api/library";
import { authDescription } from "./auth/library";
import { bucketDescription } from "./bucket/library";
import { parameterDescription, secretDescription } from "./config/library";
import { cronDescription } from "./cron/library";
import { eventBusDescription } from "./event-bus/library";
import { eventsApiDescription } from "./events-api/library";
import { graphQLApiDescription } from "./graphql-api/library";
import { jobDescription } from "./job/library";
import { kinesisStreamDescription } from "./kinesis-stream/library";
import { mcpAuthorityDescription } from "./mcp-authority/library";
import { nextjsSiteDescription } from "./nextjs-site/library";
import { pipeDescription } from "./pipe/library";
import { queueDescription } from "./queue/library";
import { rdsDescription } from "./rds/library";
import { reactStaticSiteDescription } from "./react-static-site/library";
import { restV1ApiDescription } from "./rest-v1-api/library";
import { scriptDescription } from "./script/library";
import { siteDescription } from "./site/library";
import { staticSiteDescription } from "./static-site/library";
import { tableDescription } from "./table/library";
import { topicDescription } from "./topic/library";
import { triggerDescription } from "./trigger/library";
import { userbaseDescription } from "./userbase/library";
import { viteStaticSiteDescription } from "./vite-static-site/library";
import { webSocketApiDescription } from "./web-socket-api/library";

/** Every construct of the library, in the order in which messages and the README name them. */
export const constructDescriptions = [
  apiDescription,
  restV1ApiDescription,
  webSocketApiDescription,
  graphQLApiDescription,
  appSyncApiDescription,
  eventsApiDescription,
  userbaseDescription,
  authDescription,
  functionDescription,
  tableDescription,
  bucketDescription,
  queueDescription,
  topicDescription,
  eventBusDescription,
  kinesisStreamDescription,
  rdsDescription,
  cronDescription,
  jobDescription,
  scriptDescription,
  triggerDescription,
  pipeDescription,
  staticSiteDescription,
  siteDescription,
  nextjsSiteDescription,
  viteStaticSiteDescription,
  reactStaticSiteDescription,
  mcpAuthorityDescription,
  parameterDescription,
  secretDescription,
] as const satisfies readonly ConstructDescription[];

/** The metadata of any construct of the library for tools; `type` distinguishes them. */
export type AnyConstructMetadata = MetadataOf<(typeof constructDescriptions)[number]>;

type GrantsOf<Description> = Description extends { readonly row: { readonly access: infer Access } }
  ? keyof Access & string
  : never;

declare module "../kit/app/registered-types" {
  interface RegisteredTypes {
    /** The names of access that the rows of all constructs have, for editors. */
    readonly grantName: GrantsOf<(typeof constructDescriptions)[number]>;
  }
}
