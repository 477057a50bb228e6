import type { ApiRoute } from '../route.ts';
import { branchRoutes } from './branches.ts';
import { consumptionRoutes } from './consumption.ts';
import { databaseRoutes } from './databases.ts';
import { endpointRoutes } from './endpoints.ts';
import { keyRoutes } from './keys.ts';
import { operationRoutes } from './operations.ts';
import { organizationRoutes } from './organizations.ts';
import { projectRoutes } from './projects.ts';

/** All routes that are emulated. */
export const API_ROUTES: readonly ApiRoute[] = [
  ...keyRoutes,
  ...projectRoutes,
  ...branchRoutes,
  ...endpointRoutes,
  ...operationRoutes,
  ...databaseRoutes,
  ...organizationRoutes,
  ...consumptionRoutes,
];
