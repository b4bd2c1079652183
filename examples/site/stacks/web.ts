import { Api, type StackContext, StaticSite, Userbase } from "serverform";

export function Web({ stack }: StackContext) {
  // #region web
  const users = new Userbase(stack, "Users", {
    login: ["email"],
    domain: `serverform-site-${stack.stage}`,
    // The address of the site: your domain, or that of the local server.
    clients: { web: { callbackUrls: [process.env.SITE_URL ?? "http://localhost:4001/"] } },
  });
  const api = new Api(stack, "Api", {
    authorizers: { users: { type: "user_pool", userPool: users } },
    routes: {
      "GET /api/greeting": "functions/greeting.handler",
      "GET /api/me": { authorizer: "users", function: "functions/me.handler" },
    },
  });
  const site = new StaticSite(stack, "Site", {
    path: "web",
    buildCommand: "node build.mjs",
    buildOutput: "dist",
    // Pages call /api of their own domain, so that no CORS is needed.
    routes: { "/api/*": api },
    environment: {
      SIGN_IN_URL: users.domainUrl ?? "",
      CLIENT_ID: users.getClient("web").id,
    },
  });
  // #endregion
  stack.addOutputs({ SiteUrl: site.url });
  return { site };
}
