import { createHmac, randomBytes } from 'node:crypto';
import type { ComputeAccess, ConnectionTarget } from '../../service/index.ts';
import { Refused } from '../refused.ts';
import { type Verifier, verifierOf } from '../wire/scram.ts';
import { type EndpointAddress, endpointAddressOf, otherOptions } from './address.ts';
import type { Greeted } from './greeting.ts';
import { checkPassword } from './password-check.ts';

/** The role of an authenticated client, and the compute and database that it wants. */
export interface Identity extends EndpointAddress {
  readonly role: string;
  readonly database: string;
  /** Settings of its session. */
  readonly parameters: ReadonlyMap<string, string>;
}

/** Start-up parameters that are no settings of the session, or that are not for Postgres. */
const NOT_SETTINGS = new Set(['user', 'database', 'replication', 'options']);

/** Authenticates clients. It keeps the verifiers of passwords, because they are expensive to compute. */
export class Identities {
  private readonly access: ComputeAccess;
  private readonly verifiers = new Map<string, Verifier>();
  private readonly key = randomBytes(32);
  private readonly unknown = verifierOf(randomBytes(32).toString('hex'), randomBytes(16));

  constructor(access: ComputeAccess) {
    this.access = access;
  }

  /** Authenticates a client. Throws if it is refused; null if it has gone. */
  async identify(
    greeted: Greeted & { readonly start: { readonly kind: 'session' } },
  ): Promise<Identity | null> {
    const { stream, start, serverName } = greeted;
    const { parameters } = start;
    const options = parameters.get('options') ?? '';
    const address = endpointAddressOf(options, serverName);
    if (address === null) throw new Refused('08004', 'no endpoint is named', HOW_TO_NAME);
    const target = this.access.find(address.endpointId);
    if (target === undefined)
      throw new Refused('08006', `endpoint ${quoted(address.endpointId)} could not be found`, GONE);
    const role = parameters.get('user') ?? '';
    if (role === '') throw new Refused('28000', 'no user name is given in the startup packet');
    if (!/^(?:|0|false|off|no)$/i.test(parameters.get('replication') ?? ''))
      throw new Refused('0A000', 'replication connections are not served');
    const verdict = await checkPassword(
      stream,
      this.verifier(target, role),
      randomBytes(18).toString('base64'),
    );
    if (verdict === 'gone') return null;
    if (verdict === 'wrong')
      throw new Refused('28P01', `password authentication failed for user ${quoted(role)}`);
    const { poolerEnabled, database } = this.lookUp(address.endpointId, role, parameters.get('database'));
    const settings = new Map(
      [...parameters].filter(([name]) => !NOT_SETTINGS.has(name) && !name.startsWith('_pq_.')),
    );
    const others = otherOptions(options);
    if (others !== '') settings.set('options', others);
    const pooled = address.pooled || poolerEnabled;
    return { ...address, pooled, role, database, parameters: settings };
  }

  /** Looks up the role and the database once more, because they may have been deleted during authentication. */
  private lookUp(endpointId: string, name: string, requestedDatabase: string | undefined) {
    const target = this.access.find(endpointId);
    const role = target?.role(name);
    if (target === undefined || role === undefined)
      throw new Refused('28000', `role ${quoted(name)} does not exist`);
    if (!role.canLogIn) throw new Refused('28000', `role ${quoted(name)} is not permitted to log in`);
    // Without a database name, a client means the database with the name of its role.
    const database = requestedDatabase === undefined || requestedDatabase === '' ? name : requestedDatabase;
    if (target.database(database) === undefined) {
      const names = target.databases.map((one) => quoted(one.name)).join(', ');
      throw new Refused('3D000', `database ${quoted(database)} does not exist`, `the branch has ${names}`);
    }
    return { poolerEnabled: target.poolerEnabled, database };
  }

  /**
   * Returns a verifier in a way that does not reveal, by its salt or its time, whether the role exists. No password
   * fits the verifier of an unknown role, and the verifiers of all roles of a branch are computed at once.
   */
  private verifier({ branchId, roles, role }: ConnectionTarget, name: string): Verifier {
    if (this.verifiers.size >= VERIFIERS_KEPT) this.verifiers.clear();
    for (const each of roles) {
      const { passwordKey } = each;
      if (!this.verifiers.has(passwordKey))
        this.verifiers.set(passwordKey, verifierOf(each.password(), this.salt(passwordKey)));
    }
    const salt = this.salt(role(name)?.passwordKey ?? `${branchId}/${name}`);
    return { ...(this.verifiers.get(role(name)?.passwordKey ?? '') ?? this.unknown), salt };
  }

  private salt(id: string): Buffer {
    return createHmac('sha256', this.key).update(id).digest().subarray(0, 16);
  }
}

const VERIFIERS_KEPT = 10_000;

const GONE = 'it may have been deleted: ask the API for a connection_uri';

const HOW_TO_NAME =
  'name it as connection_uri does, with options=endpoint%3Dep-... in the URI, or by the host name over TLS';

function quoted(name: string): string {
  return `"${name}"`;
}
