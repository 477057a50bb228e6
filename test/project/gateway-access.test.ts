import { describe, expect, test } from 'vitest';
import { TABLE_NAMES } from '../../src/service/records/records.ts';
import { files } from './sources.ts';

const ACCESS = files.find(({ path }) => path === 'service/access/compute-access.ts')?.text ?? '';
const OFFERED = [...ACCESS.matchAll(/^export (?:interface|type) (?:\{ )?(\w+)/gm)].map(([, name]) => name);

describe('the gateway', () => {
  const gateway = files.filter(({ room }) => room === 'gateway');

  test('has one interface to the service', () => {
    expect(OFFERED).toEqual(expect.arrayContaining(['ComputeAccess', 'ConnectionTarget', 'SessionActivity']));
    expect(gateway.some(({ text }) => text.includes('ComputeAccess'))).toBe(true);
  });

  test.each(gateway)('$path imports nothing else from the service, and no code', ({ text }) => {
    for (const [statement] of text.matchAll(/^(?:import|export)\b[^;]*\/service\/[^;]*;/gm)) {
      expect(statement).toMatch(/^import type \{[^}]*\} from '(?:\.\.\/)+service\/index\.ts';$/);
      const names = /\{([^}]*)\}/
        .exec(statement)?.[1]
        ?.split(',')
        .flatMap((name) => name.trim() || []);
      expect(OFFERED).toEqual(expect.arrayContaining(names ?? []));
    }
    expect(text).not.toMatch(/import\([^)]*\/service\//);
  });

  test.each(gateway)('$path asks for no record of the store', ({ text }) => {
    expect(text).not.toMatch(/\.(?:world|tables)\b/);
    const code = text.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*/gm, '');
    expect(code).not.toMatch(
      new RegExp(`\\b(?:from|into|update|join|table)\\s+["\\w.]*\\b(?:${TABLE_NAMES.join('|')})\\b`, 'i'),
    );
  });
});

test.each(files.filter(({ room, text }) => room === 'cli' && text.includes('/service/index.ts')))(
  '$path leaves the records of the service to the service',
  ({ text }) => {
    expect(text).not.toMatch(/\.(?:world|tables)\b/);
  },
);
