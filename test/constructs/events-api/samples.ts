import { EventsApi } from "../../../lib";
import {
  type ConstructInputs,
  type ConstructSamples,
  sampleFunction,
  sampleHandler,
  sampleId,
} from "../../support/construct-samples";

export const samples: ConstructSamples = {
  EventsApi: {
    make: (stack, fn) =>
      new EventsApi(stack, sampleId, { namespaces: { chat: { onPublish: fn ?? sampleHandler } } }),
    add: (it, stack, fn) => (it as EventsApi).addNamespaces(stack, { more: { onPublish: fn } }),
    type: "aws_appsync_api",
    arn: (attribute) => attribute("api_arn"),
  },
};

export const inputs: ConstructInputs = {
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
        orders: {
          onPublish: { function: sampleFunction(stack, "Existing"), invocation: "event" },
          onSubscribe: sampleHandler,
        },
      },
      authorization: {
        providers: [{ authenticationType: "API_KEY" }, { authenticationType: "AWS_IAM" }],
        connect: ["API_KEY"],
        publish: ["API_KEY"],
        subscribe: ["API_KEY"],
        apiKey: { description: "Web" },
      },
      dataSources: { notes: { function: sampleHandler, description: "More" } },
      customDomain: { domainName: "live.example.com" },
      logs: { level: "ERROR", retention: "one_week" },
      cdk: { api: { ownerContact: "team" } },
    }),
  },
};
