/** @group processes */

import { describeWithBoto3 } from "../../../support/boto3";
import { readSuite, testFacts } from "../suite";
import { RecordedS3, type S3Fact } from "./facts";

describeWithBoto3("S3, driven by boto3", () => {
  let recorded: RecordedS3;

  beforeAll(async () => {
    recorded = await RecordedS3.start();
  });

  afterAll(() => recorded.stop());

  for (const suite of ["s3/lists", "s3/objects"]) {
    testFacts(readSuite<S3Fact>(suite), (fact) => recorded.expect(fact));
  }
});
