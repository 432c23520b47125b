import * as client from 'openid-client'
import type { OAuthClient } from '../../../shared/server/config.ts'
import type { App } from '../../../shared/server/services.ts'
import type { Provider } from '../contract.ts'
import { clockSkewSeconds } from './policy.ts'

/** How to reach one identity provider. The demo's answers on this very server, under its public address. */
export type ProviderSettings = {
  readonly issuer: string
  readonly registration: OAuthClient
  /** For the demo: how its address is reached from here, where the public one may mean nothing. */
  readonly fetch?: client.CustomFetch
  /** For the demo: the name under which identities are kept, since its address changes with the port. */
  readonly keptAs?: string
}

/** Seconds that a provider may take to answer. A sign-in's end asks twice, for the token and for the keys: ten at most. */
const timeoutSeconds = 5

/** The providers of this installation; the absent ones are not offered. */
export function toProviderSettings(
  app: App,
  demo: Record<Provider, ProviderSettings> | undefined,
): Partial<Record<Provider, ProviderSettings>> {
  const { google, microsoft } = app.config
  return {
    ...demo,
    ...(google ? { google: { issuer: 'https://accounts.google.com', registration: google } } : {}),
    ...(microsoft
      ? { microsoft: { issuer: 'https://login.microsoftonline.com/organizations/v2.0', registration: microsoft } }
      : {}),
  }
}

/**
 * Discovers a provider when somebody first signs in with it, and keeps what it said. A failure is not kept: the
 * next sign-in asks again.
 */
export function openProviders(settings: Partial<Record<Provider, ProviderSettings>>) {
  const known = new Map<Provider, Promise<client.Configuration>>()
  return (provider: Provider): Promise<client.Configuration> => {
    const found = known.get(provider)
    if (found) return found
    const discovering = discover(settings[provider])
    known.set(provider, discovering)
    discovering.catch(() => known.delete(provider))
    return discovering
  }
}

async function discover(settings: ProviderSettings | undefined): Promise<client.Configuration> {
  if (!settings) throw new Error('This provider is not configured.')
  const { issuer, registration, fetch } = settings
  const metadata = { [client.clockTolerance]: clockSkewSeconds }
  const options = {
    timeout: timeoutSeconds,
    ...(fetch ? { [client.customFetch]: fetch } : {}),
    execute: [
      client.enableNonRepudiationChecks, // the token's own signature, and not only that of the line it came over
      ...(issuer.startsWith('http:') ? [client.allowInsecureRequests] : []),
    ],
  }
  return client.discovery(
    new URL(issuer),
    registration.clientId,
    metadata,
    client.ClientSecretPost(registration.clientSecret),
    options,
  )
}
