export { type ApiTerm, apiTerms, changedAttributesOf, codeAttributes } from "./api-terms";
export { type Loss, lossesOf } from "./losses";
export type { ChangedValues, ResourceChange } from "./planned-changes";
