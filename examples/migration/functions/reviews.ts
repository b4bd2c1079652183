import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from "aws-lambda";
import { addReview, type NewReview } from "./add-review";
import { openReviews } from "./open-reviews";

const db = openReviews();

/** The reviews of a product, and how many stars it has on average. */
export async function list({ pathParameters }: APIGatewayProxyEventV2) {
  const product = pathParameters?.id ?? "";
  const [rating, reviews] = await Promise.all([
    db.selectFrom("ratings").selectAll().where("product", "=", product).executeTakeFirst(),
    db.selectFrom("reviews").select(["stars", "text"]).where("product", "=", product).orderBy("id").execute(),
  ]);
  return { product, average: rating === undefined ? null : rating.stars / rating.reviews, reviews };
}

export async function add(event: APIGatewayProxyEventV2): Promise<APIGatewayProxyStructuredResultV2> {
  const review = reviewIn(event);
  if (review === undefined) return answer(400, { message: "Write { stars, text }" });
  try {
    await addReview(db, review);
  } catch (error) {
    // The check of the database has refused the stars, and the transaction has left nothing.
    if (String(error).includes("stars_per_review")) return answer(400, { message: "Give 1 to 5 stars" });
    throw error;
  }
  return answer(201, review);
}

function reviewIn({ body, pathParameters }: APIGatewayProxyEventV2): NewReview | undefined {
  try {
    const { stars, text } = JSON.parse(body ?? "") as Partial<Record<keyof NewReview, unknown>>;
    const isReview = Number.isInteger(stars) && typeof text === "string";
    return isReview ? { product: pathParameters?.id ?? "", stars: stars as number, text } : undefined;
  } catch {
    return undefined;
  }
}

const answer = (statusCode: number, body: object): APIGatewayProxyStructuredResultV2 => ({
  statusCode,
  headers: { "content-type": "application/json" },
  body: JSON.stringify(body),
});
