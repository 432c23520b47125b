import { z } from 'zod'
import { answer, route } from '../../shared/contract.ts'
import { Me } from '../people/contract.ts'

export const providers = ['google', 'microsoft'] as const
export type Provider = (typeof providers)[number]

const hint = z.object({ login_hint: z.string().max(320).optional().catch(undefined) })

export const session = {
  google: route({ method: 'GET', path: '/auth/google', access: 'public', acts: true, query: hint }),
  microsoft: route({ method: 'GET', path: '/auth/microsoft', access: 'public', acts: true, query: hint }),
  googleReturn: route({ method: 'GET', path: '/auth/google/callback', access: 'public', acts: true }),
  microsoftReturn: route({ method: 'GET', path: '/auth/microsoft/callback', access: 'public', acts: true }),
  signOut: route({ method: 'GET', path: '/auth/logout', access: 'public', acts: true }),
  signOutByForm: route({ method: 'POST', path: '/auth/logout', access: 'public' }),
  passwordSignIn: route({ method: 'POST', path: '/auth/login', also: ['/login'], access: 'public' }),
  registration: route({ method: 'POST', path: '/auth/register', also: ['/register'], access: 'public' }),
  me: route({ method: 'GET', path: '/api/me', reply: Me }),
  acceptTerms: route({ method: 'POST', path: '/api/users/accept-terms', reply: answer(Me) }),
}
