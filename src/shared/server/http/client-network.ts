import { isIPv6 } from 'node:net'

/** /64 networks of one /48 that count separately within a window; beyond that the /48 counts as one. */
const maxNetworksPerSite = 16
const windowMs = 600_000
/** /64 networks remembered per window; beyond that every client counts as its /48. */
const maxNetworks = 100_000

const ipv6Groups = (address: string): string[] | undefined => {
  const url = `http://[${address.replace(/%.*$/, '')}]/`
  if (!URL.canParse(url)) return undefined
  const [head = '', tail] = new URL(url).hostname.slice(1, -1).split('::')
  const [before, after] = [head, tail ?? ''].map((part) => (part === '' ? [] : part.split(':')))
  if (!before || !after) return undefined
  return [...before, ...Array(8 - before.length - after.length).fill('0'), ...after]
}

/**
 * Returns a function that names the network a signed-out client counts as: an IPv4 address, or the /64 of an IPv6 address,
 * since every device gets a whole /64. A client that changes its /64 within a /48 again and again counts as that /48.
 */
export function createClientNetworks(now: () => number = Date.now): (address: string) => string {
  const sites = new Map<string, Set<string>>()
  let networks = 0
  let endsAt = 0
  return (address) => {
    const groups = isIPv6(address) ? ipv6Groups(address) : undefined
    if (!groups) return address
    if (groups.slice(0, 5).every((group) => group === '0') && groups[5] === 'ffff') return toIPv4(groups)
    if (now() >= endsAt) {
      sites.clear()
      networks = 0
      endsAt = now() + windowMs
    }
    const [site, network] = [`${groups.slice(0, 3).join(':')}::/48`, `${groups.slice(0, 4).join(':')}::/64`]
    const known = sites.get(site)
    if (known?.has(network) && known.size <= maxNetworksPerSite) return network
    if ((known?.size ?? 0) > maxNetworksPerSite || networks >= maxNetworks) return site
    networks += 1
    const seen = known ?? new Set()
    sites.set(site, seen.add(network))
    return seen.size > maxNetworksPerSite ? site : network
  }
}

/** `::ffff:198.51.100.7` is an IPv4 client on a dual-stack socket. */
function toIPv4(groups: readonly string[]): string {
  const [high = 0, low = 0] = groups.slice(6).map((group) => Number.parseInt(group, 16))
  return [high >> 8, high & 255, low >> 8, low & 255].join('.')
}
