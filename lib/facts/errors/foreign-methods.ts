const route = 'Write addRoutes(stack, { "GET /notes": "functions/notes.list" }), or list it in routes.';
const alarm =
  "Create a CloudwatchMetricAlarm of the provider, with the name of the construct in its dimensions.";

const connections = "Name security groups in the props: securityGroups: [...].";

/** Methods of constructs of other libraries, above all AWS CDK and SST v1, each with its equivalent in this library. */
const foreignMethods: Readonly<Record<string, string>> = {
  addAuthorizer: "List it in authorizers of the API.",
  addCorsRule: "List it in cors of the Bucket.",
  addClient: "List it in clients of the Userbase.",
  addCodeSigningConfig: "Write codeSigningConfig in the props of the function.",
  addBehavior: "List it in routes of the site.",
  addDomain: "Write domain in the props of the Userbase.",
  addDomainName: "Write customDomain in the props of the API.",
  addDependency: "Write one.node.addDependency(other).",
  addEventNotification: "Write addNotifications(stack, { ... }), or list it in notifications.",
  addEventSource:
    "Events belong to what sends them: consumer of a Queue, consumers of a Table or KinesisStream.",
  addEventSourceMapping:
    "Events belong to what sends them: consumer of a Queue, consumers of a Table or KinesisStream.",
  addFunctionUrl: "Write url: true in the props of the function.",
  addGroup: "List it in groups of the Userbase.",
  addIdentityProvider: "List it in identityProviders of the Userbase.",
  addGlobalSecondaryIndex: "Write addGlobalIndexes({ ... }), or list it in globalIndexes.",
  addLifecycleRule:
    "Create an S3BucketLifecycleConfiguration of the provider, with bucketName as its bucket.",
  addLocalSecondaryIndex: "Write addLocalIndexes({ ... }), or list it in localIndexes.",
  addMethod: route,
  addResource: route,
  addResourceServer: "List it in resourceServers of the Userbase.",
  addRoute: route,
  addStage: "List it in cdk: { httpStages: [...] }.",
  addSubscription: "Write addSubscribers(stack, { ... }), or list it in subscribers.",
  addTarget: "Write addRules(stack, { ... }) of the EventBus, or list the target in its rules.",
  addToPolicy: "Write attachPermissions([...]), or permissions in the props of the function.",
  addToRolePolicy: "Write attachPermissions([...]), or permissions in the props of the function.",
  addTrigger: "List it in triggers of the Userbase.",
  apply: "Values of resources are strings here, also before the deployment: `${api.url}/notes`.",
  applyRemovalPolicy: "Call app.setDefaultRemovalPolicy.",
  allowTo: connections,
  allowFrom: connections,
  allowFromAnyIpv4: connections,
  addUsagePlan: "Create an ApiGatewayUsagePlan and an ApiGatewayApiKey of the provider for the API.",
  configureAsyncInvoke:
    "Write retryAttempts, maxEventAge, onSuccess and onFailure in the props of the function.",
  exportValue:
    "Stacks pass values by reference; for an output write stack.addOutputs({ Url: { value, exportName } }).",
  formatArn: "Use the ARN of the construct, such as queue.queueArn, or write it as a string.",
  metric: alarm,
  metricAllErrors: alarm,
  metricErrors: alarm,
  notify: "Write addNotifications(stack, { ... }), or list it in notifications.",
  onEvent: "Write addRules(stack, { ... }) of the EventBus.",
  route,
  subscribeQueue: "Write addSubscribers(stack, { ... }) with the Queue, or list it in subscribers.",
  subscribe:
    "Write addSubscribers(stack, { ... }) of a Topic, addConsumer(stack, ...) of a Queue, or addConsumers(stack, { ... }) of a Table or KinesisStream.",
};

/** The replacement of a method that a construct does not have; undefined if no other library has it. */
export function replacementOfMethod(name: string): string | undefined {
  if (/^grant[A-Z]?\w*$/.test(name))
    return `Access is granted where the function is declared: permissions: [[it, "${name}"]], or bind: [it] for all of it.`;
  if (/^from[A-Z]\w*$/.test(name))
    return "An existing resource is given below cdk, where its data source is taken, too: new Bucket(stack, id, { cdk: { bucket: new DataAwsS3Bucket(...) } }).";
  if (/^on(?:Object|Cloud)[A-Z]\w*$/.test(name))
    return "Write addNotifications(stack, { ... }) of a Bucket, or list it in notifications.";
  if (/^autoScale[A-Z]\w*$/.test(name))
    return "Create an AppautoscalingTarget and an AppautoscalingPolicy of the provider, with the name of the construct.";
  return Object.hasOwn(foreignMethods, name) ? foreignMethods[name] : undefined;
}
