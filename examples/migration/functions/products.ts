import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from "aws-lambda";

interface Product {
  readonly id: string;
  readonly name: string;
  readonly isPublished: boolean;
}

const products: readonly Product[] = [
  { id: "tea", name: "Green tea", isPublished: true },
  { id: "jam", name: "Plum jam", isPublished: true },
  { id: "honey", name: "Heather honey", isPublished: false },
];

/** The products that the stage shows: the stage `rehearsal` has the variable `catalogue` say `all`. */
const shown = ({ stageVariables }: APIGatewayProxyEventV2) =>
  products.filter(({ isPublished }) => isPublished || stageVariables?.catalogue === "all");

// In format 2.0, what has no status code is the body of a 200, as JSON.
export const list = async (event: APIGatewayProxyEventV2) =>
  shown(event).map(({ id, name }) => ({ id, name }));

export async function featured(event: APIGatewayProxyEventV2) {
  const [first] = shown(event);
  return { id: first?.id, name: first?.name };
}

/** One product; two cookies remember what the visitor has seen. */
export async function get(event: APIGatewayProxyEventV2): Promise<APIGatewayProxyStructuredResultV2> {
  const product = shown(event).find(({ id }) => id === event.pathParameters?.id);
  if (product === undefined) return answer(404, { message: "No such product" });
  const seen = seenIn(event.cookies).filter((id) => id !== product.id);
  const { id, name } = product;
  return {
    ...answer(200, { id, name, seen }),
    cookies: [`seen=${[id, ...seen].slice(0, 5).join(".")}; Path=/`, `last=${id}; Path=/; Max-Age=3600`],
  };
}

/** In format 2.0, cookies come one by one, and not as a header. */
function seenIn(cookies: readonly string[] = []): readonly string[] {
  const cookie = cookies.find((each) => each.startsWith("seen=")) ?? "seen=";
  return cookie
    .slice("seen=".length)
    .split(".")
    .filter((id) => /^[a-z-]+$/.test(id));
}

function answer(statusCode: number, body: unknown): APIGatewayProxyStructuredResultV2 {
  return { statusCode, headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
}
