import { EventBus } from "../../../lib/constructs/event-bus";
import { EventsApi, type EventsApiProps } from "../../../lib/constructs/events-api";
import { Table } from "../../../lib/constructs/table";
import type { Stack } from "../../../lib/kit/app";
import { Function } from "../../../lib/kit/function";
import { type Edits, handler, other, reversed, stackEdits } from "./edit";

type Given = EventsApiProps | ((stack: Stack) => EventsApiProps);

const events = (props: Given) => (stack: Stack) => {
  const given = typeof props === "function" ? props(stack) : props;
  return void new EventsApi(stack, "It", { namespaces: { chat: {} }, ...given });
};

const plain = events({});
const called = events({ namespaces: { chat: { onPublish: handler } } });
const table = (stack: Stack) =>
  new Table(stack, "Notes", { fields: { id: "string" }, primaryIndex: { partitionKey: "id" } });
const bus = (stack: Stack, id = "Bus") => new EventBus(stack, id);
const code = { inline: "export const onPublish = { request: () => ({}), response: (ctx) => ctx.events };" };

/** Events pass a handler in code that calls a data source. */
const through = (it: (stack: Stack) => NonNullable<EventsApiProps["dataSources"]>[string]) =>
  events((stack) => ({
    dataSources: { it: it(stack) },
    namespaces: { chat: { code, onPublish: { dataSource: "it" } } },
  }));
const toBus = (id?: string) => through((stack) => ({ type: "event_bus", eventBus: bus(stack, id) }));
const toTable = through((stack) => ({ type: "dynamodb", table: table(stack) }));
const toHttp = through(() => ({ type: "http", endpoint: "https://api.example.com" }));

const authorized = (...providers: NonNullable<NonNullable<EventsApiProps["authorization"]>["providers"]>) =>
  events({ authorization: { providers } });
const key = { authenticationType: "API_KEY" } as const;
const iam = { authenticationType: "AWS_IAM" } as const;
const guard = (fn: string | ((stack: Stack) => Function)) =>
  events((stack) => ({
    authorization: {
      providers: [
        {
          authenticationType: "AWS_LAMBDA",
          lambdaAuthorizerConfig: { function: typeof fn === "string" ? fn : fn(stack) },
        },
      ],
    },
  }));
const pool = (id: string) =>
  authorized({
    authenticationType: "AMAZON_COGNITO_USER_POOLS",
    userPoolConfig: { userPoolId: `us-east-1_${id}` },
  });

const domain = (customDomain: EventsApiProps["customDomain"]) => events({ customDomain });

const handlerEdits = stackEdits({
  "EventsApi namespace added": [plain, events({ namespaces: { chat: {}, orders: {} } })],
  "EventsApi namespace removed": [events({ namespaces: { chat: {}, orders: {} } }), plain],
  "EventsApi namespace renamed": [plain, events({ namespaces: { talk: {} } })],
  "EventsApi namespace with a handler renamed": [
    called,
    events({ namespaces: { talk: { onPublish: handler } } }),
  ],
  "EventsApi handler added": [plain, called],
  "EventsApi handler removed": [called, plain],
  "EventsApi handler with other code": [called, events({ namespaces: { chat: { onPublish: other } } })],
  "EventsApi handler that is not waited for": [
    called,
    events({ namespaces: { chat: { onPublish: { function: handler, invocation: "event" } } } }),
  ],
  "EventsApi handler with another function": [
    called,
    events((stack) => ({ namespaces: { chat: { onPublish: new Function(stack, "Own", { handler }) } } })),
  ],
  "EventsApi handler of subscriptions in place of events": [
    called,
    events({ namespaces: { chat: { onSubscribe: handler } } }),
  ],
  "EventsApi handler from function to code": [
    called,
    events({
      namespaces: { chat: { code: { inline: "export function onPublish(ctx) { return ctx.events; }" } } },
    }),
  ],
  "EventsApi handler from function to data source": [called, toHttp],
  "EventsApi data source from http to event bus": [toHttp, toBus()],
  "EventsApi data source with another event bus": [
    (stack) => {
      bus(stack, "Other");
      toBus()(stack);
    },
    (stack) => {
      bus(stack);
      toBus("Other")(stack);
    },
  ],
  "EventsApi data source renamed": [
    toHttp,
    events({
      dataSources: { new: { type: "http", endpoint: "https://api.example.com" } },
      namespaces: { chat: { code, onPublish: { dataSource: "new" } } },
    }),
  ],
  "EventsApi data source and handler removed": [toHttp, plain],
  "EventsApi data source from table to http": [
    toTable,
    (stack) => {
      table(stack);
      toHttp(stack);
    },
    // The role names its API, so that it is not created first. AWS deletes a role that is in use.
    [
      "aws_iam_role.It_DataSource_it_Role goes before aws_appsync_datasource.It_DataSource_it_DataSource has changed",
    ],
  ],
});

const accessEdits = stackEdits({
  "EventsApi authorization from key to IAM": [plain, authorized(iam)],
  "EventsApi authorization from IAM to key": [authorized(iam), plain],
  "EventsApi further authorization": [plain, authorized(key, iam)],
  "EventsApi authorization by a function": [plain, guard(handler)],
  "EventsApi authorization by a function no longer": [guard(handler), plain],
  "EventsApi authorization by other code": [guard(handler), guard(other)],
  "EventsApi authorization by another function": [
    guard(handler),
    guard((stack) => new Function(stack, "Door", { handler })),
  ],
  "EventsApi authorization by another user pool": [pool("abcdefghi"), pool("jklmnopqr")],
  "EventsApi who may publish": [
    authorized(key, iam),
    events({ authorization: { providers: [key, iam], publish: ["AWS_IAM"] } }),
  ],
  "EventsApi who may publish in a namespace": [
    authorized(key, iam),
    events({
      authorization: { providers: [key, iam] },
      namespaces: { chat: { publish: ["AWS_IAM"], subscribe: ["API_KEY"] } },
    }),
  ],
  "EventsApi key with a description": [plain, events({ authorization: { apiKey: { description: "Web" } } })],
});

const settingEdits = stackEdits({
  "EventsApi logs on": [plain, events({ logs: {} })],
  "EventsApi log level": [events({ logs: {} }), events({ logs: { level: "ALL" } })],
  "EventsApi domain added": [plain, domain("events.example.com")],
  "EventsApi domain renamed": [domain("events.example.com"), domain("live.example.com")],
  "EventsApi name of the API": [plain, events({ cdk: { api: { name: "other" } } })],
});

/** Edits of an API for events. */
export const eventsEdits: Edits = {
  ...handlerEdits,
  ...accessEdits,
  ...settingEdits,
  ...reversed({
    "EventsApi logs on": settingEdits["EventsApi logs on"] as Edits[string],
    "EventsApi domain added": settingEdits["EventsApi domain added"] as Edits[string],
  }),
};
