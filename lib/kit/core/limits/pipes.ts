import { modelled, type ResourceLimits, textLimit } from "./limit";

const createPipe = "https://docs.aws.amazon.com/eventbridge/latest/pipes-reference/API_CreatePipe.html";
const pipeLog =
  "https://docs.aws.amazon.com/eventbridge/latest/pipes-reference/API_PipeLogConfigurationParameters.html";
const busParameters =
  "https://docs.aws.amazon.com/eventbridge/latest/pipes-reference/API_PipeTargetEventBridgeEventBusParameters.html";
const streamParameters =
  "https://docs.aws.amazon.com/eventbridge/latest/pipes-reference/API_PipeTargetKinesisStreamParameters.html";
const queueParameters =
  "https://docs.aws.amazon.com/eventbridge/latest/pipes-reference/API_PipeTargetSqsQueueParameters.html";

export const pipeLimits = {
  aws_pipes_pipe: {
    ...modelled(
      "description",
      "logConfiguration.level",
      "desiredState",
      "logConfiguration.includeExecutionData",
      "logConfiguration.s3LogDestination.outputFormat",
      "targetParameters.inputTemplate",
    ),
    name: textLimit(createPipe, 64, /^[.\-_A-Za-z0-9]+$/, "letters, digits, ., - and _"),
    namePrefix: textLimit(createPipe, 38, /^[.\-_A-Za-z0-9]+$/, "letters, digits, ., - and _"),
    "logConfiguration.s3LogDestination.bucketOwner": {
      ...textLimit(pipeLog, 12, /^\d{12}$/, "an account id of 12 digits", 12),
      sample: "111122223333",
    },
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
