import type { GraphQLSchema } from "graphql";
import type {
  Api,
  Bucket,
  EventBus,
  Function,
  Queue,
  Stack,
  StackContext,
  Table,
  Userbase,
} from "serverform";
import type { AuthResponse } from "serverform/node/auth";
import type { z } from "zod";

/* Names that the examples in comments use: constructs of the app, code of handlers, and third-party packages. */

export { AdminGetUserCommand } from "@aws-sdk/client-cognito-identity-provider";
export { PutEventsCommand } from "@aws-sdk/client-eventbridge";
export { PutRecordCommand } from "@aws-sdk/client-kinesis";
export { InvokeCommand } from "@aws-sdk/client-lambda";
export { ExecuteStatementCommand } from "@aws-sdk/client-rds-data";
export { GetObjectCommand } from "@aws-sdk/client-s3";
export { PublishCommand } from "@aws-sdk/client-sns";
export { SendMessageCommand } from "@aws-sdk/client-sqs";
export { GetCommand } from "@aws-sdk/lib-dynamodb";

export declare const api: Api;
export declare const bucket: Bucket;
export declare const bus: EventBus;
export declare const queue: Queue;
export declare const stack: Stack;
export declare const table: Table;
export declare const userbase: Userbase;
export declare const worker: Function;
export declare function Database(context: StackContext): void;
export declare function Service(context: StackContext): void;

export declare const apiUrl: string;
export declare const body: string;
export declare const clientID: string;
export declare const clientSecret: string;
export declare const contract: object;
export declare const data: Uint8Array;
export declare const event: object;
export declare const headers: Record<string, string>;
export declare const id: string;
export declare const json: string;
export declare const key: string;
export declare const message: string;
export declare const name: string;
export declare const page: string;
export declare const sql: string;
export declare const note: z.ZodType<{ id: string; title: string }>;
export declare const noteInput: z.ZodType<{ title: string }>;
export declare const rdsData: import("@aws-sdk/client-rds-data").RDSDataClient;
export declare const router: object;
export declare const schema: GraphQLSchema;
export declare const session: { readonly idToken: string };
export declare function findUser(authorization: string | undefined): object;
export declare function save(input: { title: string }): { id: string; title: string };
export declare function send(content: unknown): Promise<void>;
export declare function sendMail(to: string, text: string): Promise<void>;
export declare function signIn(claims: unknown): AuthResponse;

export interface Routes {
  "GET /notes/{id}": {
    path: { id: string };
    query: object;
    body: unknown;
    output: { title: string };
    errors: unknown;
  };
}

/** Of `@orpc/openapi/fetch`, which the tests of contracts install. */
export declare class OpenAPIHandler {
  constructor(router: object);
  handle(
    request: Request,
    options: { readonly context: object },
  ): Promise<{ readonly response: Response | undefined }>;
}

/** Of `@modelcontextprotocol/server`, which the tests of MCP install. */
export declare function createMcpHandler(
  server: (context: { readonly authInfo?: object }) => object,
  options: { readonly maxSubscriptions: number },
): { fetch(request: Request, options: { readonly authInfo: object | undefined }): Promise<Response> };
export declare function notesServer(caller: object | undefined): object;

declare module "serverform/node/api" {
  export interface ApiResources {
    notes: { url: string };
  }
}
declare module "serverform/node/bucket" {
  export interface BucketResources {
    uploads: { bucketName: string };
  }
}
declare module "serverform/node/config" {
  export interface SecretResources {
    PARTNER_KEY: string;
    PARTNER_URL: string;
  }
}
declare module "serverform/node/event-bus" {
  export interface EventBusResources {
    orders: { eventBusName: string };
  }
}
declare module "serverform/node/events-api" {
  export interface EventsApiResources {
    Chat: { url: string; realtimeUrl: string };
    Live: { url: string; realtimeUrl: string };
  }
}
declare module "serverform/node/function" {
  export interface FunctionResources {
    report: { functionName: string };
  }
}
declare module "serverform/node/job" {
  export interface JobResources {
    MonthReport: { functionName: string };
  }
}
declare module "serverform/node/kinesis-stream" {
  export interface KinesisStreamResources {
    clicks: { streamName: string };
  }
}
declare module "serverform/node/mcp" {
  export interface McpAuthorityResources {
    authority: { url: string };
  }
}
declare module "serverform/node/queue" {
  export interface QueueResources {
    orders: { queueUrl: string };
  }
}
declare module "serverform/node/rds" {
  export interface RDSResources {
    notes: { clusterArn: string; secretArn: string; defaultDatabaseName: string };
  }
}
declare module "serverform/node/site" {
  export interface StaticSiteResources {
    web: { url: string };
  }
}
declare module "serverform/node/table" {
  export interface TableResources {
    notes: { tableName: string };
  }
}
declare module "serverform/node/topic" {
  export interface TopicResources {
    news: { topicArn: string };
  }
}
declare module "serverform/node/userbase" {
  export interface UserbaseResources {
    users: { userPoolId: string; userPoolClientId: string };
  }
}
