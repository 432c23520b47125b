import { expect, test } from 'vitest'
import { sealModes } from '../seal-modes.ts'
import { anonymityNote, authorshipNote } from './anonymity-note.ts'

test('the composer says for each mode of a school who can learn an anonymous author', () => {
  expect(sealModes.map((mode) => anonymityNote(mode, 'Northfield'))).toEqual([
    'Moderators can see who wrote something that was reported.',
    'At Northfield, one moderator can open the seal of something that was reported.',
    'At Northfield, two people together can open the seal of something that was reported.',
    'At Northfield, a moderator and the custodian together can open the seal of something that was reported.',
    'At Northfield, no one can open the seal.',
  ])
})

test('the composer says when authorship ends, and nothing where it does not', () => {
  expect([authorshipNote(365), authorshipNote(null)]).toEqual([
    ' After 365 days no one can tell that you wrote this, including you.',
    '',
  ])
})
