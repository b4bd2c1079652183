import { AppSyncApi } from "../../../lib";
import { type ConstructSamples, sampleHandler, sampleId } from "../../support/construct-samples";

export const samples: ConstructSamples = {
  AppSyncApi: {
    make: (stack, fn) => new AppSyncApi(stack, sampleId, { dataSources: { notes: fn ?? sampleHandler } }),
    add: (it, stack, fn) => (it as AppSyncApi).addDataSources(stack, { more: fn }),
    type: "aws_appsync_graphql_api",
  },
};
