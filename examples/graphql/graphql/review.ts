/** The opinion of a member about a book. */
export interface Review {
  readonly id: string;
  readonly book: string;
  /** 1 to 5. */
  readonly stars: number;
  readonly text: string;
  readonly author: string;
}

/** Where reviews are kept. */
export interface ReviewStore {
  list(): Promise<readonly Review[]>;
  get(id: string): Promise<Review | undefined>;
  put(review: Review): Promise<void>;
}
