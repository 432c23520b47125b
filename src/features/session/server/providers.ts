import * as client from 'openid-client'
import type { OAuthClient } from '../../../shared/server/config.ts'
import type { App } from '../../../shared/server/services.ts'
import type { Provider } from '../contract.ts'
import { clockSkewSeconds } from './policy.ts'

/** How to reach one identity provider. The demo's provider runs on this server under its public URL. */
export type ProviderSettings = {
  readonly issuer: string
  readonly registration: OAuthClient
  /** Demo only: reaches the provider when this machine cannot resolve the public URL. */
  readonly fetch?: client.CustomFetch
  /** Demo only: issuer name for stored identities, because the URL changes with the port. */
  readonly keptAs?: string
}

/** Timeout per request to a provider. Completing a sign-in takes two, for the token and the keys: ten seconds at most. */
const timeoutSeconds = 5

/** Settings of the configured providers. The others are not offered. */
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

/** Discovers a provider at its first sign-in and caches the result. Failures are not cached: the next sign-in retries. */
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
  if (!settings) throw new Error('This sign-in option isn’t set up.')
  const { issuer, registration, fetch } = settings
  const metadata = { [client.clockTolerance]: clockSkewSeconds }
  const options = {
    timeout: timeoutSeconds,
    ...(fetch ? { [client.customFetch]: fetch } : {}),
    execute: [
      client.enableNonRepudiationChecks, // verify the token's own signature instead of relying on TLS alone
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
