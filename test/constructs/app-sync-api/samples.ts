import { AppSyncApi } from "../../../lib";
import {
  type ConstructInputs,
  type ConstructSamples,
  sampleFunction,
  sampleHandler,
  sampleId,
} from "../../support/construct-samples";

export const samples: ConstructSamples = {
  AppSyncApi: {
    make: (stack, fn) => new AppSyncApi(stack, sampleId, { dataSources: { notes: fn ?? sampleHandler } }),
    add: (it, stack, fn) => (it as AppSyncApi).addDataSources(stack, { more: fn }),
    type: "aws_appsync_graphql_api",
  },
};

export const inputs: ConstructInputs = {
  AppSyncApi: {
    props: "AppSyncApiProps",
    create: AppSyncApi,
    valid: (stack) => ({
      schema: "graphql/schema.graphql",
      customDomain: { domainName: "graph.example.com" },
      dataSources: {
        notes: sampleHandler,
        more: { function: sampleFunction(stack, "Existing"), description: "More" },
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
};
