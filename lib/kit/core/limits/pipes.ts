import { choice, description, type ResourceLimits, textLimit } from "./limit";

const createPipe = "https://docs.aws.amazon.com/eventbridge/latest/pipes-reference/API_CreatePipe.html";
const pipeLog =
  "https://docs.aws.amazon.com/eventbridge/latest/pipes-reference/API_PipeLogConfigurationParameters.html";
const busParameters =
  "https://docs.aws.amazon.com/eventbridge/latest/pipes-reference/API_PipeTargetEventBridgeEventBusParameters.html";
const streamParameters =
  "https://docs.aws.amazon.com/eventbridge/latest/pipes-reference/API_PipeTargetKinesisStreamParameters.html";
const queueParameters =
  "https://docs.aws.amazon.com/eventbridge/latest/pipes-reference/API_PipeTargetSqsQueueParameters.html";

/** Pipes. */
export const pipeLimits = {
  aws_pipes_pipe: {
    name: textLimit(createPipe, 64, /^[.\-_A-Za-z0-9]+$/, "letters, digits, ., - and _"),
    description: description(createPipe, 512),
    "logConfiguration.level": choice(createPipe, "OFF", "ERROR", "INFO", "TRACE"),
    namePrefix: textLimit(createPipe, 38, /^[.\-_A-Za-z0-9]+$/, "letters, digits, ., - and _"),
    desiredState: choice(createPipe, "RUNNING", "STOPPED"),
    "logConfiguration.includeExecutionData": choice(pipeLog, "ALL"),
    "logConfiguration.s3LogDestination.outputFormat": choice(pipeLog, "json", "plain", "w3c"),
    "logConfiguration.s3LogDestination.bucketOwner": {
      ...textLimit(pipeLog, 12, /^\d{12}$/, "an account id of 12 digits", 12),
      sample: "111122223333",
    },
    "targetParameters.inputTemplate": description(createPipe, 8192),
    "targetParameters.eventbridgeEventBusParameters.detailType": textLimit(busParameters, 128),
    "targetParameters.eventbridgeEventBusParameters.source": textLimit(
      busParameters,
      256,
      /^(?!aws\.)[/.\-_A-Za-z0-9]+$|^\$[\w.\-/*[\]()'"]*$/,
      "letters, digits, /, ., - and _, not beginning with aws., or a path: $.kind",
    ),
    "targetParameters.kinesisStreamParameters.partitionKey": textLimit(streamParameters, 256),
    "targetParameters.sqsQueueParameters.messageGroupId": textLimit(queueParameters, 100),
  },
} satisfies Readonly<Record<string, ResourceLimits>>;
