import type { AppMap } from "./app-map";
import { drawingOf, pictureOf } from "./drawing";
import { placedMap } from "./layout";

/** A map as an SVG picture, from causes on the left to effects on the right. */
export const svgOf = (map: AppMap): string => `${pictureOf(drawingOf(placedMap(map)))}\n`;
