/** A figure and its reference, both measured in the same run. */
export interface Figure {
  readonly name: string;
  readonly ours: string;
  readonly reference: string;
  readonly ratio: number;
  readonly asked: string;
}

export function print(figures: readonly Figure[]): void {
  console.log(`Node ${process.version}, ${process.platform} ${process.arch}`);
  console.table(
    Object.fromEntries(
      figures.map(({ name, ratio, ...rest }) => [name, { ...rest, ratio: Number(ratio.toFixed(2)) }]),
    ),
  );
}
