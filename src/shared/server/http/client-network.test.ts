import { expect, test } from 'vitest'
import { createClientNetworks } from './client-network.ts'

test.each([
  ['198.51.100.7', '198.51.100.7'],
  ['::ffff:198.51.100.7', '198.51.100.7'],
  ['::FFFF:C633:6407', '198.51.100.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2::', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['not an address', 'not an address'],
])('%s counts as %s', (address, network) => {
  expect(createClientNetworks()(address)).toBe(network)
})

test('counts an IPv6 client that keeps changing its /64 as its /48, until ten minutes have passed', () => {
  let now = 0
  const findNetwork = createClientNetworks(() => now)
  const ofSite = Array.from({ length: 40 }, (_, subnet) => findNetwork(`2001:db8:1:${subnet.toString(16)}::1`))
  expect(new Set(ofSite.slice(0, 16)).size).toBe(16)
  expect(new Set(ofSite.slice(16))).toEqual(new Set(['2001:db8:1::/48']))
  expect(findNetwork('2001:db8:1:0::2'), 'also from a /64 that was seen before').toBe('2001:db8:1::/48')
  expect(findNetwork('2001:db8:2:0::1')).toBe('2001:db8:2:0::/64')
  now = 600_000
  expect(findNetwork('2001:db8:1:0::1')).toBe('2001:db8:1:0::/64')
})
