import { expect, test } from 'vitest'
import { deriveBoxKeys, openSecretBox } from './secret-box.ts'

const [key, otherKey] = ['a key that is long enough for this test', 'another key that is long enough too']
const box = openSecretBox(deriveBoxKeys([key], 'test'), 64)

test('decrypts what it encrypted, in any language and of any length', () => {
  for (const text of ['', 'Grüße 🎓', 'x'.repeat(5000)]) expect(box.decrypt(box.encrypt(text, 'a'), 'a')).toBe(text)
})

test('hides the length of a text up to its padding', () => {
  expect(box.encrypt('', 'a')).toHaveLength(box.encrypt('x'.repeat(60), 'a').length)
  expect(box.encrypt('x'.repeat(61), 'a').length).toBe(box.encrypt('', 'a').length + 64)
})

test('encrypts the same text to different values', () => {
  const [first, second] = [box.encrypt('text', 'a'), box.encrypt('text', 'a')]
  expect(first.subarray(1)).not.toEqual(second.subarray(1))
})

test('rejects another context, purpose or key, and any changed byte', () => {
  const encrypted = box.encrypt('text', 'a')
  expect(() => box.decrypt(encrypted, 'b')).toThrow()
  expect(() => openSecretBox(deriveBoxKeys([key], 'other'), 64).decrypt(encrypted, 'a')).toThrow()
  expect(() => openSecretBox(deriveBoxKeys([otherKey], 'test'), 64).decrypt(encrypted, 'a')).toThrow()
  for (const index of [1, 13, 40, encrypted.length - 1]) {
    const forged = Buffer.from(encrypted)
    forged.writeUInt8(forged.readUInt8(index) ^ 1, index)
    expect(() => box.decrypt(forged, 'a'), `byte ${index}`).toThrow()
  }
  expect(() => box.decrypt(Buffer.alloc(0), 'a')).toThrow()
})

test('decrypts with an older key while keys are rotated', () => {
  const encrypted = openSecretBox(deriveBoxKeys([otherKey], 'test'), 64).encrypt('text', 'a')
  expect(openSecretBox(deriveBoxKeys([key, otherKey], 'test'), 64).decrypt(encrypted, 'a')).toBe('text')
})
