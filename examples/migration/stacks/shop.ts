import { Api, Function, type StackContext, use } from "serverform";
import { Network } from "./network";
import { Servers } from "./servers";

/** The way into the shop: what has moved is answered by functions, and all the rest by the old server. */
export function Shop({ stack }: StackContext) {
  const { vpcLink } = use(Network);
  const { reportsListener, stockListener } = use(Servers);
  // A real address on the internet, until nothing is left of it.
  const oldServer = process.env.LEGACY_URL ?? "https://legacy.example.com";

  // Written for the former REST API. In format 1.0 it gets and returns the same values as there, and needs no change.
  const basketFunction = new Function(stack, "Basket", { handler: "functions/basket.handler" });
  const basket = { payloadFormatVersion: "1.0", function: basketFunction } as const;

  // #region shop
  const api = new Api(stack, "ShopApi", {
    // The pages come from the same address. The old server's own CORS headers pass unchanged.
    cors: false,
    cdk: {
      // The library's default stage has no variables and no limits of single routes, so this one replaces it.
      httpApi: { createDefaultStage: false },
      httpStages: [
        {
          name: "$default",
          stageVariables: { catalogue: "published" },
          defaultRouteSettings: { throttlingRateLimit: 200, throttlingBurstLimit: 100 },
          // Unpacking files is dear: of all customers together, few at a time.
          routeSettings: [
            { routeKey: "POST /basket/import", throttlingRateLimit: 1, throttlingBurstLimit: 2 },
          ],
        },
        // The same routes at /rehearsal, where the shop sees products that are not published yet.
        { name: "rehearsal", stageVariables: { catalogue: "all" } },
      ],
    },
    routes: {
      // Rewritten: format 2.0, the default, takes plain values for answers.
      "GET /products": "functions/products.list",
      "GET /products/featured": "functions/products.featured",
      "GET /products/{id}": "functions/products.get",
      // The other routes of a product (reviews, pictures, changes) have not moved.
      "ANY /products/{proxy+}": { type: "url", url: `${oldServer}/products/{proxy}` },

      "GET /basket": basket,
      "POST /basket": basket,
      "GET /basket/export": basket,
      "POST /basket/import": basket,

      // Python that ran in a cron job before, packaged with its folder.
      "GET /invoices/{id}": {
        function: { srcPath: "functions/invoices", handler: "invoices.handler", runtime: "python3.14" },
      },
      // A shell script of the operators. No runtime of Lambda runs it, so it brings its own: the program `bootstrap`.
      "GET /status": {
        function: {
          srcPath: "functions/status",
          handler: "bootstrap",
          runtime: "provided.al2023",
          environment: { SHOP_STATUS: process.env.SHOP_STATUS ?? "open" },
        },
      },

      // Servers in the private network. They get the whole path too, and recognize the stage by it.
      "GET /reports/{proxy+}": {
        type: "alb",
        cdk: { albListener: reportsListener, integration: { vpcLink } },
      },
      "GET /stock/{proxy+}": {
        type: "nlb",
        cdk: { nlbListener: stockListener, integration: { vpcLink } },
      },
      // The stock is only read there. Changes still go to the old server.
      "ANY /stock/{proxy+}": { type: "url", url: `${oldServer}/stock/{proxy}` },

      // The gateway passes the whole path on. The mapping leaves out the name of a stage, which the old server does not know.
      $default: {
        type: "url",
        url: oldServer,
        cdk: { integration: { parameterMapping: { "overwrite:path": "$request.path" } } },
      },
    },
  });
  // #endregion
  stack.addOutputs({ ShopUrl: api.url });
  return { api };
}
