// Generated from contract.ts by `npm run contract-tables`: routes, limits and values, without schemas.
import type { RouteAddresses, RouteRefs } from '../../shared/web/data/route-refs.ts'
import type * as contract from './contract.ts'

export const maxMutedWords = 100 as const satisfies typeof contract.maxMutedWords

export const profileLimits = { major: 100 } as const satisfies typeof contract.profileLimits

export const providers = ['google', 'microsoft'] as const satisfies typeof contract.providers

export const sessionApi = {
  google: 'GET /auth/google',
  microsoft: 'GET /auth/microsoft',
  googleReturn: 'GET /auth/google/callback',
  microsoftReturn: 'GET /auth/microsoft/callback',
  confirm: 'GET /auth/confirm',
  signOut: 'GET /auth/logout',
  signOutByForm: 'POST /auth/logout',
  passwordSignIn: 'POST /auth/login',
  registration: 'POST /auth/register',
  me: 'GET /api/me',
  updateMe: 'PUT /api/users/me',
  devices: 'GET /api/sessions',
  signOutDevice: 'DELETE /api/sessions/:id',
  signOutOthers: 'DELETE /api/sessions',
  hideOwn: 'PUT /api/session/hide-own',
  acceptTerms: 'POST /api/users/accept-terms',
} satisfies RouteAddresses<typeof contract.session> as unknown as RouteRefs<typeof contract.session>
