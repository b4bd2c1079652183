import { Api, type StackContext, use } from "serverform";
import { Data } from "./data";

/** The API for clients. */
export function Service({ stack }: StackContext) {
  const { orders } = use(Data);
  const api = new Api(stack, "Api", {
    routes: {
      "POST /orders": {
        function: { handler: "functions/orders.place", bind: [[orders, "grantWriteData"]] },
      },
      "GET /orders/{id}": {
        function: { handler: "functions/orders.get", bind: [[orders, "grantReadData"]] },
      },
    },
  });
  stack.addOutputs({ ApiUrl: api.url });
  return { api };
}
