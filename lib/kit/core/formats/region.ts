import { exampleRegion, regions } from "../../../facts/aws/regions";
import { ownValue } from "../../../facts/errors/own-value";
import { findMeant } from "../../../facts/errors/words";

/** The names that the console of AWS shows: https://docs.aws.amazon.com/global-infrastructure/latest/regions/aws-regions.html */
const places: Readonly<Record<string, readonly [area: string, side: string, number: number]>> = {
  frankfurt: ["eu", "central", 1],
  ireland: ["eu", "west", 1],
  london: ["eu", "west", 2],
  mumbai: ["ap", "south", 1],
  ohio: ["us", "east", 2],
  oregon: ["us", "west", 2],
  paris: ["eu", "west", 3],
  singapore: ["ap", "southeast", 1],
  stockholm: ["eu", "north", 1],
  sydney: ["ap", "southeast", 2],
  tokyo: ["ap", "northeast", 1],
  virginia: ["us", "east", 1],
};

/** The words after "Write" for an invalid name of a region, with the likely region. */
export function expectedRegion(value: string): string {
  const place = ownValue(places, value.toLowerCase())?.join("-");
  return `the name of an AWS region, such as "${place ?? findMeant(value, regions) ?? exampleRegion}"`;
}
