import { DataAwsLbListener } from "@cdktf/provider-aws/lib/data-aws-lb-listener";
import { Api } from "../../../lib/constructs/api";
import { Auth } from "../../../lib/constructs/auth";
import { EventBus } from "../../../lib/constructs/event-bus";
import { Job, type JobProps } from "../../../lib/constructs/job";
import { KinesisStream } from "../../../lib/constructs/kinesis-stream";
import { Pipe, type PipeProps } from "../../../lib/constructs/pipe";
import { Queue } from "../../../lib/constructs/queue";
import { RDS, type RDSProps } from "../../../lib/constructs/rds";
import { Script, type ScriptProps } from "../../../lib/constructs/script";
import { Table } from "../../../lib/constructs/table";
import { Trigger, type TriggerProps } from "../../../lib/constructs/trigger";
import type { Stack } from "../../../lib/kit/app";
import { Function } from "../../../lib/kit/function";
import { type Edits, handler, other, propEdits, stackEdits } from "./edit";

const signIn = (authenticator: string, prefix?: string) => (stack: Stack) => {
  const api = new Api(stack, "Api", { routes: { "GET /me": handler } });
  new Auth(stack, "It", { authenticator }).attach(stack, { api, prefix });
};

const authEdits = stackEdits({
  "Auth authenticator": [signIn(handler), signIn(other)],
  "Auth prefix": [signIn(handler), signIn(handler, "/sign-in")],
  "Auth attached to a second API": [
    signIn(handler),
    (stack) => {
      const [one, two] = ["Api", "Other"].map((id) => new Api(stack, id, { routes: { "GET /me": handler } }));
      const auth = new Auth(stack, "It", { authenticator: handler });
      for (const api of [one, two]) if (api !== undefined) auth.attach(stack, { api });
    },
  ],
  "Auth removed": [
    signIn(handler),
    (stack) => void new Api(stack, "Api", { routes: { "GET /me": handler } }),
    ["aws_ssm_parameter.It_Prefix is deleted"],
  ],
});

const scriptEdits = propEdits<ScriptProps>(Script, {
  "onCreate code": [{ onCreate: handler }, { onCreate: other }],
  "onUpdate added": [{ onCreate: handler }, { onCreate: handler, onUpdate: other }],
  "onUpdate removed": [{ onCreate: handler, onUpdate: other }, { onCreate: handler }],
  "onDelete added": [{ onCreate: handler }, { onCreate: handler, onDelete: other }],
  "onDelete code": [{ onDelete: handler }, { onDelete: other }],
  "onDelete removed": [{ onCreate: handler, onDelete: other }, { onCreate: handler }],
  params: [
    { onCreate: handler, params: { table: "notes" } },
    { onCreate: handler, params: { table: "orders" } },
  ],
  version: [{ onCreate: handler }, { onCreate: handler, version: "2" }],
  "function settings": [
    { onCreate: handler },
    { onCreate: handler, defaults: { function: { timeout: 60 } } },
  ],
  runOnEveryDeploy: [
    { onCreate: handler },
    { onCreate: handler, version: undefined, runOnEveryDeploy: true },
  ],
});

const job: JobProps = { handler };
const jobEdits = propEdits<JobProps>(Job, {
  handler: [job, { handler: other }],
  "memory and time": [job, { ...job, memorySize: "7 GB", timeout: "1 hour" }],
  environment: [job, { ...job, environment: { STEP: "1" } }],
  permissions: [job, { ...job, permissions: ["s3"] }],
  "permissions less": [
    { ...job, permissions: ["s3", "ses"] },
    { ...job, permissions: ["s3"] },
  ],
  "name of the project": [
    job,
    { ...job, cdk: { project: { name: "other" } } },
    [
      "aws_cloudwatch_log_group.It_LogGroup is replaced for name",
      "aws_iam_role.It_Role is replaced for name_prefix",
    ],
  ],
  "network added": [
    job,
    { ...job, cdk: { vpc: "vpc-0123456789abcdef0", vpcSubnets: ["subnet-0123456789abcdef0"] } },
  ],
  "network removed": [
    { ...job, cdk: { vpc: "vpc-0123456789abcdef0", vpcSubnets: ["subnet-0123456789abcdef0"] } },
    job,
  ],
});

const queue = (stack: Stack, id = "In") => new Queue(stack, id);
const stream = (stack: Stack, id = "Stream") => new KinesisStream(stack, id);
const bus = (stack: Stack) => new EventBus(stack, "Bus");
const pipe =
  (props: (stack: Stack) => PipeProps) =>
  (stack: Stack): void =>
    void new Pipe(stack, "It", props(stack));
const plainPipe = pipe((stack) => ({ source: queue(stack), target: handler }));
const streamPipe = (props: (stack: Stack) => Partial<PipeProps>) =>
  pipe((stack) => ({ source: stream(stack), target: handler, ...props(stack) }));

