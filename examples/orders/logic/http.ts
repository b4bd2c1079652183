import { randomUUID } from "node:crypto";
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from "aws-lambda";
import { type OrderStore, orderInput } from "./order";

type Handler = (event: APIGatewayProxyEventV2) => Promise<APIGatewayProxyStructuredResultV2>;

/** The handlers of the API, over any store. */
export function httpHandlers(store: OrderStore, now: () => Date) {
  const place: Handler = async (event) => {
    const input = orderInput.safeParse(bodyOf(event));
    if (!input.success) return answer(400, { message: "Not an order", issues: input.error.issues });
    const order = {
      id: randomUUID(),
      status: "placed" as const,
      placedAt: now().toISOString(),
      ...input.data,
    };
    // The table's stream announces the order: either both happen or none.
    await store.put(order);
    return answer(201, order);
  };

  const get: Handler = async ({ pathParameters }) => {
    const order = await store.get(pathParameters?.id ?? "");
    return order === undefined ? answer(404, { message: "No such order" }) : answer(200, order);
  };

  return { place, get };
}

function bodyOf({ body = "", isBase64Encoded }: APIGatewayProxyEventV2): unknown {
  try {
    return JSON.parse(isBase64Encoded ? Buffer.from(body, "base64").toString() : body);
  } catch {
    return undefined;
  }
}

function answer(statusCode: number, body: unknown): APIGatewayProxyStructuredResultV2 {
  return { statusCode, headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
}
