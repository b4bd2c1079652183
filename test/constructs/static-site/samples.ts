import { ReactStaticSite, StaticSite, ViteStaticSite } from "../../../lib";
import { type ConstructSamples, sampleId } from "../../support/construct-samples";

const path = "sites/plain";
/** Its files are there. */
const built = { path, buildCommand: "exit 0", buildOutput: "." };
/** The URL is in a parameter. */
const value = "__FETCH_FROM_SSM__";
const type = "aws_cloudfront_distribution";

export const samples: ConstructSamples = {
  StaticSite: { make: (stack) => new StaticSite(stack, sampleId, { path }), type, value },
  ViteStaticSite: { make: (stack) => new ViteStaticSite(stack, sampleId, built), type, value },
  ReactStaticSite: { make: (stack) => new ReactStaticSite(stack, sampleId, built), type, value },
};
