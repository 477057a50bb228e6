import { describe, expect, test } from 'vitest';
import { databaseNamePattern } from '../../src/trace/csv/columns/alike.ts';
import { labelledName } from '../../src/trace/series/series-name.ts';
import { distinguishingCondition } from '../../src/trace/series/where.ts';

describe('the name of a series', () => {
  test.each([
    ['up{job="a"}', 'up', { job: 'a' }, null],
    ['{__name__="up", job="a, b", path="c\\"d"}', 'up', { job: 'a, b', path: 'c\\"d' }, null],
    ['up{job= a  instance= b:9100 }', 'up', { job: 'a', instance: 'b:9100' }, null],
    ['avg:aws.rds.cpuutilization{*}', 'aws.rds.cpuutilization', {}, 'average'],
    ['max:system.load.1{host:a,env:b}', 'system.load.1', { host: 'a', env: 'b' }, 'maximum'],
    ['{}', '', {}, null],
  ])('%s', (text, name, labels, statistic) => {
    expect(labelledName(text)).toEqual({ name, labels, statistic });
  });

  test.each(['CPU %', 'avg:a.b', 'a{b', 'a{b}c', 'a{b,c}'])('%s has no labels in braces', (text) => {
    expect(labelledName(text)).toBeNull();
  });
});

describe('databases are distinguished', () => {
  test('by the first label that differs, labels for databases first, and without ports', () => {
    const of = (...labels: Readonly<Record<string, string>>[]) =>
      distinguishingCondition(labels.map((one) => ({ labels: one })));
    expect(of({ job: 'x', instance: 'a.b:9100' }, { job: 'y', instance: 'c:9100' })).toEqual({
      label: 'instance',
      where: 'instance=~"a[.]b(:.*)?"',
    });
    expect(of({ a: '1', database_id: 'p' }, { a: '2', database_id: 'q' })).toEqual({
      label: 'database_id',
      where: 'database_id="p"',
    });
    expect(of({ a: '1' }, { a: '1' })).toBeNull();
    expect(of({ id: 'm1' }, { id: 'm2' })).toBeNull();
  });

  test.each([
    [['CPU shop prod', 'CPU billing'], 'CPU *'],
    [['shop.cpu', 'billing.cpu'], '*.cpu'],
    [['cpu(a) cores', 'cpu(b) cores'], 'cpu(*) cores'],
  ])('by the names %j', (names, pattern) => {
    expect(databaseNamePattern(names)?.pattern).toBe(pattern);
  });

  test.each([
    [['cpu_user', 'cpu_system']],
    [['cpu avg', 'cpu max']],
    [['cpu_p50', 'cpu_p95']],
    [['cpu', 'processor']],
    [['cpu']],
  ])('but not by the names %j, which belong to one database', (names) => {
    expect(databaseNamePattern(names)).toBeNull();
  });
});
