import { Api, Bucket, type StackContext, StaticSite, Userbase } from "serverform";

export function Web({ stack }: StackContext) {
  // The address of the site on this machine. For a deployed stage, write it to `.env.<stage>`: SITE_URL=https://...
  const siteUrl = process.env.SITE_URL ?? "http://localhost:4001/";
  const users = new Userbase(stack, "Users", {
    login: ["email"],
    // Users call the API, and nothing else of AWS.
    identityPoolFederation: false,
    // A name that no other account of AWS has in this region.
    domain: `${stack.stage}-web-sign-in`,
    clients: { web: { callbackUrls: [siteUrl] } },
  });
  const uploads = new Bucket(stack, "Uploads", {
    cors: [{ allowedMethods: ["PUT"], allowedOrigins: [new URL(siteUrl).origin], allowedHeaders: ["*"] }],
  });
  const api = new Api(stack, "Api", {
    authorizers: { users: { type: "user_pool", userPool: users } },
    defaults: { authorizer: "users" },
    routes: {
      "GET /api/greeting": { authorizer: "none", function: "functions/greeting.handler" },
      "GET /api/me": "functions/me.handler",
      "POST /api/uploads": {
        function: { handler: "functions/uploads.create", bind: [[uploads, "grantPut"]] },
      },
    },
  });
  const site = new StaticSite(stack, "Site", {
    path: "web",
    buildCommand: "npx vite build",
    buildOutput: "dist",
    // Pages call /api of their own domain, so that no CORS is needed.
    routes: { "/api/*": api },
    environment: {
      VITE_SIGN_IN_URL: users.domainUrl ?? "",
      VITE_CLIENT_ID: users.getClient("web").id,
    },
    dev: { command: "npx vite --port 5173 --strictPort", url: "http://localhost:5173" },
  });
  stack.addOutputs({ SiteUrl: site.url });
}
