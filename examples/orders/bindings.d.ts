// The declarations that synthesis writes to node_modules/@types/serverform__node if the package is installed. Here the examples
// are compiled with the sources of the package, so it is beside them; a test compares it with the output of synthesis.
export {};

declare module "serverform/node/config" {
  export interface ConfigTypes {
    APP: string;
    STAGE: string;
  }
}

declare module "serverform/node/api" {
  export interface ApiResources {
    Api: {
      url: string;
    };
  }
}

declare module "serverform/node/bucket" {
  export interface BucketResources {
    Receipts: {
      bucketName: string;
    };
  }
}

declare module "serverform/node/event-bus" {
  export interface EventBusResources {
    Shop: {
      eventBusName: string;
    };
  }
}

declare module "serverform/node/kinesis-stream" {
  export interface KinesisStreamResources {
    Activity: {
      streamName: string;
    };
  }
}

declare module "serverform/node/queue" {
  export interface QueueResources {
    Failed: {
      queueUrl: string;
    };
    Fulfilment: {
      queueUrl: string;
    };
  }
}

declare module "serverform/node/table" {
  export interface TableResources {
    Orders: {
      tableName: string;
    };
    Sales: {
      tableName: string;
    };
  }
}

declare module "serverform/node/topic" {
  export interface TopicResources {
    News: {
      topicArn: string;
    };
  }
}
