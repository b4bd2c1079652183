import { Api, ReactStaticSite, type Stack, StaticSite, ViteStaticSite } from "../../../lib";
import { type ConstructInputs, type ConstructSamples, sampleId } from "../../support/construct-samples";

const path = "sites/plain";
/** Its files exist. */
const built = { path, buildCommand: "exit 0", buildOutput: "." };
/** The URL is in a parameter. */
const value = "__FETCH_FROM_SSM__";
const type = "aws_cloudfront_distribution";

export const samples: ConstructSamples = {
  StaticSite: { make: (stack) => new StaticSite(stack, sampleId, { path }), type, value },
  ViteStaticSite: { make: (stack) => new ViteStaticSite(stack, sampleId, built), type, value },
  ReactStaticSite: { make: (stack) => new ReactStaticSite(stack, sampleId, built), type, value },
};

/** Valid props of every site. */
export const siteInput = (stack: Stack) => ({
  path,
  buildCommand: "npm run build",
  buildOutput: "assets",
  errorPage: "redirect_to_index_page",
  environment: { REACT_APP_MODE: "test" },
  replaceValues: [{ files: "**/*.html", search: "Notes", replace: "Orders" }],
  fileOptions: [{ exclude: "*", include: ["*.pdf"], cacheControl: "max-age=60" }],
  customDomain: { domainName: "example.com", domainAlias: "www.example.com" },
  routes: { "/api/*": new Api(stack, "Routed") },
  dev: { command: "npm run dev", url: "http://localhost:5173" },
  cdk: {
    bucket: { forceDestroy: false },
    distribution: { comment: "Notes", defaultCacheBehavior: { compress: false } },
    responseHeadersPolicy: { comment: "Safe" },
  },
});

export const inputs: ConstructInputs = {
  StaticSite: {
    props: "StaticSiteProps",
    create: StaticSite,
    valid: (stack) => ({ ...siteInput(stack), vite: { types: "src/env.d.ts" } }),
  },
  ViteStaticSite: { props: "ViteStaticSiteProps", create: ViteStaticSite, valid: siteInput },
  ReactStaticSite: { props: "ReactStaticSiteProps", create: ReactStaticSite, valid: siteInput },
};
