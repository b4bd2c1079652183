// Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/apigateway-execution-service-websocket-limits-table.html

export const maxFrameBytes = 32 * 1024;
export const maxMessageBytes = 128 * 1024;
export const idleMs = 10 * 60_000;
export const longestMs = 2 * 60 * 60_000;
