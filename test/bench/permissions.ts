import { Agent, type ClientRequest, request } from "node:http";
import { performance } from "node:perf_hooks";
import { systemClock } from "../../lib/local";
import { createHttpApis } from "../../lib/local/gateways/http";
import { AccessControl } from "../../lib/local/permissions/access-control";
import { EndpointRouter } from "../../lib/local/services/endpoint-router";
import { sqs } from "../../lib/local/services/sqs";
import type { Model } from "../../lib/model";
import { testContext } from "../local/gateways/support/context";
import { apiModel, functionArn, functionOf } from "../local/gateways/support/http-api";
import { modelOf } from "../local/gateways/support/model";
import { closeAll, serve } from "../local/gateways/support/serve";
import { serviceContext } from "../local/services/context";
import { testModel } from "../local/support/model";
import { accessKeys, sessionCredentials } from "../support/access-keys";
import { signedHeaders } from "../support/signed-headers";
import { columns, median, print, printGoal, printTarget } from "./figures";

/** https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_evaluation-logic.html; the target is for 20 statements. */
const statementCount = 20;
const targetMicroseconds = 50;
const decisions = 20_000;

const account = "123456789012";
const roleArn = `arn:aws:iam::${account}:role/bench`;
const table = (index: number): string => `arn:aws:dynamodb:eu-west-1:${account}:table/table-${index}`;

/** Measures how long a decision about one request takes, for a role with 20 statements and a queue with a policy. */
export function benchDecisions(): void {
  const access = new AccessControl({
    accessKeys,
    mode: "enforce",
    model: model(),
    report: () => {},
    clock: Date,
  });
  const cases: readonly (readonly [string, string, string])[] = [
    ["the last statement allows", "dynamodb:GetItem", table(statementCount - 1)],
    ["a condition decides", "sqs:SendMessage", `arn:aws:sqs:us-east-1:${account}:work`],
    ["nothing allows", "s3:GetObject", "arn:aws:s3:::photos/1.png"],
  ];
  print(`\nIAM decisions, role of ${statementCount} statements`);
  const figures = cases.map(([label, action, resource]) => {
    const times = Array.from({ length: decisions }, () => {
      // A new session each time: the second call of one would find the first decision.
      const caller = { type: "session", session: { roleArn, sessionName: "bench" } } as const;
      const start = performance.now();
      access.check(caller, [{ action, resource }]);
      return (performance.now() - start) * 1000;
    });
    return { label, microseconds: median(times) };
  });
  for (const { label, microseconds } of figures) print(columns(microseconds.toFixed(1), " us  ", label));
  const slowest = Math.max(...figures.map(({ microseconds }) => microseconds));
  printTarget("a decision, at the median", slowest, targetMicroseconds, " us", 1);
}

/** Measures the throughput of a route, whose function answers at once, with and without the decision about its invocation. */
export async function benchPermittedRoutes(rounds: number): Promise<void> {
  const routed = apiModel({ routes: { "GET /notes/{id}": () => ({ statusCode: 200 }) } });
  const arn = functionArn(functionOf("GET /notes/{id}"));
  const model = modelOf({
    ...Object.fromEntries(routed.resources.map(({ type, name, values }) => [`${type}.${name}`, values])),
    "aws_lambda_function.it": { function_name: arn.split(":").at(-1), arn },
    "aws_lambda_permission.it": {
      function_name: arn,
      principal: "apigateway.amazonaws.com",
      source_arn: "arn:aws:execute-api:eu-west-1:123456789012:abc123/*/GET/notes/{id}",
    },
  });
  const answer = { status: "ok", requestId: "1", payload: '{"statusCode":200}', durationMs: 0 } as const;
  const functions = { invoke: async () => answer, replace: async () => {}, stop: async () => {} };
  const context = {
    ...testContext(),
    functions,
    clock: systemClock,
    report: () => {},
    reportsAccessLog: false,
  };
  const modes = ["enforce", "off"] as const;
  const urls = await Promise.all(
    modes.map(async (mode) => {
      const access = new AccessControl({ accessKeys, mode, model, report: () => {}, clock: Date });
      const [gateway] = createHttpApis(model, { ...context, access });
      if (gateway === undefined) throw new Error("no gateway");
      return [mode, `${await serve(gateway)}/notes/1`] as const;
    }),
  );
  const ratios: number[] = [];
  for (let round = -2; round < rounds * 6; round++) {
    const perSecond = { enforce: 0, off: 0 };
    for (const [mode, url] of round % 2 === 0 ? urls : [...urls].reverse()) {
      perSecond[mode] = await perSecondOf((agent) => send(request(url, { agent })));
    }
    if (round >= 0) ratios.push(perSecond.enforce / perSecond.off);
  }
  await closeAll();
  printGoal("throughput of a route with decisions, of that without", median(ratios), 0.95, "");
}

