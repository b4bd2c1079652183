import { Config, NextjsSite, Site, type Stack } from "../../../lib";
import { type ConstructInputs, type ConstructSamples, sampleId } from "../../support/construct-samples";
import { siteInput } from "../static-site/samples";

/** Its build exists. */
const props = { path: "sites/built", buildCommand: "exit 0" };
/** The URL is in a parameter. */
const value = "__FETCH_FROM_SSM__";
const type = "aws_cloudfront_distribution";

export const samples: ConstructSamples = {
  Site: { make: (stack) => new Site(stack, sampleId, props), type, value },
  NextjsSite: { make: (stack) => new NextjsSite(stack, sampleId, props), type, value },
};

const serverSite = (stack: Stack) => {
  const { buildOutput: _, errorPage: __, ...props } = siteInput(stack);
  return {
    ...props,
    basePath: "/docs",
    defaults: { function: { timeout: 5 } },
    permissions: ["ses"],
    bind: [new Config.Parameter(stack, "Read", { value: "1" })],
  };
};

export const inputs: ConstructInputs = {
  Site: {
    props: "SiteProps",
    create: Site,
    valid: (stack) => ({
      ...serverSite(stack),
      framework: "astro",
      server: { entry: "server.js", port: 3000 },
    }),
  },
  NextjsSite: {
    props: "NextjsSiteProps",
    create: NextjsSite,
    valid: (stack) => ({
      ...serverSite(stack),
      nextBinPath: "node_modules/.bin/next",
      commandHooks: { afterBuild: () => ["exit 0"] },
    }),
  },
};
