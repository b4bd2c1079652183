import { printRoutes, type RouteFilter, routeRows, routesMarkdown } from "../../../lib/cli/access/route-rows";
import { readFacts } from "../../../lib/model/access/read-facts";
import { outputFolder } from "../../model/resources/output";
import { recordingTerminal } from "../support/recording-terminal";

const role = (name: string, action: string): object => ({
  name,
  assume_role_policy: "{}",
  inline_policy: {
    policy: JSON.stringify({
      Version: "2012-10-17",
      Statement: {
        Effect: "Allow",
        Action: action,
        Resource: "arn:aws:s3:::files/*",
      },
    }),
  },
});
const own = { api_id: "${aws_apigatewayv2_api.web.id}" };
const integration = (fn: string): object => ({
  ...own,
  integration_type: "AWS_PROXY",
  integration_uri: `\${aws_lambda_function.${fn}.invoke_arn}`,
});
const route = (route_key: string, fn: string, more: object = {}): object => ({
  ...own,
  route_key,
  target: `integrations/\${aws_apigatewayv2_integration.${fn}.id}`,
  ...more,
});
const users = {
  authorization_type: "JWT",
  authorizer_id: "${aws_apigatewayv2_authorizer.jwt.id}",
};

const facts = readFacts(
  outputFolder({
    "app/main.tf.json": {
      resource: {
        aws_apigatewayv2_api: { web: { name: "web", protocol_type: "HTTP" } },
        aws_apigatewayv2_authorizer: {
          jwt: {
            ...own,
            name: "users",
            authorizer_type: "JWT",
            jwt_configuration: { issuer: "https://id.example.com" },
          },
        },
        aws_apigatewayv2_integration: {
          read: integration("read"),
          clean: integration("clean"),
        },
        aws_apigatewayv2_route: {
          a: route("GET /files", "read"),
          b: route("DELETE /files", "clean", {
            ...users,
            authorization_scopes: ["files.delete"],
          }),
          c: route("GET /mine", "read", users),
        },
        aws_iam_role: {
          read: role("read", "s3:GetObject"),
          clean: role("clean", "s3:Delete*"),
        },
        aws_lambda_function: {
          read: { function_name: "read", role: "${aws_iam_role.read.arn}" },
          clean: { function_name: "clean", role: "${aws_iam_role.clean.arn}" },
        },
      },
    },
  }),
);

const shown = (filter: RouteFilter): readonly string[] => routeRows(facts, filter).map((row) => row.route);

test.each<[RouteFilter, readonly string[]]>([
  [{}, ["GET /files", "DELETE /files", "GET /mine"]],
  [{ open: true }, ["GET /files"]],
  [{ who: "anyone" }, ["GET /files"]],
  [{ who: "Users" }, ["GET /files", "DELETE /files", "GET /mine"]],
  [{ who: "files.delete" }, ["GET /files", "DELETE /files"]],
  [{ who: "iam" }, ["GET /files"]],
  [{ can: "s3:DeleteObject" }, ["DELETE /files"]],
  [{ can: "s3:GetObject", open: true }, ["GET /files"]],
])("%j shows %j", (filter, expected) => {
  expect(shown(filter)).toEqual(expected);
});

test("an unknown caller is refused, and the known ones are named", () => {
  expect(() => shown({ who: "user" })).toThrow(
    /--who is "user".*Did you mean "users"\?.*\[routes-caller-unknown\]/s,
  );
  expect(() => shown({ can: "delete" })).toThrow(expect.objectContaining({ code: "routes-action-invalid" }));
});

test("an action without a service is refused", () => {
  expect(() => shown({ can: "DeleteObject" })).toThrow(/--can is "DeleteObject".*s3:DeleteObject/s);
});

test("the matrix as text", () => {
  const { terminal, output } = recordingTerminal();
  printRoutes(terminal, routeRows(facts), facts.routes.length);
  expect(output()).toMatchInlineSnapshot(`
    "
    web (HTTP, app)
      GET /files     anyone                                                    read
          s3:GetObject on arn:aws:s3:::files/*
      DELETE /files  callers with a token of users and the scope files.delete  clean
          s3:Delete* on arn:aws:s3:::files/*
      GET /mine      callers with a token of users                             read
          s3:GetObject on arn:aws:s3:::files/*

    3 of 3 routes, 1 open to everyone.
    "
  `);
});

test("the matrix as Markdown", () => {
  expect(routesMarkdown(routeRows(facts, { open: true }))).toMatchInlineSnapshot(`
    "| API | Route | Callers | Target | Permissions of the target |
    | --- | --- | --- | --- | --- |
    | web | GET /files | **anyone** | read | s3:GetObject on arn:aws:s3:::files/\\* |"
  `);
});

test("names of an app are not markup", () => {
  const [row] = routeRows(facts);
  expect(
    routesMarkdown(row === undefined ? [] : [{ ...row, isOpen: false, route: "GET /a|b<script>_x_" }]),
  ).toContain("GET /a\\|b&lt;script&gt;\\_x\\_");
});
