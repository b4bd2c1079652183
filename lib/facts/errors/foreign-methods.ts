const route = 'Write addRoutes(stack, { "GET /notes": "functions/notes.list" }), or list it in routes.';
const alarm =
  "Create a CloudwatchMetricAlarm of the provider, with the name of the construct in its dimensions.";

/** Methods of constructs of other libraries, above all AWS CDK and SST v1, each with its equivalent in this library. */
const foreignMethods: Readonly<Record<string, string>> = {
  addClient: "List it in clients of the Userbase.",
  addCodeSigningConfig: "Write codeSigningConfig in the props of the function.",
  addDependency: "Write one.node.addDependency(other).",
  addEventNotification: "Write addNotifications(stack, { ... }), or list it in notifications.",
  addEventSource:
    "Events belong to what sends them: consumer of a Queue, consumers of a Table or KinesisStream.",
  addEventSourceMapping:
    "Events belong to what sends them: consumer of a Queue, consumers of a Table or KinesisStream.",
  addFunctionUrl: "Write url: true in the props of the function.",
  addGlobalSecondaryIndex: "Write addGlobalIndexes({ ... }), or list it in globalIndexes.",
  addLifecycleRule:
    "Create an S3BucketLifecycleConfiguration of the provider, with bucketName as its bucket.",
  addLocalSecondaryIndex: "Write addLocalIndexes({ ... }), or list it in localIndexes.",
  addMethod: route,
  addResource: route,
  addRoute: route,
  addSubscription: "Write addSubscribers(stack, { ... }), or list it in subscribers.",
  addTarget: "Write addRules(stack, { ... }) of the EventBus, or list the target in its rules.",
  addToPolicy: "Write attachPermissions([...]), or permissions in the props of the function.",
  addToRolePolicy: "Write attachPermissions([...]), or permissions in the props of the function.",
  addTrigger: "List it in triggers of the Userbase.",
  applyRemovalPolicy: "Call app.setDefaultRemovalPolicy.",
  metric: alarm,
  metricAllErrors: alarm,
  metricErrors: alarm,
  onEvent: "Write addRules(stack, { ... }) of the EventBus.",
  route,
  subscribe: "Write addSubscribers(stack, { ... }) of a Topic, or addConsumer(stack, ...) of a Queue.",
};

/** The replacement of a method that a construct does not have; undefined if no other library has it. */
export function replacementOfMethod(name: string): string | undefined {
  if (/^grant[A-Z]?\w*$/.test(name))
    return `Access is granted where the function is declared: permissions: [[it, "${name}"]], or bind: [it] for all of it.`;
  return Object.hasOwn(foreignMethods, name) ? foreignMethods[name] : undefined;
}
