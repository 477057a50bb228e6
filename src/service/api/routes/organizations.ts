import { z } from 'zod';
import {
  changeRole,
  organizationMember,
  organizationsOf,
  removeMember,
  transferProjects,
} from '../../accounts/organizations.ts';
import { administeredOrganizationFor, organizationFor, userFor } from '../../accounts/scopes.ts';
import { forbidden, notFound } from '../../api-error.ts';
import { CURSOR_PAGINATION, EMPTY, MEMBER, ORGANIZATION } from '../answers.ts';
import { pageOf } from '../list-page.ts';
import { MEMBER_UPDATE, ORDER, TRANSFER, whole } from '../requests.ts';
import { type ApiRoute, route } from '../route.ts';
import { iso, showMember, showOrganization } from '../show.ts';

const ONE = '/organizations/{org_id}';
const MEMBERS = `${ONE}/members`;

export const organizationRoutes: readonly ApiRoute[] = [
  route({
    method: 'GET',
    path: '/users/me',
    summary: 'Get the user of the key',
    tag: 'Users and organizations',
    answer: z.record(z.string(), z.unknown()),
    handle({ world, caller }) {
      const { id, name, email, plan, createdAtMs } = userFor(world, caller);
      return {
        active_seconds_limit: 0,
        billing_account: {
          state: 'active',
          payment_source: { type: 'none' },
          subscription_type: plan === 'free' ? 'free_v3' : plan === 'launch' ? 'launch_v3' : 'scale_v3',
          payment_method: 'none',
          quota_reset_at_last: iso(createdAtMs),
          name,
          email,
          address_city: '',
          address_country: '',
          address_line1: '',
          address_line2: '',
          address_postal_code: '',
          address_state: '',
        },
        auth_accounts: [{ email, image: '', login: name, name, provider: 'keycloak' }],
        email,
        id,
        image: '',
        login: name,
        name,
        last_name: '',
        projects_limit: 10_000,
        branches_limit: 10_000,
        max_autoscaling_limit: world.facts.autoscaling.value.highestCu,
        plan,
      };
    },
  }),
  route({
    method: 'GET',
    path: '/users/me/organizations',
    summary: 'List the organizations that you are a member of',
    tag: 'Users and organizations',
    answer: z.object({ organizations: z.array(ORGANIZATION) }),
    handle: ({ world, caller }) => ({ organizations: organizationsOf(world, caller).map(showOrganization) }),
  }),
  route({
    method: 'POST',
    path: '/users/me/projects/transfer',
    summary: 'Give your own projects to an organization',
    tag: 'Users and organizations',
    body: TRANSFER,
    answer: EMPTY,
    handle({ world, caller, body }) {
      const user = userFor(world, caller);
      const projects = body.project_ids.map((id) => {
        const project = world.tables.projects.get(id);
        if (project?.userId !== user.id) throw notFound('project', id);
        return project;
      });
      transferProjects(world, caller, projects, body.destination_org_id);
      return {};
    },
  }),
  route({
    method: 'GET',
    path: ONE,
    summary: 'Get an organization',
    tag: 'Users and organizations',
    answer: ORGANIZATION,
    handle: ({ world, caller, params }) => showOrganization(organizationFor(world, caller, params.org_id)),
  }),
  route({
    method: 'GET',
    path: MEMBERS,
    summary: 'List the members of an organization',
    tag: 'Users and organizations',
    query: z.strictObject({
      sort_by: z.enum(['email', 'role', 'joined_at']).default('joined_at'),
      sort_order: ORDER.default('desc'),
      cursor: z.string().optional(),
      limit: whole(1, 500).default(500),
    }),
    answer: z.object({
      members: z.array(z.object({ member: MEMBER, user: z.object({ email: z.string() }) })),
      ...CURSOR_PAGINATION,
    }),
    handle({ world, caller, params, query }) {
      const organization = organizationFor(world, caller, params.org_id);
      const { sort_by, sort_order, limit, cursor } = query;
      const members = world.tables.members.of(organization.id).map((member) => ({
        member,
        email: world.tables.users.known(member.userId).email,
      }));
      const page = pageOf(
        members,
        ({ member, email }) => ({
          id: member.id,
          key: { email, role: member.role, joined_at: member.joinedAtMs }[sort_by],
        }),
        sort_order,
        limit,
        cursor,
      );
      return {
        members: page.items.map(({ member, email }) => ({ member: showMember(member), user: { email } })),
        pagination: {
          ...(page.cursor === null || page.items.length < limit ? {} : { next: page.cursor }),
          sort_by,
          sort_order: sort_order.toUpperCase(),
        },
      };
    },
  }),
  route({
    method: 'GET',
    path: `${MEMBERS}/{member_id}`,
    summary: 'Get a member of an organization',
    tag: 'Users and organizations',
    answer: MEMBER,
    handle: ({ world, caller, params }) =>
      showMember(organizationMember(world, caller, params.org_id, params.member_id)),
  }),
  route({
    method: 'PATCH',
    path: `${MEMBERS}/{member_id}`,
    summary: 'Change the role of a member',
    tag: 'Users and organizations',
    body: MEMBER_UPDATE,
    answer: MEMBER,
    handle: ({ world, caller, params, body }) =>
      showMember(changeRole(world, caller, params.org_id, params.member_id, body.role)),
  }),
  route({
    method: 'DELETE',
    path: `${MEMBERS}/{member_id}`,
    summary: 'Remove a member, or leave yourself',
    tag: 'Users and organizations',
    answer: EMPTY,
    handle({ world, caller, params }) {
      removeMember(world, caller, params.org_id, params.member_id);
      return {};
    },
  }),
  route({
    method: 'POST',
    path: '/organizations/{source_org_id}/projects/transfer',
    summary: 'Move projects to another organization; their project-scoped keys stop working',
    tag: 'Users and organizations',
    body: TRANSFER,
    answer: EMPTY,
    handle({ world, caller, params, body }) {
      if (caller.kind !== 'personal') throw forbidden('transferring projects needs a personal API key');
      const source = administeredOrganizationFor(world, caller, params.source_org_id);
      const projects = body.project_ids.map((id) => {
        const project = world.tables.projects.get(id);
        if (project?.orgId !== source.id) throw notFound('project', id);
        return project;
      });
      transferProjects(world, caller, projects, body.destination_org_id);
      return {};
    },
  }),
  route({
    method: 'GET',
    path: '/auth',
    summary: 'Get the type of the key and its account',
    tag: 'Users and organizations',
    answer: z.object({ account_id: z.string(), auth_method: z.enum(['api_key_user', 'api_key_org']) }),
    handle: ({ caller }) =>
      caller.kind === 'personal'
        ? { account_id: caller.userId, auth_method: 'api_key_user' as const }
        : { account_id: caller.orgId, auth_method: 'api_key_org' as const },
  }),
];
