/** `$10,806` or `$92.75`: cents only for small amounts, as in the words of the page. */
export function moneyText(amount: number, currency: string): string {
  const value = Math.abs(amount);
  const digits =
    value < LEAST_WHOLE ? value.toFixed(2) : value.toFixed(0).replaceAll(/\B(?=(\d{3})+$)/g, ',');
  const sign = amount < 0 && Number(digits) !== 0 ? '-' : '';
  return currency === 'USD' ? `${sign}$${digits}` : `${sign}${digits} ${currency}`;
}

const LEAST_WHOLE = 99.995;
