import { useEffect, useRef, useState } from 'preact/hooks';
import { quoted } from '../../../trace/index.ts';
import type { GridData } from '../../grid/grid-data.ts';
import { moneyText } from './money.ts';
import { textAt, titleAt } from './rows.ts';

interface DetailsProps {
  readonly data: GridData;
  readonly row: number;
  readonly onClose: () => void;
}

/** What the answer has about one database, and the command that makes a report of its own. */
export function Details({ data, row, onClose }: DetailsProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), [row]);
  const title = titleAt(data, row);
  const codes = textAt(data.texts.reasonCodes, row).split(' ');
  const command = commandOf(data, row);
  return (
    <dialog ref={dialog} aria-labelledby="opened" onClose={onClose}>
      <h3 id="opened">{title}</h3>
      <dl>
        {figuresOf(data, row).map(([label, words]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
      {codes[0] !== '' && (
        <ul>
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>: {data.reasons[code]}
            </li>
          ))}
        </ul>
      )}
      {command !== null && <Command text={command} />}
      <form method="dialog">
        <button type="submit">Close</button>
      </form>
    </dialog>
  );
}

function Command({ text }: { readonly text: string }) {
  const [state, setState] = useState('');
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setState('Copied.'),
      () => setState('Select the command and copy it.'),
    );
  return (
    <>
      <p>The report of this database, with pictures:</p>
      <pre>
        <code>{text}</code>
      </pre>
      <p>
        <button type="button" onClick={copy}>
          Copy the command
        </button>{' '}
        <span role="status">{state}</span>
      </p>
    </>
  );
}

function figuresOf({ texts, costs, tags, currency }: GridData, row: number): [string, string][] {
  const money = (amount: number | null | undefined) =>
    amount == null ? '' : `${moneyText(amount, currency)} a month`;
  const figures: [string, string][] = [
    ['Severity', textAt(texts.severity, row)],
    ['Current configuration', textAt(texts.current, row)],
    ['It costs', money(costs.costNow[row])],
    ['It breaks', textAt(texts.breaks, row)],
    ['Recommendation', textAt(texts.recommended, row)],
    ['It would cost', money(costs.costThen[row])],
    ['You would save', money(costs.saving[row])],
    ['Because of', textAt(texts.reason, row)],
    ['A cheaper step would break', textAt(texts.limit, row)],
    ['With growth, it breaks in', textAt(texts.breaksIn, row)],
    ['Problem', textAt(texts.problem, row)],
    ...tags.map(({ name, words }): [string, string] => [name, textAt(words, row)]),
    ['File', textAt(texts.file, row)],
  ];
  return figures.filter(([, words]) => words !== '');
}

function commandOf({ texts, names, command }: GridData, row: number): string | null {
  const member = textAt(texts.member, row);
  return member === ''
    ? null
    : `${command.before}${quoted(member)}${command.after} --report ${quoted(`report-${names[row]}`)}`;
}