/** Calls of one round. */
const calls = 3000;

/** Measures the throughput of a local service with and without decisions, alternately. */
export async function benchDecidedCalls(rounds: number): Promise<void> {
  const router = await EndpointRouter.start(() => {});
  const queues = await sqs.start(serviceContext({ model: model() }));
  router.serve(new Map([["sqs", queues]]));
  const modes = ["enforce", "off"] as const;
  const ratios: number[] = [];
  // The first rounds compile.
  for (let round = -2; round < rounds * 6; round++) {
    const perSecond = { enforce: 0, off: 0 };
    for (const mode of round % 2 === 0 ? modes : [...modes].reverse()) {
      router.decideBy(new AccessControl({ accessKeys, mode, model: model(), report: () => {}, clock: Date }));
      perSecond[mode] = await callsPerSecond(router.url);
    }
    if (round >= 0) ratios.push(perSecond.enforce / perSecond.off);
  }
  await router.close();
  printGoal("throughput of a service with decisions, of that without", median(ratios), 0.95, "");
}

function callsPerSecond(url: string): Promise<number> {
  const credentials = sessionCredentials({ roleArn, sessionName: "bench" });
  const body = JSON.stringify({ QueueUrl: "http://localhost/1/work", MessageBody: "a" });
  const given = {
    "content-type": "application/x-amz-json-1.0",
    "x-amz-target": "AmazonSQS.SendMessage",
  };
  const headers = signedHeaders({ url, service: "sqs", body, headers: given, credentials });
  return perSecondOf((agent) => send(request(url, { method: "POST", agent, headers }), body));
}

function send(sent: ClientRequest, body?: string): Promise<void> {
  return new Promise<void>((resolve, reject) => {
    sent.on("response", (response) => {
      if (response.statusCode !== 200) reject(new Error(`status ${response.statusCode}`));
      response.resume().on("end", resolve);
    });
    sent.on("error", reject).end(body);
  });
}

async function perSecondOf(call: (agent: Agent) => Promise<void>): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: 10 });
  const start = performance.now();
  let left = calls;
  const callAll = async (): Promise<void> => {
    while (left-- > 0) await call(agent);
  };
  await Promise.all(Array.from({ length: 10 }, callAll));
  agent.destroy();
  return calls / ((performance.now() - start) / 1000);
}

function model(): Model {
  const Statement = Array.from({ length: statementCount }, (_, index) => ({
    Effect: "Allow",
    Action: ["dynamodb:GetItem", "dynamodb:Query", "dynamodb:PutItem", "dynamodb:BatchGetItem"],
    Resource: [table(index), `${table(index)}/index/*`],
  }));
  const queue = {
    Statement: [
      { Effect: "Allow", Principal: { AWS: roleArn }, Action: "sqs:SendMessage", Resource: "*" },
      {
        Effect: "Deny",
        Principal: "*",
        Action: "sqs:*",
        Resource: "*",
        Condition: { Bool: { "aws:SecureTransport": "false" } },
      },
    ],
  };
  const queueArn = `arn:aws:sqs:us-east-1:${account}:work`;
  return testModel({
    aws_iam_role: { bench: { name: "bench", arn: roleArn } },
    aws_iam_role_policy: {
      bench: { role: "bench", policy: JSON.stringify({ Version: "2012-10-17", Statement }) },
    },
    aws_sqs_queue: {
      work: { name: "work", url: "http://localhost/1/work", arn: queueArn, policy: JSON.stringify(queue) },
    },
  });
}
