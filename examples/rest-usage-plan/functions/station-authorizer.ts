import { createHash, timingSafeEqual } from "node:crypto";
import type { APIGatewayAuthorizerResult, APIGatewayRequestAuthorizerEvent } from "aws-lambda";

/** Stations that send pictures. */
const withCamera: ReadonlySet<string> = new Set(["harbour"]);

/**
 * Lets a station write below its own path, and only those with a camera send pictures.
 *
 * The gateway keeps the answer, so it contains all permissions of the station, not only those of this request.
 */
export async function handler(event: APIGatewayRequestAuthorizerEvent): Promise<APIGatewayAuthorizerResult> {
  const id = headerOf(event, "x-station");
  if (!isStation(id, headerOf(event, "x-station-token"))) {
    console.warn("a station is refused");
    // By this very message the gateway answers 401; the answer is not kept.
    throw new Error("Unauthorized");
  }
  console.log(`${id} is let in`);
  const [api, stage] = event.methodArn.split("/");
  const own = `${api}/${stage}/PUT/stations/${id}`;
  const allow = { Effect: "Allow", Action: "execute-api:Invoke", Resource: `${own}/*` } as const;
  const deny = { Effect: "Deny", Action: "execute-api:Invoke", Resource: `${own}/picture` } as const;
  return {
    principalId: id,
    policyDocument: { Version: "2012-10-17", Statement: withCamera.has(id) ? [allow] : [allow, deny] },
  };
}

function isStation(id: string, token: string): boolean {
  const hashes: ReadonlyMap<string, unknown> = new Map(
    Object.entries(JSON.parse(process.env.SERVERFORM_Parameter_value_STATION_TOKEN_HASHES ?? "{}")),
  );
  const given = createHash("sha256").update(token).digest();
  const wanted = Buffer.from(String(hashes.get(id) ?? ""), "hex");
  return wanted.length === given.length && timingSafeEqual(given, wanted);
}

/** Clients may spell the names of headers as they like. */
function headerOf({ headers }: APIGatewayRequestAuthorizerEvent, name: string): string {
  const found = Object.entries(headers ?? {}).find(([each]) => each.toLowerCase() === name);
  return found?.[1] ?? "";
}
