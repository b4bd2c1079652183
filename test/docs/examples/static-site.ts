import { Api, type StackContext, StaticSite } from "serverform";

// #region static-site
export function Web({ stack }: StackContext) {
  const api = new Api(stack, "Api", { routes: { "GET /api/notes": "functions/notes.list" } });
  new StaticSite(stack, "Site", {
    path: "web",
    buildCommand: "npm run build",
    buildOutput: "dist",
    routes: { "/api/*": api },
    dev: { command: "npm run dev", url: "http://localhost:5173" },
  });
}
// #endregion

// #region other-domain
export function WebWithUrl({ stack }: StackContext) {
  const api = new Api(stack, "Api", { routes: { "GET /notes": "functions/notes.list" } });
  new StaticSite(stack, "Site", {
    path: "web",
    buildCommand: "npm run build",
    buildOutput: "dist",
    environment: { VITE_API_URL: api.url },
  });
}
// #endregion

// #region domain
export function WebWithDomain({ stack }: StackContext) {
  new StaticSite(stack, "Site", {
    path: "web",
    errorPage: "404.html",
    customDomain: {
      domainName: "www.example.com",
      domainAlias: "example.com",
      hostedZone: "example.com",
    },
  });
}
// #endregion

// #region headers
export function WebWithHeaders({ stack }: StackContext) {
  new StaticSite(stack, "Site", {
    path: "web",
    fileOptions: [
      { exclude: "*", include: "*.html", cacheControl: "no-cache" },
      { exclude: "*", include: ["assets/*"], cacheControl: "max-age=31536000,public,immutable" },
    ],
    cdk: {
      responseHeadersPolicy: {
        securityHeadersConfig: {
          contentSecurityPolicy: { contentSecurityPolicy: "default-src 'self'", override: true },
          contentTypeOptions: { override: true },
          strictTransportSecurity: { accessControlMaxAgeSec: 63_072_000, override: true },
        },
      },
    },
  });
}
// #endregion
