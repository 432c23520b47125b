import ipaddr from 'ipaddr.js'

/** The push services of the browsers. `PUSH_HOSTS` adds others. `*.` stands for one or more labels. */
const knownHosts: readonly string[] = [
  'fcm.googleapis.com',
  '*.push.services.mozilla.com',
  '*.push.apple.com',
  '*.notify.windows.com',
]

/**
 * True when the server may send to this endpoint: https on port 443 without credentials, at an allowed host, in exactly
 * the spelling to which a URL parser reduces it. Checked when an endpoint is saved and again before each request.
 */
export function isAllowedEndpoint(endpoint: string, addedHosts: readonly string[] = []): boolean {
  if (!URL.canParse(endpoint)) return false
  const { href, protocol, port, username, password, hash, hostname } = new URL(endpoint)
  if (href !== endpoint || protocol !== 'https:' || port !== '' || hash !== '') return false
  if (username !== '' || password !== '') return false
  return [...knownHosts, ...addedHosts].some((pattern) => matchesHost(hostname, pattern))
}

const matchesHost = (host: string, pattern: string) =>
  pattern.startsWith('*.') ? host.endsWith(pattern.slice(1)) && host.length > pattern.length - 1 : host === pattern

/** Addresses outside of it are not routed, or stand for IPv4 addresses in notations that `range` does not know. */
const globalUnicast = ipaddr.parseCIDR('2000::/3')

/** True for an address on the public internet: not private, local, shared, reserved or translated. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address) || address.includes('%')) return false
  const parsed = ipaddr.process(address) // an IPv4-mapped address is checked as IPv4
  return parsed.range() === 'unicast' && (parsed.kind() === 'ipv4' || parsed.match(globalUnicast))
}
