import { Api, Bucket, type StackContext, StaticSite, Userbase } from "serverform";

export function Web({ stack }: StackContext) {
  // The address of the site: your domain, or that of the local server.
  const siteUrl = process.env.SITE_URL ?? "http://localhost:4001/";
  // #region web
  const users = new Userbase(stack, "Users", {
    login: ["email"],
    domain: `serverform-site-${stack.stage}`,
    clients: { web: { callbackUrls: [siteUrl] } },
  });
  const pictures = new Bucket(stack, "Pictures", {
    cors: [
      {
        allowedMethods: ["GET", "PUT"],
        allowedOrigins: [new URL(siteUrl).origin],
        allowedHeaders: ["*"],
      },
    ],
  });
  // Pages reach the bucket with the user's own credentials, and only below the user's own identity.
  const own = `${pictures.bucketArn}/\${cognito-identity.amazonaws.com:sub}/*`;
  users.attachPermissionsForAuthUsers(stack, [
    { actions: ["s3:GetObject", "s3:PutObject"], resources: [own] },
  ]);
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
      USER_POOL_ID: users.userPoolId,
      IDENTITY_POOL_ID: users.userbaseIdentityPoolId ?? "",
      BUCKET: pictures.bucketName,
      REGION: stack.region,
      // serverform local serves its own addresses in place of these two.
      IDENTITY_URL: `https://cognito-identity.${stack.region}.${stack.urlSuffix}`,
      S3_URL: `https://s3.${stack.region}.${stack.urlSuffix}`,
    },
  });
  // #endregion
  stack.addOutputs({ SiteUrl: site.url });
  return { site };
}
