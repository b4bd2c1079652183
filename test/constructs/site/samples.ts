import { NextjsSite, Site } from "../../../lib";
import { type ConstructSamples, sampleId } from "../../support/construct-samples";

/** Its build is there. */
const props = { path: "sites/built", buildCommand: "exit 0" };
/** The URL is in a parameter. */
const value = "__FETCH_FROM_SSM__";
const type = "aws_cloudfront_distribution";

export const samples: ConstructSamples = {
  Site: { make: (stack) => new Site(stack, sampleId, props), type, value },
  NextjsSite: { make: (stack) => new NextjsSite(stack, sampleId, props), type, value },
};
