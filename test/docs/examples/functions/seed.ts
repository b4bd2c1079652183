// #region seed
interface SeedEvent {
  readonly params: { readonly language: string };
}

export const create = async ({ params }: SeedEvent) => {
  await write(`The first note, in ${params.language}`);
};

export const update = async ({ params }: SeedEvent) => {
  await write(`Another note, in ${params.language}`);
};
// #endregion

async function write(_text: string): Promise<void> {}
