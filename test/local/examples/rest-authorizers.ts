import { rsaKeys } from "../../support/rsa-keys";
import { timesWritten, weather } from "./weather";

type Headers = Readonly<Record<string, string>>;

async function call(
  api: string,
  [method, path]: readonly [method: string, path: string],
  headers: Headers,
  body = '{"celsius":20}',
): Promise<readonly [status: number, body: unknown]> {
  const response = await fetch(`${weather.url(api)}${path}`, { method, headers, body });
  return [response.status, JSON.parse(await response.text())];
}

const unauthorized = [401, { message: "Unauthorized" }];
const denied = [403, { message: "User is not authorized to access this resource" }];
const deniedExplicitly = [
  403,
  { message: "User is not authorized to access this resource with an explicit deny" },
];

// https://docs.aws.amazon.com/apigateway/latest/developerguide/configure-api-gateway-lambda-authorization.html: what does
// not match the validation expression gets 401, without invoking the function.
describe("the token authorizer", () => {
  const put = (headers: Headers) => call("Api", ["PUT", "/stations/hill"], headers);
  const refusals = () => timesWritten(weather, "a token is refused");

  test.each([
    ["no token", {}],
    ["an empty one", { authorization: "" }],
    ["one without Bearer", { authorization: "secret" }],
    ["one with a blank in it", { authorization: "Bearer sec ret" }],
    ["one with more behind it", { authorization: "Bearer secret, Bearer guess" }],
  ])("is not asked about %s", async (_name, headers) => {
    const before = refusals();
    expect(await put(headers)).toEqual(unauthorized);
    expect(refusals()).toBe(before);
  });

  test("denies other values in the form of a token by its policy, each time again", async () => {
    const before = refusals();
    expect(await put({ authorization: "Bearer guess" })).toEqual(deniedExplicitly);
    expect(await put({ authorization: "Bearer guess" })).toEqual(deniedExplicitly);
    expect(refusals()).toBe(before + 2);
  });

  test("passes the allowed client to the function", async () => {
    expect(await put({ authorization: "Bearer secret" })).toEqual([200, { celsius: 20, by: "admin" }]);
  });
});

const asStation = (id: string, token = `${id}-token`) => ({
  "content-type": "application/json",
  "x-station": id,
  "x-station-token": token,
});
const report = (id: string, headers: Headers) =>
  call("Stations", ["PUT", `/stations/${id}/report?sensor=1`], headers);
const timesAsked = (id: string) => timesWritten(weather, `${id} is let in`);
const timesRefused = () => timesWritten(weather, "a station is refused");

// https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-lambda-authorizer-output.html
describe("the policy that the request authorizer returns", () => {
  test("lets a station report", async () => {
    expect(await report("harbour", asStation("harbour"))).toEqual([200, { celsius: 20, by: "harbour" }]);
  });

  test("does not speak of other stations, which denies them", async () => {
    expect(await report("hill", asStation("harbour"))).toEqual(denied);
  });

  test("denies pictures of a station without camera, although the rest below its path is allowed", async () => {
    const picture = ["PUT", "/stations/hill/picture"] as const;
    expect(await call("Stations", picture, asStation("hill"))).toEqual(deniedExplicitly);
    expect((await report("hill", asStation("hill")))[0]).toBe(200);
  });

  test.each([
    ["without a token", { "x-station": "harbour" }],
    ["without a name", { "x-station-token": "harbour-token" }],
    ["with an empty token", asStation("harbour", "")],
  ])("is not called for %s", async (_name, headers) => {
    const before = timesRefused();
    expect(await report("harbour", headers)).toEqual(unauthorized);
    expect(timesRefused()).toBe(before);
  });

  test("is missing when the function throws Unauthorized, and that is not kept", async () => {
    const before = timesRefused();
    const guess = () => report("harbour", asStation("harbour", "guess"));
    expect([await guess(), await guess()]).toEqual([unauthorized, unauthorized]);
    expect(timesRefused()).toBe(before + 2);
    expect(await report("harbour", asStation("harbour"))).toEqual([200, { celsius: 20, by: "harbour" }]);
  });
});

