import { Api, NextjsSite, Site, type StackContext, Table } from "serverform";

// #region site
export function Web({ stack }: StackContext) {
  const notes = new Table(stack, "Notes", {
    fields: { id: "string" },
    primaryIndex: { partitionKey: "id" },
  });
  const api = new Api(stack, "Api", { routes: { "GET /api/notes": "functions/notes.list" } });
  new Site(stack, "Web", {
    path: "rendered",
    bind: [notes],
    routes: { "/api/*": api },
    dev: { command: "npm run dev", url: "http://localhost:5173" },
  });
}
// #endregion

// #region own-server
export function WebOfOwnServer({ stack }: StackContext) {
  new Site(stack, "Web", {
    path: "rendered",
    framework: "static",
    buildCommand: "npm run build",
    server: { entry: "server.js" },
    defaults: { function: { timeout: "1 minute", memorySize: 2048 } },
  });
}
// #endregion

// #region nextjs
export function Shop({ stack }: StackContext) {
  const api = new Api(stack, "Api", { routes: { "GET /orders": "functions/notes.list" } });
  new NextjsSite(stack, "Shop", {
    path: "rendered",
    environment: { API_URL: api.url },
    commandHooks: { afterBuild: () => ["npx next-sitemap"] },
  });
}
// #endregion
