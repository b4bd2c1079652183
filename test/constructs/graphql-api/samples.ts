import { GraphQLApi } from "../../../lib";
import { type ConstructSamples, gatewayArn, sampleHandler, sampleId } from "../../support/construct-samples";
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