// https://docs.aws.amazon.com/apigateway/latest/api/API_Authorizer.html: authorizerResultTtlInSeconds
describe("answers of the request authorizer", () => {
  beforeEach(() => weather.clock.advance(300_000));

  test("are kept for five minutes and no longer", async () => {
    const before = timesAsked("harbour");
    const asked = async () => {
      expect((await report("harbour", asStation("harbour")))[0]).toBe(200);
      return timesAsked("harbour") - before;
    };
    expect([await asked(), await asked()]).toEqual([1, 1]);
    weather.clock.advance(299_999);
    expect(await asked()).toBe(1);
    weather.clock.advance(1);
    expect([await asked(), await asked()]).toEqual([2, 2]);
  });

  test("are evaluated again for each method that is called", async () => {
    const before = timesAsked("hill");
    expect((await report("hill", asStation("hill")))[0]).toBe(200);
    expect(await report("harbour", asStation("hill"))).toEqual(denied);
    expect(await call("Stations", ["PUT", "/stations/hill/picture"], asStation("hill"))).toEqual(
      deniedExplicitly,
    );
    expect(timesAsked("hill")).toBe(before + 1);
  });

  test("are those of one identity: another token of the same station is asked about", async () => {
    expect((await report("hill", asStation("hill")))[0]).toBe(200);
    expect(await report("hill", asStation("hill", "guess"))).toEqual(unauthorized);
  });
});

// https://docs.aws.amazon.com/apigateway/latest/developerguide/apigateway-integrate-with-cognito.html: the method takes
// identity tokens, because it names no scopes.
describe("the user pool authorizer", () => {
  const visit = (token?: string) =>
    call("Stations", ["POST", "/stations/hill/visits"], token === undefined ? {} : { authorization: token });
  const user = "ada@example.com";

  test("lets a keeper in, and tells the function who it is", async () => {
    const token = await weather.token({ user, use: "id" });
    expect(await visit(token)).toEqual([201, { station: "hill", by: user }]);
    expect(await visit(`Bearer ${token}`)).toEqual([201, { station: "hill", by: user }]);
  });

  test("takes a token until it ends", async () => {
    const token = await weather.token({ user, use: "id", ttlSeconds: 600 });
    weather.clock.advance(598_000);
    expect((await visit(token))[0]).toBe(201);
    weather.clock.advance(2000);
    expect(await visit(token)).toEqual([401, { message: "The incoming token has expired" }]);
  });

  test("refuses an access token", async () => {
    expect(await visit(await weather.token({ user, use: "access" }))).toEqual(unauthorized);
  });

  test.each([undefined, "", "Bearer", "nonsense", "a.b.c"])("refuses %j", async (token) => {
    expect(await visit(token)).toEqual(unauthorized);
  });

  test("refuses a changed token", async () => {
    const [head, body = "", signature] = (await weather.token({ user, use: "id" })).split(".");
    const claims = JSON.parse(Buffer.from(body, "base64url").toString());
    const changed = Buffer.from(JSON.stringify({ ...claims, email: "eve@example.com" })).toString(
      "base64url",
    );
    expect(await visit(`${head}.${changed}.${signature}`)).toEqual(unauthorized);
  });

  test.each([
    ["of another pool", "https://cognito-idp.us-east-1.amazonaws.com/us-east-1_other"],
    ["of this pool that another key has signed", undefined],
  ])("refuses a token %s", async (_name, iss) => {
    const [head = "", body = ""] = (await weather.token({ user, use: "id" })).split(".");
    const { SignJWT } = await import("jose");
    const claims = JSON.parse(Buffer.from(body, "base64url").toString());
    const { kid } = JSON.parse(Buffer.from(head, "base64url").toString());
    const { privateKey } = rsaKeys("other");
    const token = await new SignJWT({ ...claims, ...(iss !== undefined && { iss }) })
      .setProtectedHeader({ kid, alg: "RS256" })
      .sign(privateKey);
    expect(await visit(token)).toEqual(unauthorized);
  });
});
