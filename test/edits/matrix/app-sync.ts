import { AppSyncApi, type AppSyncApiProps } from "../../../lib/constructs/app-sync-api";
import { EventBus } from "../../../lib/constructs/event-bus";
import { Table } from "../../../lib/constructs/table";
import type { Stack } from "../../../lib/kit/app";
import { Function } from "../../../lib/kit/function";
import { type Edits, handler, other, stackEdits } from "./edit";

const schema = "graphql/schema.graphql";
const code = { file: "graphql/note.js" };
const none = { type: "none" } as const;
const table = (stack: Stack) =>
  new Table(stack, "Notes", { fields: { id: "string" }, primaryIndex: { partitionKey: "id" } });

const graph = (props: AppSyncApiProps | ((stack: Stack) => AppSyncApiProps)) => (stack: Stack) => {
  const given = typeof props === "function" ? props(stack) : props;
  return void new AppSyncApi(stack, "It", { schema, ...given });
};

const called = graph({ dataSources: { notes: handler }, resolvers: { "Query notes": "notes" } });
const withNone = graph({
  dataSources: { notes: handler, none },
  resolvers: { "Query notes": { dataSource: "none", code } },
});
const pipeline = (...steps: readonly string[]) =>
  graph({
    dataSources: { notes: handler, none },
    resolvers: {
      "Query note": { code, pipeline: steps.map((name) => ({ name, dataSource: "none", code })) },
    },
  });
const api = (graphqlApi: NonNullable<NonNullable<AppSyncApiProps["cdk"]>["graphqlApi"]>) =>
  graph({ dataSources: { none }, cdk: { graphqlApi } });
/** Both buses exist before and after. */
const toBus = (id: "One" | "Two") =>
  graph((stack) => {
    const buses = { One: new EventBus(stack, "One"), Two: new EventBus(stack, "Two") };
    return {
      dataSources: { it: { type: "event_bus", eventBus: buses[id] } },
      resolvers: { "Query notes": { dataSource: "it", code } },
    };
  });
const cached = (apiCache: object) => graph({ cdk: { apiCache } });

/** Edits of a GraphQL API. */
export const appSyncEdits: Edits = stackEdits({
  "AppSyncApi field with another data source": [called, withNone],
  "AppSyncApi field with another data source, and the former one removed": [
    called,
    graph({ dataSources: { none }, resolvers: { "Query notes": { dataSource: "none", code } } }),
  ],
  "AppSyncApi data source renamed": [
    called,
    graph({ dataSources: { texts: handler }, resolvers: { "Query notes": "texts" } }),
  ],
  "AppSyncApi data source from function to table": [
    called,
    graph((stack) => ({
      dataSources: { notes: { type: "dynamodb", table: table(stack) } },
      resolvers: { "Query notes": { dataSource: "notes", code } },
    })),
  ],
  "AppSyncApi data source from table to event bus": [
    graph((stack) => ({ dataSources: { it: { type: "dynamodb", table: table(stack) } } })),
    graph((stack) => ({
      dataSources: { it: { type: "event_bus", eventBus: new EventBus(stack, "Bus") } },
    })),
    ["aws_dynamodb_table.Notes_Table is deleted"],
  ],
  "AppSyncApi data source with another event bus": [toBus("One"), toBus("Two")],
  "AppSyncApi data source with another name": [
    graph({ dataSources: { it: { type: "none", name: "one" } } }),
    graph({ dataSources: { it: { type: "none", name: "two" } } }),
  ],
  "AppSyncApi data source from function to http": [
    graph({ dataSources: { it: handler } }),
    graph({ dataSources: { it: { type: "http", endpoint: "https://api.example.com" } } }),
    // The role names its API, so that it is not created first. AWS deletes a role that is in use.
    [
      "aws_iam_role.It_DataSource_it_Role goes before aws_appsync_datasource.It_DataSource_it_DataSource has changed",
    ],
  ],
  "AppSyncApi data source with another function": [
    called,
    graph((stack) => ({
      dataSources: { notes: new Function(stack, "Two", { handler: other }) },
      resolvers: { "Query notes": "notes" },
    })),
  ],
  "AppSyncApi field removed": [called, graph({ dataSources: { notes: handler } })],
  "AppSyncApi field renamed": [
    called,
    graph({ dataSources: { notes: handler }, resolvers: { "Query note": "notes" } }),
  ],
  "AppSyncApi field and data source removed": [called, graph({})],
  "AppSyncApi field from data source to pipeline": [
    graph({ dataSources: { notes: handler, none }, resolvers: { "Query note": "notes" } }),
    pipeline("one"),
  ],
  "AppSyncApi field from pipeline to data source": [
    pipeline("one"),
    graph({ dataSources: { notes: handler, none }, resolvers: { "Query note": "notes" } }),
  ],
  "AppSyncApi step renamed": [pipeline("one"), pipeline("two")],
  "AppSyncApi steps in another order": [pipeline("one", "two"), pipeline("two", "one")],
  "AppSyncApi step removed": [pipeline("one", "two"), pipeline("two")],
  "AppSyncApi step with another data source": [
    graph({
      dataSources: { none },
      resolvers: { "Query note": { code, pipeline: [{ name: "a", dataSource: "none", code }] } },
    }),
    graph((stack) => ({
      dataSources: { notes: { type: "dynamodb", table: table(stack) } },
      resolvers: { "Query note": { code, pipeline: [{ name: "a", dataSource: "notes", code }] } },
    })),
  ],
  "AppSyncApi authorization": [api({}), api({ authenticationType: "AWS_IAM" })],
  "AppSyncApi further authorization": [
    api({}),
    api({ additionalAuthenticationProvider: [{ authenticationType: "AWS_IAM" }] }),
  ],
  "AppSyncApi key without a description": [api({ apiKeyConfig: { description: "Web" } }), api({})],
  "AppSyncApi logs off": [api({ logConfig: {} }), api({})],
  "AppSyncApi logs on": [api({}), api({ logConfig: { fieldLogLevel: "ALL" } })],
  "AppSyncApi introspection off": [api({}), api({ introspectionConfig: "DISABLED" })],
  "AppSyncApi private": [api({}), api({ visibility: "PRIVATE" })],
  "AppSyncApi cache on": [graph({}), cached({})],
  "AppSyncApi cache off": [cached({}), graph({})],
  "AppSyncApi cache with encryption": [cached({}), cached({ transitEncryptionEnabled: true })],
  "AppSyncApi schema of two files": [graph({}), graph({ schema: [schema, "graphql/people.graphql"] })],
  "AppSyncApi domain added": [graph({}), graph({ customDomain: "graph.example.com" })],
  "AppSyncApi domain removed": [graph({ customDomain: "graph.example.com" }), graph({})],
  "AppSyncApi domain renamed": [
    graph({ customDomain: "graph.example.com" }),
    graph({ customDomain: "notes.example.com" }),
  ],
});