const pipeEdits = stackEdits({
  "Pipe batches and filters removed": [
    pipe((stack) => ({
      source: queue(stack),
      target: handler,
      batchSize: 5,
      batchWindow: "1 minute",
      filters: [{ body: { kind: ["order"] } }],
    })),
    plainPipe,
  ],
  "Pipe retries removed": [streamPipe(() => ({ retryAttempts: 3 })), streamPipe(() => ({}))],
  "Pipe source": [
    pipe((stack) => ({ source: queue(stack), target: handler })),
    (stack) => {
      queue(stack);
      new Pipe(stack, "It", { source: queue(stack, "Other"), target: handler });
    },
  ],
  "Pipe source of another kind": [
    plainPipe,
    (stack) => {
      queue(stack);
      new Pipe(stack, "It", { source: stream(stack), target: handler });
    },
  ],
  "Pipe source from stream to table": [
    streamPipe(() => ({})),
    (stack) => {
      stream(stack);
      const fields = { id: "string" } as const;
      const source = new Table(stack, "Notes", {
        fields,
        primaryIndex: { partitionKey: "id" },
        stream: true,
      });
      new Pipe(stack, "It", { source, target: handler });
    },
  ],
  "Pipe target code": [plainPipe, pipe((stack) => ({ source: queue(stack), target: other }))],
  "Pipe target of another kind": [
    plainPipe,
    pipe((stack) => ({ source: queue(stack), target: bus(stack), detailType: "order" })),
  ],
  "Pipe enrichment added": [
    plainPipe,
    pipe((stack) => ({ source: queue(stack), target: handler, enrichment: other })),
  ],
  "Pipe enrichment removed": [
    pipe((stack) => ({ source: queue(stack), target: handler, enrichment: other })),
    plainPipe,
  ],
  "Pipe filters and template": [
    plainPipe,
    pipe((stack) => ({
      source: queue(stack),
      target: handler,
      filters: [{ body: { kind: ["a"] } }],
      template: '{"id": <$.messageId>}',
    })),
  ],
  "Pipe onFailure added": [
    streamPipe(() => ({ retryAttempts: 1 })),
    streamPipe((stack) => ({ retryAttempts: 1, onFailure: queue(stack, "Failed") })),
  ],
  "Pipe disabled": [plainPipe, pipe((stack) => ({ source: queue(stack), target: handler, enabled: false }))],
  "Pipe removed": [plainPipe, (stack) => void queue(stack)],
});

const database: RDSProps = { engine: "postgresql16", defaultDatabaseName: "notes" };
const rdsEdits = propEdits<RDSProps>(RDS, {
  scaling: [database, { ...database, scaling: { autoPause: false, minCapacity: "ACU_1" } }],
  "migrations added": [database, { ...database, migrations: "migrations" }],
  "migrations removed": [{ ...database, migrations: "migrations" }, database],
  "deletion protection": [database, { ...database, cdk: { cluster: { deletionProtection: false } } }],
  "backups kept longer": [database, { ...database, cdk: { cluster: { backupRetentionPeriod: 14 } } }],
});

const listenerArn =
  "arn:aws:elasticloadbalancing:us-east-1:123456789012:listener/app/notes/50dc6c495c0c9188/f2f7dc8efc522ab2";
const balanced = (props: Partial<TriggerProps>): TriggerProps =>
  ({
    type: "load_balancer",
    listener: listenerArn,
    conditions: { paths: ["/a"] },
    function: handler,
    ...props,
  }) as TriggerProps;
const skill = (id: string, fn = handler): TriggerProps => ({
  type: "alexa_skill",
  skillId: `amzn1.ask.skill.00000000-0000-0000-0000-00000000000${id}`,
  function: fn,
});
const iot = (props: object = {}): TriggerProps =>
  ({ type: "iot", sql: "SELECT * FROM 'readings'", function: handler, ...props }) as TriggerProps;

const triggerEdits: Edits = {
  ...propEdits<TriggerProps>(Trigger, {
    "skill of another id": [skill("0"), skill("1")],
    "code of a skill": [skill("0"), skill("0", other)],
    "sql of a rule": [iot(), iot({ sql: "SELECT * FROM 'other'" })],
    "rule disabled": [iot(), iot({ enabled: false })],
    "code of a rule": [iot(), iot({ function: other })],
    "conditions at a load balancer": [
      balanced({}),
      balanced({ conditions: { paths: ["/b"], methods: ["GET"] } }),
    ],
    "priority at a load balancer": [balanced({ priority: 5 }), balanced({ priority: 6 })],
    "lists of values at a load balancer": [balanced({}), balanced({ multiValueHeaders: true })],
    "code at a load balancer": [balanced({}), balanced({ function: other })],
    "from load balancer to rule": [balanced({}), iot()],
  }),
  ...stackEdits({
    "Trigger listener of a load balancer": [
      (stack) => void new Trigger(stack, "It", balanced({})),
      (stack) => {
        const arn = listenerArn.replace("f2f7dc8efc522ab2", "f2f7dc8efc522ab3");
        const listener = new DataAwsLbListener(stack, "Listener", { arn });
        new Trigger(stack, "It", balanced({ listener }));
      },
    ],
    "Trigger log group and pattern": [
      watching("One", ""),
      (stack) => {
        new Function(stack, "One", { handler: other });
        watching("Two", "ERROR")(stack);
      },
    ],
    "Trigger of a log group removed": [
      watching("One", ""),
      (stack) => void new Function(stack, "One", { handler: other }),
    ],
  }),
};

function watching(id: string, filterPattern: string) {
  return (stack: Stack): void => {
    const logGroup = new Function(stack, id, { handler: other });
    new Trigger(stack, "It", { type: "log_group", logGroup, filterPattern, function: handler });
  };
}

/** Edits of sign-in, jobs, scripts, pipes, triggers and databases. */
export const serviceEdits: Edits = {
  ...authEdits,
  ...scriptEdits,
  ...jobEdits,
  ...pipeEdits,
  ...rdsEdits,
  ...triggerEdits,
};
