import { NextjsSite, Site } from "../../../lib";
import { type ConstructSamples, sampleId } from "../../support/construct-samples";

const path = "sites/rendered";
/** The URL is in a parameter. */
const value = "__FETCH_FROM_SSM__";
const type = "aws_cloudfront_distribution";

export const samples: ConstructSamples = {
  Site: { make: (stack) => new Site(stack, sampleId, { path }), type, value },
  NextjsSite: { make: (stack) => new NextjsSite(stack, sampleId, { path }), type, value },
};
