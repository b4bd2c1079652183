import { Api, type StackContext, use } from "serverform";
import { Data } from "./data";

/** The API for clients. */
export function Service({ stack }: StackContext) {
  const { orders } = use(Data);
  const api = new Api(stack, "Api", {
    defaults: { function: { bind: [orders] } },
    routes: {
      "POST /orders": "functions/orders.place",
      "GET /orders/{id}": "functions/orders.get",
    },
  });
  stack.addOutputs({ ApiUrl: api.url });
  return { api };
}
