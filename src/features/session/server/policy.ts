import { belongsTo } from '../../schools/server/queries.ts'
import type { Provider } from '../contract.ts'

/** Claims of an identity provider's signed token. */
export type Claims = { readonly [claim: string]: unknown; readonly sub: string; readonly iss: string }

/** The parts of an identity that never change, unlike an email address. */
export type Identity = { readonly issuer: string; readonly tenant: string; readonly subject: string }

type School = { readonly email_domain: string; readonly microsoft_tenant: string | null }

/** Microsoft's tenant of personal accounts. */
const consumers = '9188040d-6c67-4c5b-b112-36a304b66dad'

/** Whether an identity stored under this issuer comes from this provider. `keptAs` is the demo's single issuer name. */
export const isIssuedByProvider = (provider: Provider, issuer: string, keptAs: string | undefined): boolean =>
  keptAs !== undefined
    ? issuer === keptAs
    : issuer.startsWith(provider === 'google' ? 'https://accounts.google.com' : 'https://login.microsoftonline.com/')

/** Identity in the token. Undefined when the claims are inconsistent. */
export function toIdentity(provider: Provider, { iss, sub, hd, tid }: Claims): Identity | undefined {
  if (provider === 'google')
    return typeof hd === 'string' ? { issuer: iss, tenant: hd.toLowerCase(), subject: sub } : undefined
  if (typeof tid !== 'string' || tid === consumers || !iss.endsWith(`/${tid}/v2.0`)) return undefined
  return { issuer: iss, tenant: tid, subject: sub }
}

/** Maximum difference between a provider's clock and this server's. */
export const clockSkewSeconds = 60

/** Whether a token was issued in the past. OpenID Connect leaves this check to the client, and so does the library. */
export const wasIssued = ({ iat }: Claims): boolean =>
  typeof iat === 'number' && iat <= Date.now() / 1000 + clockSkewSeconds

/** Maximum age of the sign-in at the provider for a confirmation. */
export const confirmSeconds = 5 * 60

/** When the user last authenticated at the provider, according to the provider. Undefined if missing or in the future. */
export function authenticatedAt({ auth_time }: Claims): Date | undefined {
  if (typeof auth_time !== 'number' || auth_time <= 0 || auth_time > Date.now() / 1000 + clockSkewSeconds)
    return undefined
  return new Date(Math.min(auth_time * 1000, Date.now()))
}

/** Whether the user has just authenticated at the provider, rather than reusing an existing session there. */
export const isConfirmed = (claims: Claims): boolean =>
  (authenticatedAt(claims)?.getTime() ?? 0) > Date.now() - confirmSeconds * 1000

/**
 * Whether the token proves that this email address belongs to this school. Google is trusted for the domain in `hd`. A
 * Microsoft tenant can put any address into its tokens, so it is trusted only when the address is verified for that
 * tenant, or when the school is bound to the tenant.
 */
export function provesMembership(provider: Provider, claims: Claims, school: School): boolean {
  if (provider === 'google') {
    return claims.email_verified === true && typeof claims.hd === 'string' && belongsTo(claims.hd.toLowerCase(), school)
  }
  const bound = school.microsoft_tenant !== null && claims.tid === school.microsoft_tenant
  return bound || claims.xms_edov === true || claims.xms_edov === '1' || claims.xms_edov === 1
}
