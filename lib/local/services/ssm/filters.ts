import type { Values } from "../../../model/resources/model";
import { blocks, text, texts } from "../../../model/resources/values";
import { ServiceError } from "../contract/define-service";
import { isBelowPath, type SsmParameter } from "./parameters";

type Matches = (parameter: SsmParameter, option: string, values: readonly string[]) => boolean;

/** By the key of the filter. Source: https://docs.aws.amazon.com/systems-manager/latest/APIReference/API_ParameterStringFilter.html */
const filters: Readonly<Record<string, Matches>> = {
  Name: ({ name }, option, values) =>
    values.some((value) => {
      if (option === "BeginsWith") return name.startsWith(value);
      return option === "Contains" ? name.includes(value) : name === value;
    }),
  Type: ({ type }, option, values) =>
    values.some((value) => (option === "BeginsWith" ? type.startsWith(value) : type === value)),
  Path: ({ name }, option, values) =>
    values.some((value) => isBelowPath(name, value, option === "Recursive")),
  DataType: ({ dataType }, _, values) => values.includes(dataType),
  Tier: (_, __, values) => values.includes("Standard"),
};

/** Whether a parameter passes all filters of a request. */
export function passesParameterFilters(parameter: SsmParameter, input: Values): boolean {
  return blocks(input, "ParameterFilters").every((filter) => {
    const key = text(filter, "Key") ?? "";
    const matches = Object.hasOwn(filters, key) ? filters[key] : undefined;
    if (matches === undefined) {
      throw new ServiceError("InvalidFilterKey", `serverform local does not know the filter key ${key}.`);
    }
    return matches(parameter, text(filter, "Option") ?? "Equals", texts(filter, "Values"));
  });
}
