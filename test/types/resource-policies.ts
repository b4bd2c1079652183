import {
  Bucket,
  EventBus,
  type IamResourceStatement,
  PolicyStatement,
  Queue,
  type Stack,
  Table,
  Topic,
} from "serverform";

declare const stack: Stack;

/** Statements of a resource policy that the compiler accepts, and those that it refuses. */
export function types(): void {
  const jobs = new Queue(stack, "Jobs");
  const owners = [
    jobs,
    new Bucket(stack, "Files"),
    new Topic(stack, "News"),
    new EventBus(stack, "Bus"),
    new Table(stack, "Notes", { fields: { id: "string" }, primaryIndex: { partitionKey: "id" } }),
  ];
  const iam: IamResourceStatement = {
    Effect: "Allow",
    Principal: { AWS: "111122223333", Service: ["events.amazonaws.com"], Federated: undefined },
    Action: "sqs:SendMessage",
    Resource: jobs.queueArn,
  };
  for (const owner of owners) {
    owner.addToResourcePolicy(iam, {
      principals: { AWS: ["111122223333"] },
      actions: ["sqs:SendMessage"],
      resources: ["*"],
    });
    owner.addToResourcePolicy({
      principals: [{ type: "*", identifiers: ["*"] }],
      actions: ["sqs:SendMessage"],
    });
    // @ts-expect-error the keys are misspelled
    owner.addToResourcePolicy({ Efect: "Allow", Acton: "sqs:SendMessage" });
    // @ts-expect-error one key is misspelled
    owner.addToResourcePolicy({ Effect: "Allow", Principal: "*", Acton: "sqs:SendMessage", Resource: "*" });
    // @ts-expect-error the effect is a literal
    owner.addToResourcePolicy({ ...iam, Effect: "Refuse" });
    // @ts-expect-error a kind of principal is misspelled
    owner.addToResourcePolicy({ ...iam, Principal: { Aws: "111122223333" } });
    // @ts-expect-error a statement of a resource names its principals
    owner.addToResourcePolicy({ actions: ["sqs:SendMessage"], resources: ["*"] });
    // @ts-expect-error the class is for permissions, which have no principals
    owner.addToResourcePolicy(new PolicyStatement({ actions: ["sqs:SendMessage"], resources: ["*"] }));
    // @ts-expect-error a statement is no text
    owner.addToResourcePolicy("sqs:SendMessage");
  }
}
