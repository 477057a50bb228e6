/** The values that sliders stop at, in the notation of scenarios and from small to large. */
export const SIZE_STOPS = words('0.25 0.5', span(1, 16, 1), span(18, 56, 2));
export const TIMEOUT_STOPS = words('1m 2m 3m 4m 5m 6m 10m 15m 30m 1h 2h 4h 12h 1d 7d off');
export const BYTE_STOPS = words(
  '0B 100MB 250MB 500MB 1GB 2GB 3GB 4GB 6GB 8GB 12GB 16GB 24GB 32GB 48GB 64GB 128GB',
);
export const WAIT_STOPS = words('100ms 200ms 300ms 500ms 800ms 1s 1500ms 2s 3s 5s 8s 10s 20s 30s');
export const PERIOD_STOPS = words('1s 5s 10s 30s 1m 2m 3m 4m 299s 5m 301s 6m 10m 15m 30m 1h 6h');
export const FACTOR_STOPS = words('0.1 0.25 0.5 0.75 0.9 1 1.1 1.25 1.5 2 3 5 10');
export const PRICE_STOPS = words('0.05 0.08 0.1 0.106 0.12 0.14 0.16 0.18 0.2 0.222 0.25 0.3 0.4 0.5');
export const CLIENT_STOPS = words('', span(1, 20, 1));
export const POOL_STOPS = words('', span(1, 50, 1));

function words(text: string, ...more: readonly (readonly number[])[]): readonly string[] {
  return [...text.split(' ').filter((word) => word !== ''), ...more.flat().map(String)];
}

function span(from: number, to: number, step: number): readonly number[] {
  return Array.from({ length: Math.round((to - from) / step) + 1 }, (_, i) => from + i * step);
}
