import { App, type StackContext, StaticSite } from "serverform";

/** The documents of this repository. `npm run docs:site` makes the pages. */
export function Docs({ stack }: StackContext) {
  const site = new StaticSite(stack, "Site", {
    path: "../../docs/site",
    buildOutput: "dist",
    errorPage: "404.html",
    ...(stack.stage === "prod" && { customDomain: "docs.serverform.example.com" }),
  });
  stack.addOutputs({ SiteUrl: site.customDomainUrl ?? site.url });
}

const app = new App({ name: "docs" });
app.stack(Docs);
app.synth();
