import { appMap, type Fact, mapWithTraffic, mermaidOf, svgOf } from "../../../lib/local";
import { testModel } from "../support/model";

const arn = (service: string, name: string) => `arn:aws:${service}:us-east-1:123456789012:${name}`;

const functionOf = (name: string, role: string) => ({
  arn: arn("lambda", `function:${name}`),
  function_name: name,
  role,
});

const allow = (Action: readonly string[], Resource: string) =>
  JSON.stringify({ Version: "2012-10-17", Statement: [{ Effect: "Allow", Action, Resource }] });

const model = testModel({
  aws_apigatewayv2_api: { Api: { id: "api1", name: "api" } },
  aws_appsync_graphql_api: { Board: { id: "board1", name: "board" } },
  aws_appsync_datasource: {
    Place: { api_id: "board1", lambda_config: [{ function_arn: arn("lambda", "function:place") }] },
  },
  aws_cloudwatch_event_bus: { Shop: { name: "shop", arn: arn("events", "event-bus/shop") } },
  aws_cloudwatch_event_rule: { Placed: { event_bus_name: "shop", arn: arn("events", "rule/shop/placed") } },
  aws_cloudwatch_event_target: {
    Placed: { event_bus_name: "shop", rule: "placed", arn: arn("sqs", "work") },
  },
  aws_dynamodb_table: { "Notes<1>": { arn: arn("dynamodb", "table/notes") } },
  aws_iam_role: {
    Place: { name: "place", arn: "arn:aws:iam::123456789012:role/place" },
    Work: { name: "work", arn: "arn:aws:iam::123456789012:role/work" },
  },
  aws_iam_role_policy: {
    Place: {
      role: "place",
      policy: allow(["dynamodb:GetItem", "dynamodb:PutItem"], arn("dynamodb", "table/notes/index/*")),
    },
    Work: { role: "work", policy: allow(["sqs:ReceiveMessage", "sqs:DeleteMessage"], arn("sqs", "work")) },
  },
  aws_lambda_event_source_mapping: { Work: { event_source_arn: arn("sqs", "work"), function_name: "work" } },
  aws_lambda_function: {
    Place: functionOf("place", "arn:aws:iam::123456789012:role/place"),
    Work: functionOf("work", "arn:aws:iam::123456789012:role/work"),
    Notified: functionOf("notified", "arn:aws:iam::123456789012:role/other"),
  },
  aws_lambda_permission: {
    Place: { function_name: "place", source_arn: `${arn("execute-api", "api1")}/*/POST/notes` },
    Notified: {
      function_name: arn("lambda", "function:notified"),
      source_arn: arn("events", "rule/shop/placed"),
    },
  },
  aws_sqs_queue: {
    Failed: { arn: arn("sqs", "failed") },
    Work: {
      arn: arn("sqs", "work"),
      redrive_policy: JSON.stringify({ deadLetterTargetArn: arn("sqs", "failed") }),
    },
  },
});

describe("the map of an app", () => {
  test("connects its parts by permissions, sources, targets, dead letters and policies", () => {
    const { nodes, edges } = appMap(model);
    const titles = new Map(nodes.map(({ id, title }) => [id, title]));
    expect(edges.map(({ from, to, label }) => `${titles.get(from)} ${label} ${titles.get(to)}`)).toEqual([
      "Api calls Place",
      "Shop calls Notified",
      "Work feeds Work",
      "Shop sends Work",
      "Board calls Place",
      "Work dead letters Failed",
      "Place reads, writes Notes<1>",
    ]);
  });

  test("is text of Mermaid, with titles as text", () => {
    const text = mermaidOf(appMap(model));
    expect(text).toMatch(/^flowchart LR\n {2}n0\{\{"Api<br><small>api<\/small>"\}\}\n/);
    expect(text).toContain('[("Notes#60;1#62;<br><small>table</small>")]');
    expect(text).toContain("-->|reads, writes|");
  });

  test("is a picture in which what begins is on the left", () => {
    const picture = svgOf(appMap(model));
    expect(picture).toContain("<title>Notes&lt;1&gt;</title>");
    const columnOf = (title: string) =>
      Number(new RegExp(`<title>${title}</title><rect x="(\\d+)"`).exec(picture)?.[1]);
    expect(columnOf("Api")).toBeLessThan(columnOf("Place"));
    expect(columnOf("Place")).toBeLessThan(columnOf("Notes&lt;1&gt;"));
  });

  test("of an app in a circle, and of nothing, is drawn, too", () => {
    const edges = [
      { from: "a", to: "b", label: "calls" },
      { from: "b", to: "a", label: "calls" },
    ];
    const nodes = [
      { id: "a", kind: "function", title: "A" },
      { id: "b", kind: "queue", title: "B" },
    ] as const;
    expect(svgOf({ nodes, edges }).match(/<rect /g)).toHaveLength(3);
    expect(svgOf({ nodes: [], edges: [] })).toContain("<svg");
  });

  test("counts the requests to each of two APIs of one name", () => {
    const two = testModel({ aws_apigatewayv2_api: { First: { name: "api" }, Second: { name: "api" } } });
    const request = {
      kind: "request",
      at: Date.now(),
      causes: [],
      api: "api",
      method: "GET",
      path: "/",
    } as const;
    const factOf = (id: string, name: string): Fact => ({
      ...request,
      id,
      requestId: id,
      apiAddress: `Main/aws_apigatewayv2_api.${name}`,
    });
    const { traffic } = mapWithTraffic(two, [
      factOf("1", "First"),
      factOf("2", "Second"),
      factOf("3", "First"),
    ]);
    expect(Object.values(traffic).map(({ count }) => count)).toEqual([2, 1]);
  });
});
