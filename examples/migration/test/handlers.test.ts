import type {
  APIGatewayProxyEventV2,
  APIGatewayProxyEventV2WithIAMAuthorizer,
  APIGatewayProxyEventV2WithLambdaAuthorizer,
  SQSEvent,
} from "aws-lambda";
import { read, write } from "../functions/desk";
import { get as feed } from "../functions/feed";
import { handler as orders } from "../functions/orders";
import type { PartnerContext } from "../functions/partner-check";
import { change } from "../functions/prices";
import { featured, get, list } from "../functions/products";

const event = (parts: object) => parts as APIGatewayProxyEventV2;

const authorized = <Context>(lambda: Context, parts: object = {}) =>
  ({
    ...parts,
    requestContext: { authorizer: { lambda } },
  }) as APIGatewayProxyEventV2WithLambdaAuthorizer<Context>;

describe("products", () => {
  const all = { stageVariables: { catalogue: "all" } };

  test("are listed once they are published, and all of them in the rehearsal", async () => {
    expect((await list(event({}))).map(({ id }) => id)).toEqual(["tea", "jam"]);
    expect((await list(event(all))).map(({ id }) => id)).toEqual(["tea", "jam", "honey"]);
    expect(await featured(event({}))).toEqual({ id: "tea", name: "Green tea" });
  });

  test("are found by their id", async () => {
    const pathParameters = { id: "honey" };
    expect(await get(event({ pathParameters }))).toMatchObject({ statusCode: 404 });
    expect(await get(event({ pathParameters, ...all }))).toMatchObject({ statusCode: 200 });
  });

  test.each([
    [undefined, "seen=tea; Path=/"],
    [["theme=dark"], "seen=tea; Path=/"],
    [["theme=dark", "seen=jam.tea"], "seen=tea.jam; Path=/"],
    [["seen=a.b.c.d.e.f"], "seen=tea.a.b.c.d; Path=/"],
    [["seen=<b>"], "seen=tea; Path=/"],
  ])("are remembered: with the cookies %j comes %s", async (cookies, expected) => {
    const answer = await get(event({ cookies, pathParameters: { id: "tea" } }));
    expect(answer.cookies?.[0]).toBe(expected);
  });
});

test("the feed names the partner that the authorizer has found", async () => {
  const context: PartnerContext = { partner: "acme", checkId: "1" };
  expect(await feed(authorized(context))).toMatchObject({ partner: "acme", checkId: "1" });
});

test("the desk names readers and writers", async () => {
  const asked = authorized({ name: "ann" }, { pathParameters: { page: "returns" } });
  expect(await read(asked)).toEqual({ page: "returns", reader: "ann" });
  expect(await write(asked)).toEqual({ page: "returns", writer: "ann" });
});

test("each order of the queue is worked off", async () => {
  const log = jest.spyOn(console, "log").mockReturnValue();
  await orders({ Records: [{ body: '{"product":"jam","quantity":2}' }] } as SQSEvent);
  expect(log.mock.calls).toEqual([["ordered: 2 x jam"]]);
  log.mockRestore();
});

describe("prices", () => {
  const iam = { userArn: "arn:aws:iam::123456789012:role/back-office" };
  const asked = (body?: string) =>
    ({
      body,
      pathParameters: { id: "tea" },
      requestContext: { authorizer: { iam } },
    }) as unknown as APIGatewayProxyEventV2WithIAMAuthorizer;

  test("are changed in the name of the caller", async () => {
    const { body } = await change(asked('{"price":3.5}'));
    expect(JSON.parse(body ?? "")).toEqual({ id: "tea", price: 3.5, by: iam.userArn });
  });

  test.each([undefined, "", "{}", '{"price":"3"}', '{"price":0}'])("are not %j", async (body) => {
    expect(await change(asked(body))).toMatchObject({ statusCode: 400 });
  });
});
