import type { Values } from "../../model/model";
import { isValues } from "../../model/values";
import type { Operation } from "../contract/define-service";
import type { KinesisStreams } from "./streams";

/** Source: https://docs.aws.amazon.com/kinesis/latest/APIReference/API_Operations.html */
export const kinesisOperations = {
  PutRecord: (streams, input) => streams.put(streams.arnOf(input), input),

  PutRecords: (streams, input) => {
    const arn = streams.arnOf(input);
    const records = Array.isArray(input.Records) ? input.Records.filter(isValues) : [];
    return { FailedRecordCount: 0, Records: records.map((record) => streams.put(arn, record)) };
  },
} satisfies Record<string, Operation<KinesisStreams, Values, object>>;
