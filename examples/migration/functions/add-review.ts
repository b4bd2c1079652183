import { type Kysely, sql } from "kysely";
import type { Database } from "./reviews-database";

export interface NewReview {
  readonly product: string;
  readonly stars: number;
  readonly text: string;
}

/** Adds a review and counts it, or does neither. */
export function addReview(db: Kysely<Database>, review: NewReview): Promise<void> {
  return db.transaction().execute(async (transaction) => {
    await transaction.insertInto("reviews").values(review).execute();
    // The database refuses a sum that the stars cannot have.
    await transaction
      .insertInto("ratings")
      .values({ product: review.product, reviews: 1, stars: review.stars })
      .onConflict((conflict) =>
        conflict.column("product").doUpdateSet({
          reviews: sql`ratings.reviews + 1`,
          stars: sql`ratings.stars + excluded.stars`,
        }),
      )
      .execute();
  });
}
