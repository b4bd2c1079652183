import { GraphQLApi } from "../../../lib";
import {
  type ConstructInputs,
  type ConstructSamples,
  gatewayArn,
  sampleHandler,
  sampleId,
} from "../../support/construct-samples";
import { samples as apiSamples } from "../api/samples";

export const samples: ConstructSamples = {
  GraphQLApi: {
    make: (stack, fn) => new GraphQLApi(stack, sampleId, { server: fn ?? sampleHandler }),
    type: "aws_apigatewayv2_api",
    arn: gatewayArn,
    makeEverything(stack) {
      new GraphQLApi(stack, "Graph", { server: sampleHandler });
      // The rest is what an Api makes.
      apiSamples.Api?.makeEverything?.(stack);
    },
  },
};

export const inputs: ConstructInputs = {
  GraphQLApi: {
    props: "GraphQLApiProps",
    create: GraphQLApi,
    valid: () => ({
      server: { handler: sampleHandler },
      rootPath: "/graphql",
      ipAddressType: "dualstack",
      stageVariables: { host: "a.example.com" },
    }),
  },
};
