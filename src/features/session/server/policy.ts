import { belongsTo } from '../../schools/server/queries.ts'
import type { Provider } from '../contract.ts'

/** What an identity provider's signed token says. */
export type Claims = { readonly [claim: string]: unknown; readonly sub: string; readonly iss: string }

/** The parts of an identity that never change, unlike an e-mail address. */
export type Identity = { readonly issuer: string; readonly tenant: string; readonly subject: string }

type School = { readonly email_domain: string; readonly microsoft_tenant: string | null }

/** Microsoft's tenant of private accounts. */
const consumers = '9188040d-6c67-4c5b-b112-36a304b66dad'

/** Whether an identity that is kept under this issuer comes from this provider. `keptAs` is the one name of the demo's. */
export const isIssuedByProvider = (provider: Provider, issuer: string, keptAs: string | undefined): boolean =>
  keptAs !== undefined
    ? issuer === keptAs
    : issuer.startsWith(provider === 'google' ? 'https://accounts.google.com' : 'https://login.microsoftonline.com/')

/** By whom the token says it speaks; undefined when the token contradicts itself. */
export function toIdentity(provider: Provider, { iss, sub, hd, tid }: Claims): Identity | undefined {
  if (provider === 'google')
    return typeof hd === 'string' ? { issuer: iss, tenant: hd.toLowerCase(), subject: sub } : undefined
  if (typeof tid !== 'string' || tid === consumers || !iss.endsWith(`/${tid}/v2.0`)) return undefined
  return { issuer: iss, tenant: tid, subject: sub }
}

/** Seconds that a provider's clock may differ from ours. */
export const clockSkewSeconds = 60

/** Whether a token is from before now. OpenID Connect leaves that to whoever takes it, and so does our library. */
export const wasIssued = ({ iat }: Claims): boolean =>
  typeof iat === 'number' && iat <= Date.now() / 1000 + clockSkewSeconds

/** Seconds that a sign-in at the provider may be old to confirm somebody. */
export const confirmSeconds = 5 * 60

/** When the provider last saw the person themselves, by its own word; undefined where it does not say, or says the future. */
export function authenticatedAt({ auth_time }: Claims): Date | undefined {
  if (typeof auth_time !== 'number' || auth_time <= 0 || auth_time > Date.now() / 1000 + clockSkewSeconds)
    return undefined
  return new Date(Math.min(auth_time * 1000, Date.now()))
}

/** Whether the person signed in at the provider a moment ago, instead of being let through by its session of before. */
export const isConfirmed = (claims: Claims): boolean =>
  (authenticatedAt(claims)?.getTime() ?? 0) > Date.now() - confirmSeconds * 1000

/**
 * Whether the token proves that this e-mail address belongs to this school. Google's word counts for the domain it
 * names in `hd`. At Microsoft any tenant may write any address into its tokens, so it counts only when that tenant
 * has verified the address, or is the one that the school has been bound to.
 */
export function provesMembership(provider: Provider, claims: Claims, school: School): boolean {
  if (provider === 'google') {
    return claims.email_verified === true && typeof claims.hd === 'string' && belongsTo(claims.hd.toLowerCase(), school)
  }
  const bound = school.microsoft_tenant !== null && claims.tid === school.microsoft_tenant
  return bound || claims.xms_edov === true || claims.xms_edov === '1' || claims.xms_edov === 1
}
