import { exampleRegion, regionName } from "../../../facts/aws/regions";
import { textLimit } from "./limit";

const regions = "https://docs.aws.amazon.com/general/latest/gr/rande.html";

export const regionLimit = textLimit(
  regions,
  32,
  regionName,
  `the name of an AWS region, such as "${exampleRegion}"`,
);
