import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { ServedProject } from '../gateway/drivers/service.ts';
import { driversAgainst } from '../gateway/drivers/suite.ts';

describe('drivers on PGlite', () => {
  driversAgainst();

  test('cannot write to a read replica through the pooler either, whatever they set', async () => {
    const project = await ServedProject.start();
    const primary = new pg.Client({ connectionString: project.uri });
    await primary.connect();
    await primary.query('create table kept (n int)');
    const { branch_id } = (await project.api('GET', project.endpoint)).endpoint;
    const { endpoint } = await project.api('POST', `/projects/${project.projectId}/endpoints`, {
      endpoint: { branch_id, type: 'read_only' },
    });
    const replica = new pg.Client({
      connectionString: project.pooledUri.replace(project.endpointId, endpoint.id),
    });
    await replica.connect();
    for (const text of [
      'begin read write; insert into kept values (1)',
      'set default_transaction_read_only = off; insert into kept values (2)',
    ]) {
      await expect(replica.query(text)).rejects.toMatchObject({ code: '25006' });
      await replica.query('rollback');
    }
    expect((await replica.query('select n from kept')).rows).toEqual([]);
    await primary.query('insert into kept values (3)');
    expect((await replica.query('select n from kept')).rows).toEqual([{ n: 3 }]);
    await replica.end();
    await primary.end();
    await project.end();
  });
});
