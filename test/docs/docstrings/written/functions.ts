// Written by `npm run docs` from the examples in the comments of lib.
import { client } from "serverform/client";
import { Api, ApiHandler, useHeader, useJsonBody } from "serverform/node/api";
import { AuthHandler, AuthResponse, GoogleAdapter, LinkAdapter, Session, createAdapter, fetchAuth, useSession } from "serverform/node/auth";
import { Bucket } from "serverform/node/bucket";
import { callerOf } from "serverform/node/caller";
import { Config, fetchSecrets } from "serverform/node/config";
import { Context, Handler, useEvent } from "serverform/node/context";
import { EventBus } from "serverform/node/event-bus";
import { EventsApi, publishEvents } from "serverform/node/events-api";
import { FetchHandler } from "serverform/node/fetch";
import { Function } from "serverform/node/function";
import { GraphQLHandler } from "serverform/node/graphql";
import { Job } from "serverform/node/job";
import { KinesisStream } from "serverform/node/kinesis-stream";
import { LogsEvent, readLogs } from "serverform/node/logs";
import { McpAuthority, McpHandler } from "serverform/node/mcp";
import { Queue } from "serverform/node/queue";
import { RDS } from "serverform/node/rds";
import { route } from "serverform/node/route";
import { StaticSite, fetchSites } from "serverform/node/site";
import { Table } from "serverform/node/table";
import { Topic } from "serverform/node/topic";
import { Userbase, fetchUserbase } from "serverform/node/userbase";
import { AdminGetUserCommand, ExecuteStatementCommand, GetCommand, GetObjectCommand, InvokeCommand, OpenAPIHandler, PublishCommand, PutEventsCommand, PutRecordCommand, Routes, SendMessageCommand, apiUrl, body, clientID, clientSecret, createMcpHandler, data, event, findUser, headers, id, key, message, name, note, noteInput, notesServer, page, rdsData, router, save, schema, send, sendMail, session, signIn, sql } from "../names";

// lib/runtime/node/auth.ts
declare module "serverform/node/auth" {
  export interface SessionTypes { user: { readonly email: string } }
}

// lib/runtime/node/job.ts
declare module "serverform/node/job" {
  export interface JobTypes { MonthReport: { readonly month: string } }
}

