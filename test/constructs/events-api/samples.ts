import { EventsApi } from "../../../lib";
import { type ConstructSamples, sampleHandler, sampleId } from "../../support/construct-samples";

export const samples: ConstructSamples = {
  EventsApi: {
    make: (stack, fn) =>
      new EventsApi(stack, sampleId, { namespaces: { chat: { onPublish: fn ?? sampleHandler } } }),
    add: (it, stack, fn) => (it as EventsApi).addNamespaces(stack, { more: { onPublish: fn } }),
    type: "aws_appsync_api",
    arn: (attribute) => attribute("api_arn"),
  },
};
