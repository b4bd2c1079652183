import {
  awsSolutions,
  definePolicy,
  logRetention,
  openRoutes,
  type Rule,
  requiredTags,
  wildcards,
} from "serverform/policy";

const noSharedQueues: Rule = {
  id: "no-shared-queues",
  check: ({ policies, ofType }) => {
    const queues = new Map(ofType("aws_sqs_queue").map((queue) => [queue.address, queue]));
    return policies.flatMap(({ address, kind, statements }) => {
      const queue = queues.get(address);
      const isShared = kind === "resource" && statements.some(({ principals }) => principals?.isNot);
      if (queue === undefined || !isShared) return [];
      return [{ at: queue, problem: "names who may not send", remedy: "Name who may." }];
    });
  },
};

export default definePolicy({
  rules: [
    openRoutes({ except: ["GET /status"] }),
    wildcards(),
    logRetention({ minDays: 30 }),
    requiredTags(["team"]),
    ...awsSolutions({ without: ["AwsSolutions-APIG3"] }),
    noSharedQueues,
  ],
  warnings: ["AwsSolutions-COG2"],
});
