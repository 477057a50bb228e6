import { useSession, useTick } from '../state/hooks.ts';
import { momentWords, spanWords } from './words.ts';

/** Shows how long ago something was by the service's clock, or the time itself if that clock is unknown. */
export function Ago({
  at,
  never = 'never',
}: {
  readonly at: string | null | undefined;
  readonly never?: string;
}) {
  const { clock } = useSession();
  useTick(1000);
  if (at === null || at === undefined) return <span class="muted">{never}</span>;
  const agoMs = clock.nowMs - Date.parse(at);
  return (
    <time dateTime={at} title={momentWords(at)}>
      {!clock.isKnown ? momentWords(at) : agoMs < 1000 ? 'just now' : `${spanWords(agoMs)} ago`}
    </time>
  );
}
