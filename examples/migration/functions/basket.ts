import { gunzipSync, gzipSync } from "node:zlib";
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from "aws-lambda";

/** Products and how many of each. */
type Basket = Readonly<Record<string, number>>;

/**
 * The basket, which is in a cookie of the browser.
 *
 * It was written for a REST API: headers and parameters that come several times are in the `multiValue` members, several
 * cookies are several headers `set-cookie`, and a file is a body in base64.
 */
export async function handler(event: APIGatewayProxyEvent): Promise<APIGatewayProxyResult> {
  const { httpMethod, resource, multiValueQueryStringParameters, body, isBase64Encoded } = event;
  const basket = basketIn(event);
  switch (`${httpMethod} ${resource}`) {
    case "GET /basket":
      return answer(200, basket);
    case "POST /basket":
      return changed(addTo(basket, multiValueQueryStringParameters?.add ?? []));
    case "GET /basket/export":
      return file(gzipSync(linesOf(basket).join("\n")));
    case "POST /basket/import":
      return imported(Buffer.from(body ?? "", isBase64Encoded ? "base64" : "utf8"));
    default:
      return answer(405, { message: "Method Not Allowed" });
  }
}

function imported(packed: Buffer): APIGatewayProxyResult {
  try {
    // A small file may unpack to a huge one.
    const text = gunzipSync(packed, { maxOutputLength: 100_000 }).toString();
    return changed(parseLines(text.split("\n")));
  } catch {
    return answer(400, { message: "Not a basket: send a file of the export" });
  }
}

/** Sends two cookies: the basket, and a number that the pages may read. */
function changed(basket: Basket): APIGatewayProxyResult {
  const count = Object.values(basket).reduce((sum, each) => sum + each, 0);
  const cookies = [`basket=${linesOf(basket).join(".")}; Path=/; HttpOnly; Secure`, `count=${count}; Path=/`];
  return { ...answer(200, basket), multiValueHeaders: { "Set-Cookie": cookies } };
}

function file(content: Buffer): APIGatewayProxyResult {
  const headers = { "Content-Type": "application/gzip" };
  return { statusCode: 200, headers, body: content.toString("base64"), isBase64Encoded: true };
}

function basketIn({ multiValueHeaders }: APIGatewayProxyEvent): Basket {
  // A REST API keeps the case in which the client wrote a header; HTTP APIs write all of them small.
  const cookies = (multiValueHeaders.cookie ?? multiValueHeaders.Cookie ?? []).join("; ");
  const written = /(?:^|; *)basket=([^;]*)/.exec(cookies)?.[1] ?? "";
  return parseLines(written.split("."));
}

function addTo(basket: Basket, products: readonly string[]): Basket {
  return parseLines([...linesOf(basket), ...products.map((product) => `${product}:1`)]);
}

const linesOf = (basket: Basket) => Object.entries(basket).map(([product, count]) => `${product}:${count}`);

function parseLines(lines: readonly string[]): Basket {
  const basket = new Map<string, number>();
  for (const line of lines) {
    const [, product, count] = /^([a-z-]+):(\d{1,3})$/.exec(line) ?? [];
    if (product !== undefined) basket.set(product, (basket.get(product) ?? 0) + Number(count));
  }
  return Object.fromEntries(basket);
}

function answer(statusCode: number, body: unknown): APIGatewayProxyResult {
  return { statusCode, headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
}