export const samples = [
// lib/runtime/client.ts
async () => {
const api = client<Routes>(apiUrl, { token: () => session.idToken });
const note = await api("GET /notes/{id}", { path: { id } });
void (api);
void (note);
},
// lib/runtime/node/api.ts
async () => {
await fetch(`${Api.notes.url}/notes`);

},
// lib/runtime/node/auth.ts
async () => {
const session = useSession();
if (session.type !== "user") return { statusCode: 401 };
void (session);
},
// lib/runtime/node/auth/handler.ts
async () => {
const TicketAdapter = createAdapter((props: { readonly issue: (ticket: string) => AuthResponse }) =>
  ({ query }) => props.issue(query.get("ticket") ?? ""),
);
void (TicketAdapter);
},
// lib/runtime/node/auth/handler.ts
async () => {
const handler = AuthHandler({
  providers: { google: GoogleAdapter({ clientID, clientSecret, onSuccess: ({ claims }) => signIn(claims) }) },
});
void (handler);
},
// lib/runtime/node/auth/keys.ts
async () => {
await fetchAuth();
const session = useSession();
void (session);
},
// lib/runtime/node/auth/link.ts
async () => {
LinkAdapter({
  onLink: async (link, { email = "" }) => { await sendMail(email, link); return { statusCode: 204 }; },
  onSuccess: ({ email = "" }) => Session.cookie({ type: "user", properties: { email }, redirect: page }),
});

},
// lib/runtime/node/bucket.ts
async () => {
new GetObjectCommand({ Bucket: Bucket.uploads.bucketName, Key: key });

},
// lib/runtime/node/caller.ts
async () => {
if (!callerOf(event).groups.includes("admins")) return { statusCode: 403 };

},
// lib/runtime/node/config.ts
async () => {
await fetch(Config.PARTNER_URL, { headers: { authorization: Config.PARTNER_KEY } });

},
// lib/runtime/node/config.ts
async () => {
await fetchSecrets();
const key = Config.PARTNER_KEY;
void (key);
},
// lib/runtime/node/event-bus.ts
async () => {
new PutEventsCommand({ Entries: [{ ...event, EventBusName: EventBus.orders.eventBusName }] });

},
// lib/runtime/node/events-api.ts
async () => {
await fetch(EventsApi.Chat.url, { method: "POST", headers, body });

},
// lib/runtime/node/events-api.ts
async () => {
await publishEvents("Chat", "/chat/lobby", [{ text: "Hello" }]);

},
// lib/runtime/node/fetch.ts
async () => {
const api = new OpenAPIHandler(router);
const handler = FetchHandler(async (request, { claims }) => (await api.handle(request, { context: { claims } })).response);
void (api);
void (handler);
},
// lib/runtime/node/function.ts
async () => {
new InvokeCommand({ FunctionName: Function.report.functionName });

},
// lib/runtime/node/graphql.ts
async () => {
const handler = GraphQLHandler({ schema });
void (handler);
},
// lib/runtime/node/job.ts
async () => {
await Job.MonthReport.run({ payload: { month: "2026-01" } });

},
// lib/runtime/node/kinesis-stream.ts
async () => {
new PutRecordCommand({ StreamName: KinesisStream.clicks.streamName, PartitionKey: id, Data: data });

},
// lib/runtime/node/logs.ts
async () => {
const alarm = (event: LogsEvent) => send(readLogs(event).logEvents.map(({ message }) => message));
void (alarm);
},
// lib/runtime/node/mcp.ts
async () => {
const issuer = McpAuthority.authority.url;
void (issuer);
},
// lib/runtime/node/queue.ts
async () => {
new SendMessageCommand({ QueueUrl: Queue.orders.queueUrl, MessageBody: body });

},
// lib/runtime/node/rds.ts
async () => {
const { clusterArn, secretArn, defaultDatabaseName } = RDS.notes;
await rdsData.send(new ExecuteStatementCommand({ resourceArn: clusterArn, secretArn, database: defaultDatabaseName, sql }));
void ({ clusterArn, secretArn, defaultDatabaseName });
},
// lib/runtime/node/requests/api-handler.ts
async () => {
const handler = ApiHandler(async () => {
  const { title } = useJsonBody<{ title?: string }>() ?? {};
  return { statusCode: 200, body: `Hello ${title}` };
});
void (handler);
},
// lib/runtime/node/requests/context-values.ts
async () => {
const useUser = Context.memo(() => findUser(useHeader("authorization")));
void (useUser);
},
// lib/runtime/node/requests/invocation.ts
async () => {
const handler = Handler("sqs", async () => {
  for (const { body } of useEvent("sqs").Records) await send(body);
});
void (handler);
},
// lib/runtime/node/requests/mcp-handler.ts
async () => {
const mcp = createMcpHandler(({ authInfo }) => notesServer(authInfo), { maxSubscriptions: 0 });
const handler = McpHandler({ respond: (request, caller) => mcp.fetch(request, { authInfo: caller }) });
void (mcp);
void (handler);
},
// lib/runtime/node/route.ts
async () => {
const create = route({ body: noteInput, output: note, status: 201 }, async ({ body }) => save(body));
void (create);
},
// lib/runtime/node/site.ts
async () => {
return { statusCode: 302, headers: { location: StaticSite.web.url } };

},
// lib/runtime/node/site.ts
async () => {
await fetchSites();
const { url } = StaticSite.web;
void ({ url });
},
// lib/runtime/node/table.ts
async () => {
new GetCommand({ TableName: Table.notes.tableName, Key: { id } });

},
// lib/runtime/node/topic.ts
async () => {
new PublishCommand({ TopicArn: Topic.news.topicArn, Message: message });

},
// lib/runtime/node/userbase.ts
async () => {
new AdminGetUserCommand({ UserPoolId: Userbase.users.userPoolId, Username: name });

},
// lib/runtime/node/userbase.ts
async () => {
const { userPoolId } = await fetchUserbase("users");
void ({ userPoolId });
},
];
